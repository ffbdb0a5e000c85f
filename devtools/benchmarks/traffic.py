"""HTTP over raw keep-alive sockets: many connections from one process, at a small and even price per request.

A script is a generator that yields requests and is sent the answers; every connection runs one script at a time, all
of them at once.
"""

from __future__ import annotations

import re
import selectors
import socket
import time
from collections.abc import Generator
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

CHUNK: Final = 1 << 18
LIMIT: Final = 30.0  # seconds without any answer
IDLE: Final = 1.0  # seconds after which a connection is opened again: the server closes it after two
LENGTH: Final = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)


class Answer(NamedTuple):
    """An answer as it arrived, and its duration."""

    status: int
    body: bytes
    seconds: float


Script = Generator[bytes, Answer, None]


def request(method: str, path: str, token: str, body: bytes | None = None, *, prefer: str = "") -> bytes:
    """Return the bytes of a request."""
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n"
    if prefer:
        head += f"Prefer: {prefer}\r\n"
    if token:
        head += f"Authorization: Bearer {token}\r\n"
    if body is not None:
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return head.encode() + b"\r\n" + (body or b"")


class Line:
    """One connection, opened again after a pause."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.socket: socket.socket | None = None
        self.received = b""
        self.sent_at = self.used_at = 0.0

    def send(self, sent: bytes) -> socket.socket:
        """Send a request; return the socket it was sent over."""
        if time.perf_counter() - self.used_at > IDLE:
            self.close()
        if self.socket is None:
            self.socket = socket.create_connection(("127.0.0.1", self.port), timeout=LIMIT)
            self.socket.settimeout(None)  # the selector knows when to read
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.received = b""
        self.sent_at = time.perf_counter()
        self.socket.sendall(sent)
        return self.socket

    def receive(self) -> Answer | None:
        """Read available bytes; return the answer once it is whole. Raises ConnectionError if the server closed it."""
        assert self.socket is not None
        came = self.socket.recv(CHUNK)
        if not came:
            raise ConnectionError("the server closed a connection that waited for an answer")
        self.received += came
        end = self.received.find(b"\r\n\r\n")
        if end < 0:
            return None
        length = LENGTH.search(self.received, 0, end)
        body_at = end + 4
        if length is None:
            raise ValueError("an answer without Content-Length")
        if len(self.received) - body_at < int(length[1]):
            return None
        self.used_at = time.perf_counter()
        return Answer(int(self.received[9:12]), self.received[body_at:], self.used_at - self.sent_at)

    def close(self) -> None:
        """Close the connection."""
        if self.socket is not None:
            self.socket.close()
            self.socket = None


def run(lines: Sequence[Line], scripts: Sequence[Script]) -> None:
    """Run every script to its end, each on its own connection, with one request under way per connection."""
    with selectors.DefaultSelector() as selector:
        for line, script in zip(lines, scripts, strict=True):
            first = next(script, None)
            if first is not None:
                selector.register(line.send(first), selectors.EVENT_READ, (line, script))
        while selector.get_map():
            ready = selector.select(LIMIT)
            if not ready:
                raise TimeoutError(f"no answer within {LIMIT:.0f} s")
            for key, _ in ready:
                line, script = key.data
                answer = line.receive()
                if answer is None:
                    continue
                selector.unregister(key.fileobj)
                try:
                    following = script.send(answer)
                except StopIteration:
                    continue
                selector.register(line.send(following), selectors.EVENT_READ, (line, script))
