"""HTTP to one address over kept connections: many requests at once from one process, by http or https."""

from __future__ import annotations

import asyncio
import re
import time
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlsplit

from devtools.stack.trouble import Trouble

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

LIMIT: Final = 30.0
"""Seconds without any answer."""
IDLE: Final = 1.0
"""Seconds after which a connection is not used again: the service closes it after two."""
LONGEST_LINE: Final = 1 << 24
_HEADER: Final = re.compile(rb"\r\n(content-length|retry-after|transfer-encoding): *([^\r]+)", re.IGNORECASE)
_OK, _UNSERVED = 200, 500
_PORTS: Final = {"http": 80, "https": 443}


class Answer(NamedTuple):
    """An answer; `retry_after` in seconds, 0 if it names none."""

    status: int
    retry_after: float
    body: bytes


class Connections:
    """The connections to the service at `url`."""

    def __init__(self, url: str) -> None:
        """Connect to nothing yet. Raises Trouble if the address is not one of http or https."""
        found = urlsplit(url)
        if found.scheme not in _PORTS or not found.hostname or found.path.strip("/"):
            raise Trouble(f"URL must be the address of a service, such as https://play.example.org, not {url!r}.")
        self.host = found.hostname
        self._name = found.netloc
        self._port = found.port or _PORTS[found.scheme]
        self._tls = True if found.scheme == "https" else None
        self._idle: list[tuple[float, asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def ask(self, method: str, path: str, token: str = "", body: bytes | None = None) -> Answer:
        """Send a request; return the answer. Raises OSError, EOFError or TimeoutError where there is none."""
        async with asyncio.timeout(LIMIT):
            reader, writer = await self._connection()
            try:
                writer.write(self._request(method, path, token, body))
                answer = await _answer(reader)
            except BaseException:
                writer.close()
                raise
        self._idle.append((time.monotonic(), reader, writer))
        return answer

    async def listen(self, path: str, token: str) -> AsyncIterator[bytes]:
        """Yield the lines of a stream until it ends. Raises OSError or EOFError; Trouble if it is refused."""
        reader, writer = await self._connect()
        try:
            writer.write(self._request("GET", path, token, None, accept="application/jsonl"))
            head = await reader.readuntil(b"\r\n\r\n")
            status = int(head[9:12])
            if status >= _UNSERVED:
                raise ConnectionRefusedError(f"no stream: {status}")
            if status != _OK:
                raise Trouble(f"A stream was refused: {head.splitlines()[0].decode()}")
            while line := await reader.readline():
                if line.startswith(b"{"):  # the others are lengths of chunks
                    yield line
        finally:
            writer.close()

    def close(self) -> None:
        """Close the connections that are not in use."""
        for _, _, writer in self._idle:
            writer.close()
        self._idle.clear()

    def _request(
        self, method: str, path: str, token: str, body: bytes | None, accept: str = "application/json"
    ) -> bytes:
        head = f"{method} {path} HTTP/1.1\r\nHost: {self._name}\r\nAccept: {accept}\r\n"
        if token:
            head += f"Authorization: Bearer {token}\r\n"
        if body is not None:
            head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        return head.encode() + b"\r\n" + (body or b"")

    async def _connection(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        while self._idle:
            used_at, reader, writer = self._idle.pop()
            if time.monotonic() - used_at < IDLE and not reader.at_eof():
                return reader, writer
            writer.close()
        return await self._connect()

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(self.host, self._port, ssl=self._tls, limit=LONGEST_LINE)


async def _answer(reader: asyncio.StreamReader) -> Answer:
    head = await reader.readuntil(b"\r\n\r\n")
    headers = {name.lower(): value for name, value in _HEADER.findall(head)}
    if b"transfer-encoding" in headers:
        body = await _chunks(reader)
    else:
        body = await reader.readexactly(int(headers.get(b"content-length", b"0")))
    return Answer(int(head[9:12]), float(headers.get(b"retry-after", b"0")), body)


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    """Return a body that a proxy passes on in chunks."""
    body = b""
    while size := int((await reader.readline()).partition(b";")[0], 16):
        body += (await reader.readexactly(size + 2))[:-2]
    await reader.readline()
    return body
