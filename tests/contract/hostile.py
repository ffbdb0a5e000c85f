"""Sends hostile input to every operation that openapi.yaml describes and observes the effects."""

from __future__ import annotations

import json
import re
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode

from tests.contract.openapi import document
from tests.fuzz.known_requests import FORM, Known

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tests.fuzz.app import Forgetful
    from tests.fuzz.world import Identity

JSON = "application/json"
METHODS = ("get", "put", "post", "delete", "patch")


class Place(NamedTuple):
    """An operation, and a request to it that would change something."""

    method: str
    path: str
    query: str
    headers: Mapping[str, str]
    body: Any
    media: str | None
    operation: dict[str, Any]

    @property
    def is_ours(self) -> bool:
        """Return whether the operation refuses with a problem of ours."""
        return self.path.startswith("/v1/")

    def members(self) -> set[str]:
        """Return the members that its body may have."""
        (content,) = self.operation["requestBody"]["content"].values()
        schema = content["schema"]
        if "$ref" in schema:
            schema = document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        return {name for one in schema.get("oneOf", [schema]) for name in one["properties"]}


class Heard(NamedTuple):
    """An answer, and the tables that it changed by mistake."""

    status: int
    headers: dict[str, str]
    body: bytes
    wrote: set[str]


def places(known: Mapping[str, list[Known]], who: Identity) -> list[Place]:
    """Return every operation of the description, with a valid request of `who`."""
    return [
        _place(method.upper(), path, operation, (known.get(operation["operationId"]) or [Known()])[-1], who)
        for path, operations in document()["paths"].items()
        for method, operation in operations.items()
        if method in METHODS
    ]


def _place(method: str, path: str, operation: dict[str, Any], known: Known, who: Identity) -> Place:
    filled = re.sub(r"\{(\w+)\}", lambda found: str(known.path[found[1]]), path)
    reads = operation.get("requestBody", {}).get("content", {})
    cookies = "; ".join(f"{name}={value}" for name, value in known.cookies.items())
    headers = {**who.headers, **known.headers, **({"Cookie": cookies} if cookies else {})}
    body = known.body if known.body is not None else {} if reads else None
    return Place(method, filled, urlencode(dict(known.query)), headers, body, next(iter(reads), None), operation)


class Asker:
    """Sends requests as a web server would, changed as a row of the tables demands."""

    def __init__(self, app: Forgetful) -> None:
        self.app = app

    def ask(self, place: Place, **other: Any) -> Heard:
        """Send the request of a place; `other` replaces its method, path, query, headers, body or media type."""
        said = place._replace(**{name: value for name, value in other.items() if name != "raw"})
        raw = other["raw"] if "raw" in other else _written(said.body, said.media)
        environ: dict[str, Any] = {
            "REQUEST_METHOD": said.method,
            "PATH_INFO": said.path.encode().decode("latin-1"),
            "QUERY_STRING": said.query,
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "HTTP_HOST": "localhost",
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(raw),
            "CONTENT_LENGTH": str(len(raw)),
            "CONTENT_TYPE": said.media or "",
        }
        environ |= {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in said.headers.items()}
        return self._sent(environ)

    def _sent(self, environ: dict[str, Any]) -> Heard:
        began: list[Any] = []
        body = b"".join(self.app(environ, lambda status, headers, *_: began.append((status, headers))))
        status, headers = began[0]
        assert int(status[:3]) < 500, f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}: {self.app.fault!r}"
        return Heard(int(status[:3]), {name.lower(): value for name, value in headers}, body, self.app.wrote)


def _written(body: Any, media: str | None) -> bytes:
    if media is None:
        return b""
    return urlencode(body).encode() if media == FORM else json.dumps(body).encode()


def wrongs(place: Place, heard: Heard, statuses: set[int]) -> Iterator[str]:
    """Yield what is wrong with a refusal: it must have one of these statuses, be a problem and change nothing."""
    where = f"{place.method} {place.path}"
    # A refusal by OAuth may change something on purpose: revoke the tokens of a code that is used twice.
    if heard.status not in (statuses if place.is_ours else range(400, 500)):
        yield f"{where}: {heard.status} {heard.body[:120]!r}"
    elif place.is_ours:
        if heard.headers["content-type"] != "application/problem+json":
            yield f"{where}: came as {heard.headers['content-type']}"
        if heard.wrote:
            yield f"{where}: changed {heard.wrote}"
