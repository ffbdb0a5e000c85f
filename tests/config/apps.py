"""The real applications, called in this thread as by granian: the web process, Django under ASGI, the streams."""

from __future__ import annotations

import asyncio
import contextlib
import io
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple
from unittest import mock

from asgiref.sync import async_to_sync, sync_to_async
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Headers = tuple[tuple[str, bytes], ...]


class Asked(NamedTuple):
    """A request as it is sent; the path and the values of headers are bytes, as clients may send any."""

    method: str = "GET"
    path: bytes = b"/livez"
    query: bytes = b""
    headers: Headers = ()
    body: bytes = b""

    def all_headers(self) -> Headers:
        """Return its headers with those that every request has."""
        named = {name for name, _ in self.headers}
        host: Headers = () if "host" in named else (("host", b"localhost"),)
        length: Headers = (("content-length", str(len(self.body)).encode()),)
        return (*host, *self.headers, *(length if self.body and "content-length" not in named else ()))


class Heard(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


@contextlib.contextmanager
def _in_a_transaction() -> Iterator[None]:
    """Keep the test's connection and its transaction open, however many requests end."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def web(asked: Asked) -> Heard:
    """Return the answer of `config.wsgi`."""
    from config.wsgi import application  # noqa: PLC0415  it needs the settings

    environ: dict[str, Any] = {
        "REQUEST_METHOD": asked.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": asked.path.decode("latin-1"),
        "QUERY_STRING": asked.query.decode("latin-1"),
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(asked.body),
    }
    for name, value in asked.all_headers():
        key = name.upper().replace("-", "_")
        key = key if key in {"CONTENT_TYPE", "CONTENT_LENGTH"} else f"HTTP_{key}"
        environ[key] = ",".join((*filter(None, [environ.get(key)]), value.decode("latin-1")))
    began: list[tuple[str, Sequence[tuple[str, str]]]] = []
    with _in_a_transaction():
        answer = application(environ, lambda status, headers, *_: began.append((status, headers)))  # type: ignore[arg-type]
        body = b"".join(answer)
        if hasattr(answer, "close"):
            answer.close()
    status, headers = began[-1]
    return Heard(int(status[:3]), {name.lower(): value for name, value in headers}, body)


def asgi(asked: Asked) -> Heard:
    """Return the answer of `config.asgi`."""
    from config.asgi import application  # noqa: PLC0415  it needs the settings

    # Each request would have a thread of its own, outside the test's transaction.
    with mock.patch("django.core.handlers.asgi.ThreadSensitiveContext", contextlib.nullcontext):
        return _ask_asgi(application, asked)


def streams(asked: Asked) -> Heard:
    """Return the answer of the streams process without waiting or streaming."""
    return _ask_asgi(_streams(), asked)


@cache
def _streams() -> Any:
    from config.servers import streams as process  # noqa: PLC0415  it needs the settings

    views = process._application().views
    in_this_thread = sync_to_async(views._answer)

    async def answer(scope: Any, *, is_probe: bool = False) -> Any:  # noqa: ARG001
        """Answer in the thread that has the test's transaction, instead of one of the process."""
        return await in_this_thread(scope)

    views.answer = answer  # type: ignore[method-assign]
    return process.guarded()


def _ask_asgi(application: Any, asked: Asked) -> Heard:
    said: list[dict[str, Any]] = []
    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": asked.method,
        "scheme": "http",
        "path": asked.path.decode("utf-8", "replace"),
        "raw_path": asked.path,
        "query_string": asked.query,
        "root_path": "",
        "headers": [(name.encode(), value) for name, value in asked.all_headers()],
        "client": ("127.0.0.1", 40_000),
        "server": ("127.0.0.1", 80),
        "extensions": {},
    }

    async def answer() -> None:
        parts = [{"type": "http.request", "body": asked.body, "more_body": False}]

        async def receive() -> dict[str, Any]:
            if parts:
                return parts.pop()
            await asyncio.Event().wait()  # the client stays until it has the whole answer
            raise AssertionError("unreachable")

        async def send(message: dict[str, Any]) -> None:
            said.append(message)

        await application(scope, receive, send)

    with _in_a_transaction():
        async_to_sync(answer)()
    headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in said[0]["headers"]}
    return Heard(said[0]["status"], headers, b"".join(part.get("body", b"") for part in said[1:]))
