"""Stands between a client and the service, and answers as a later release might, over a network that breaks.

Every object has a member more, enumerations have values more, some events and one legal command are of kinds that
nobody knows, and streams have items more. The first stream breaks off in the middle of an item, and the answer to one
command gets lost.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import socket
import threading
from functools import cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Final

import yaml

from tests.clients import tools

if TYPE_CHECKING:
    from collections.abc import Iterator

SCHEMA: Final = "#/components/schemas/"
NEW: Final = "added_later"
ACTED_ON: Final = {"GameStatus", "ErrorCode", "StreamEndReason", "StreamResetReason", "CommandType", "Scope"}
"""Enumerations whose values decide what a client does next."""
REPLACED: Final = {"turn_started", "seat_skipped", "uno_cleared"}
"""Events that come as events of an unknown kind."""
HOP: Final = {"connection", "transfer-encoding", "content-length", "content-encoding", "accept-encoding", "host"}
CUT_STREAM_AFTER: Final = 12
LOST_COMMAND: Final = 3


@cache
def document() -> dict[str, Any]:
    """Return the description of the API."""
    loaded: dict[str, Any] = yaml.load(tools.OPENAPI.read_text(), Loader=yaml.CSafeLoader)
    return loaded


def schema_of(method: str, path: str, status: int) -> dict[str, Any]:
    """Return the schema of an answer."""
    for template, operations in document()["paths"].items():
        pattern = re.sub(r"\\{\w+\\}", "[^/]+", re.escape(template))
        if method.lower() in operations and re.fullmatch(pattern, path.partition("?")[0]):
            response = operations[method.lower()]["responses"].get(str(status), {})
            media = response.get("content", {})
            found: dict[str, Any] = next(iter(media.values()), {}).get("schema", {})
            return found if status < HTTPStatus.BAD_REQUEST else {"$ref": f"{SCHEMA}Problem"}
    return {}


def grown(value: Any, schema: dict[str, Any]) -> Any:
    """Return what a later release might answer in place of `value`."""
    name = schema.get("$ref", "").removeprefix(SCHEMA)
    schema = document()["components"]["schemas"][name] if name else schema
    choices = [one for one in schema.get("anyOf", schema.get("allOf", ())) if one.get("type") != "null"]
    if value is not None and "oneOf" in schema:
        return grown_kind(value, schema["oneOf"])
    if "x-known-values" in schema and isinstance(value, str):
        return value if name in ACTED_ON else NEW
    if len(choices) == 1:
        return grown(value, choices[0])
    if isinstance(value, list) and "items" in schema:
        more = [{"type": NEW, "power": 9}] if schema["items"] == {"$ref": f"{SCHEMA}Command"} and value else []
        return [grown(each, schema["items"]) for each in value] + more
    if isinstance(value, dict) and "properties" in schema:
        members = schema["properties"]
        read = {key: grown(inner, members.get(key, {})) for key, inner in value.items()}
        return read if schema.get("additionalProperties") is False else read | {NEW: ["a", 1, None]}
    return value


def grown_kind(value: Any, kinds: list[dict[str, Any]]) -> Any:
    """Return a value of a union: of the same kind, or of an unknown one."""
    for kind in kinds:
        members = document()["components"]["schemas"][kind["$ref"].removeprefix(SCHEMA)].get("properties", {})
        for tag, schema in members.items():
            if "const" in schema and schema["const"] == value.get(tag):
                return {tag: NEW, "of": value} if value[tag] in REPLACED else grown(value, kind)
    return value


class Later(ThreadingHTTPServer):
    """The proxy, and what it has done."""

    daemon_threads = True

    def __init__(self, service: str) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.service = service.removeprefix("http://")
        self.address = f"http://127.0.0.1:{self.server_address[1]}"
        self.streams = 0
        self.commands = 0
        self.cut: list[str] = []
        self.whole = False
        """Whether the network does not break."""


class Handler(BaseHTTPRequestHandler):
    """Hands one request on."""

    server: Later
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        """Say nothing."""

    def handle_any(self) -> None:
        """Ask the service, and answer."""
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        kept = {name: value for name, value in self.headers.items() if name.lower() not in HOP}
        service = http.client.HTTPConnection(self.server.service, timeout=60)
        with contextlib.closing(service):
            service.request(self.command, self.path, body or None, kept)
            answer = service.getresponse()
            if answer.headers.get_content_type() == "text/event-stream":
                self.hand_on_stream(answer)
            else:
                self.hand_on(answer)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_any  # noqa: N815 - its names

    def hand_on(self, answer: http.client.HTTPResponse) -> None:
        """Answer with what the service has said, and more."""
        text = answer.read()
        if answer.headers.get_content_type() in {"application/json", "application/problem+json"} and text:
            text = json.dumps(grown(json.loads(text), schema_of(self.command, self.path, answer.status))).encode()
        if self.path.endswith("/commands"):
            self.server.commands += 1
            if self.server.commands == LOST_COMMAND and not self.server.whole:
                self.break_off("command")
                return
        self.begin(answer)
        if answer.status not in {HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED}:
            self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def hand_on_stream(self, answer: http.client.HTTPResponse) -> None:
        """Hand on items, each as soon as it comes."""
        self.server.streams += 1
        first = self.server.streams == 1 and not self.server.whole
        self.begin(answer)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        schema = schema_of("GET", self.path, answer.status)
        items = 0
        with contextlib.suppress(ConnectionError):
            for line in iter(answer.readline, b""):
                if not line.startswith(b"data:"):
                    self.chunk(line)
                    continue
                items += 1
                text = b"data: " + json.dumps(grown(json.loads(line[5:]), schema)).encode() + b"\n"
                if first and items == CUT_STREAM_AFTER:
                    self.chunk(text[: len(text) // 2])
                    self.break_off("stream")
                    return
                self.chunk(text)
                self.chunk(b'\nevent: added_later\ndata: {"type": "added_later", "reason": "a new kind"}\n')
            self.wfile.write(b"0\r\n\r\n")

    def begin(self, answer: http.client.HTTPResponse) -> None:
        """Send status and headers."""
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            if name.lower() not in HOP:
                self.send_header(name, value)

    def chunk(self, data: bytes) -> None:
        """Send a part of a stream."""
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")

    def break_off(self, what: str) -> None:
        """Break the connection in the middle."""
        self.server.cut.append(what)
        self.close_connection = True
        with contextlib.suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def later_service(service: str) -> Iterator[Later]:
    """Run the proxy beside the service at that address."""
    with Later(service) as proxy:
        thread = threading.Thread(target=proxy.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            yield proxy
        finally:
            proxy.shutdown()
            thread.join()
