"""The answers of the real streams process to invalid requests."""

from __future__ import annotations

import json
import socket
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.games.streams.process import Streams

pytestmark = pytest.mark.django_db
GAME = b"/v1/games/0190f3c2-1111-4222-8333-444455556666/events"
UNWANTED = {
    "a codec that is none of texts": (415, GAME + b"?wait=1", b"Content-Type: text/plain; charset=hex"),
    "one with a language": (415, GAME, b"Content-Type: text/plain; charset*=hex'en'x"),
    "a Content-Type of 60 kB": (415, b"/livez", b'Content-Type: a/b; x="' + b";" * 60_000),
    "no codec, where nobody listens": (415, b"/nowhere", b"Content-Type: text/plain; charset=hex"),
    "cookies without end": (431, b"/livez", b"Cookie: " + b"a=b; " * 8000),
    "an address without end": (414, GAME + b"?a=" + b"a" * 5000, b"X-Odd: 1"),
    "a query that is no UTF-8": (400, GAME + b"?after=%FF", b"X-Odd: 1"),
    "a host of somebody else": (400, b"/livez", b"X-Forwarded-Host: evil.example"),
}


@pytest.mark.parametrize(("status", "target", "header"), UNWANTED.values(), ids=UNWANTED.keys())
def test_what_nobody_should_send_gets_a_problem(streams: Streams, status: int, target: bytes, header: bytes) -> None:
    host = b"elsewhere.example" if b"evil" in header else b"127.0.0.1"
    heard = b""
    with socket.create_connection(("127.0.0.1", streams.port), timeout=30) as line:
        line.sendall(b"GET %b HTTP/1.1\r\nHost: %b\r\n%b\r\nConnection: close\r\n\r\n" % (target, host, header))
        while more := line.recv(65_536):
            heard += more
    head, _, body = heard.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status), head
    assert b"application/problem+json" in head
    assert json.loads(body)["status"] == status
    assert streams.get("/livez").status_code == 200
