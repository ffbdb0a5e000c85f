"""Malformed and unwanted HTTP sent to the real web server, which goes on answering other clients.

Requests that granian cannot read get a bare status, requests that it reads and we refuse get a problem; the
connection ends either way, and bytes sent after them are never answered.
"""

import contextlib
import json
import socket
import sys
from collections.abc import Iterator
from typing import Final, NamedTuple

import pytest

from devtools.stack import wait
from devtools.stack.child import Child
from devtools.stack.home import REPOSITORY
from devtools.stack.installation import WEB
from devtools.stack.port import free_port
from tests.faults.stack import service_environment

HOST = "127.0.0.1"
PATIENCE = 30  # seconds, on a machine that has other work
TOKEN = b"ufd_" + b"s" * 43
GET = b"GET /v1/games HTTP/1.1\r\nHost: 127.0.0.1\r\n"
POST = b"POST /v1/guests HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
SMUGGLED = b"GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
HEX = b"Content-Type: text/plain; charset=hex\r\n\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n"

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


class Web(NamedTuple):
    port: int
    child: Child

    def hear(self, sent: bytes, *, hang_up: bool = False) -> bytes:
        """Return the answer to `sent` until the server closes; with `hang_up` the client ends its side first."""
        heard = b""
        connection = socket.create_connection((HOST, self.port), timeout=PATIENCE)
        # The server may stop reading before we have sent everything.
        with connection, contextlib.suppress(ConnectionResetError, BrokenPipeError):
            connection.sendall(sent)
            if hang_up:
                connection.shutdown(socket.SHUT_WR)
            while more := connection.recv(65536):
                heard += more
        return heard

    def serves(self) -> bool:
        """Tell whether another client gets an answer."""
        try:
            return self.hear(GET + b"Connection: close\r\n\r\n").startswith(b"HTTP/1.1 200 OK")
        except ConnectionError:
            return False


@pytest.fixture(scope="module")
def web(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:  # noqa: ARG001  its database
    """Yield the web process as `make run` starts it, on the test database."""
    port, log = free_port(), tmp_path_factory.mktemp("web") / "web.log"
    command = [sys.executable, "-m", *WEB, "--bind", f"{HOST}:{port}"]
    web = Web(port, Child("web", command, log=log, environment=service_environment(), folder=REPOSITORY))
    try:
        wait.until(web.serves, web.child, PATIENCE)
        yield web
    finally:
        web.child.stop()


# Refused by granian's parser.
UNREADABLE = {
    "two lengths that differ": (400, POST + b"Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}" + SMUGGLED),
    "two lengths in one": (400, POST + b"Content-Length: 2, 2\r\n\r\n{}" + SMUGGLED),
    "chunks inside": (400, POST + b"Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n" + SMUGGLED),
    "chunks behind a space": (400, POST + b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n" + SMUGGLED),
    "chunks of HTTP 1.0": (400, CHUNKED.replace(b"HTTP/1.1", b"HTTP/1.0") + b"\r\n0\r\n\r\n" + SMUGGLED),
    "a coding nobody knows": (400, POST + b"Transfer-Encoding: zstd\r\n\r\n" + SMUGGLED),
    "a negative length": (400, POST + b"Content-Length: -1\r\n\r\n{}"),
    "a length with a sign": (400, POST + b"Content-Length: +2\r\n\r\n{}"),
    "a length in hexadecimal": (400, POST + b"Content-Length: 0x2\r\n\r\n{}"),
    "a length in superscript": (400, POST + b"Content-Length: \xb2\r\n\r\n{}"),
    "no length in the header": (400, POST + b"Content-Length:\r\n\r\n{}"),
    "a length of 5,000 digits": (400, POST + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n{}"),
    "a length beyond all measure": (400, POST + b"Content-Length: 1" + b"0" * 30 + b"\r\n\r\n{}"),
    "NUL in a header": (400, GET + b"X-Odd: a\x00b\r\n\r\n"),
    "NUL in the name of a header": (400, GET + b"X\x00Odd: a\r\n\r\n"),
    "NUL in the address": (400, b"GET /v1/\x00 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
    "CR in a header": (400, GET + b"X-Odd: a\rb\r\n\r\n"),
    "a folded header": (400, GET + b"X-Odd: a\r\n b\r\n\r\n"),
    "a header without a colon": (400, GET + b"Authorization " + TOKEN + b"\r\n\r\n"),
    "a header without a name": (400, GET + b": " + TOKEN + b"\r\n\r\n"),
    "101 headers": (431, GET + b"".join(b"X-%d: a\r\n" % number for number in range(100)) + b"\r\n"),
    "a header of 2 MB": (431, GET + b"Cookie: " + b"a" * 2_000_000 + b"\r\n\r\n"),
    "an address of 70 kB": (414, b"GET /v1/" + b"a" * 70_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
    "a word": (400, b"hello\r\n\r\n"),
    "no version": (400, b"GET /v1/games\r\n\r\n"),
    "two spaces": (400, GET.replace(b" ", b"  ", 1) + b"\r\n"),
    "HTTP 9.9": (400, GET.replace(b"1.1", b"9.9") + b"\r\n"),
    "HTTP 2": (None, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    "TLS": (400, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 64 + b"\r\n\r\n"),
}
# Read by granian, refused by config.middleware.edge.
UNWANTED = {
    "a length and chunks": (411, CHUNKED + b"Content-Length: 4\r\n\r\n0\r\n\r\n" + SMUGGLED),
    "chunks": (411, CHUNKED + b"\r\n2\r\n{}\r\n0\r\n\r\n" + SMUGGLED),
    "chunks in chunks": (411, POST + b"Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n" + SMUGGLED),
    "a chunk of no size": (411, CHUNKED + b"\r\nxyz\r\n{}\r\n0\r\n\r\n" + SMUGGLED),
    "a chunk of negative size": (411, CHUNKED + b"\r\n-2\r\n{}\r\n0\r\n\r\n" + SMUGGLED),
    "a chunk that goes on": (411, CHUNKED + b"\r\n2\r\n{}{}\r\n0\r\n\r\n" + SMUGGLED),
    "a chunk with a bad trailer": (411, CHUNKED + b"\r\n0\r\nContent-Length: 3\r\n\r\n" + SMUGGLED),
    "two hosts": (400, GET + b"Host: localhost\r\n\r\n" + SMUGGLED),
    "no host": (400, b"GET /v1/games HTTP/1.1\r\n\r\n" + SMUGGLED),
    "a codec that is none of texts": (415, GET.replace(b"games", b"games?a=1") + HEX + SMUGGLED),
    "a Content-Type of 60 kB": (415, GET + b'Content-Type: a/b; x="' + b";" * 60_000 + b"\r\n\r\n" + SMUGGLED),
    "a host of somebody else": (400, b"GET /v1/games HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n" + SMUGGLED),
    "an address with a host of somebody else": (400, b"GET http://elsewhere.example/v1/games HTTP/1.1\r\n\r\n"),
    "an expectation": (400, POST + b"Expect: the best\r\nContent-Length: 2\r\n\r\n{}" + SMUGGLED),
    "a header of 70 kB": (431, GET + b"Cookie: " + b"a" * 70_000 + b"\r\n\r\n" + SMUGGLED),
    "headers of 40 kB": (
        431,
        GET + b"".join(b"X-%d: %s\r\n" % (n, b"a" * 8000) for n in range(5)) + b"\r\n" + SMUGGLED,
    ),
    "an address of 5 kB": (414, b"GET /v1/" + b"a" * 5000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" + SMUGGLED),
    "a query of 5 kB": (414, GET.replace(b" HTTP", b"?cursor=" + b"a" * 5000 + b" HTTP") + b"\r\n" + SMUGGLED),
    "a small method": (400, GET.replace(b"GET", b"get") + b"\r\n" + SMUGGLED),
    "a body that is too long": (413, POST + b"Content-Length: 1000000\r\n\r\n{"),
}
# Unusual, but unambiguous (RFC 9110, 8.6; RFC 9112, 2.2): the request, then the one behind it. Nothing is created
# here, because other tests count rows: a list creates no guest.
READABLE = {
    "two lengths that agree": (400, POST + b"Content-Length: 2\r\nContent-Length: 2\r\n\r\n[]" + SMUGGLED),
    "LF for CR LF": (200, GET.replace(b"\r\n", b"\n") + b"\n" + SMUGGLED),
    "the whole address": (200, GET.replace(b"/v1", b"http://127.0.0.1/v1") + b"\r\n" + SMUGGLED),
}
BROKEN_OFF = {
    "in the address": (None, GET[:10]),
    "in the headers": (None, GET),
    "in the body": (400, POST + b'Content-Length: 100\r\n\r\n{"name":'),
    "in a chunk": (411, CHUNKED + b"\r\n10\r\n{}"),
    "before a byte": (None, b""),
}


TRIES: Final = 20


@pytest.mark.parametrize(("status", "sent"), UNREADABLE.values(), ids=UNREADABLE.keys())
def test_what_is_no_http_gets_a_status_and_no_more(web: Web, status: int | None, sent: bytes) -> None:
    if status is None:
        assert web.hear(sent) == b""
    else:
        # The end of a connection that is closed in the middle of a request may overtake the answer.
        heard = next(filter(None, (web.hear(sent) for _ in range(TRIES))), b"")
        headers, body = answers(heard, status)
        assert headers["content-length"] == "0"
        assert "content-type" not in headers
        assert body == b""
    assert web.serves()


@pytest.mark.parametrize(("status", "sent"), UNWANTED.values(), ids=UNWANTED.keys())
def test_what_nobody_should_send_gets_one_problem_and_no_more(web: Web, status: int, sent: bytes) -> None:
    one_problem(web.hear(sent), status)
    assert web.serves()


@pytest.mark.parametrize(("status", "sent"), READABLE.values(), ids=READABLE.keys())
def test_what_is_odd_and_clear_is_answered_and_so_is_what_follows(web: Web, status: int, sent: bytes) -> None:
    headers, rest = answers(web.hear(sent), status)
    length = int(headers["content-length"])
    assert answers(rest[length:], 200)[1] == b'{"status": "alive"}'


@pytest.mark.parametrize(("status", "sent"), BROKEN_OFF.values(), ids=BROKEN_OFF.keys())
def test_a_request_may_break_off_anywhere(web: Web, status: int | None, sent: bytes) -> None:
    heard = web.hear(sent, hang_up=True)
    if status is None:
        assert heard == b""
    else:
        one_problem(heard, status)
    assert web.serves()


def test_the_log_tells_of_no_fault_and_no_token(web: Web) -> None:
    web.hear(GET + b"Authorization " + TOKEN + b"\r\n\r\n")
    log = web.child.log.read_bytes()
    assert [word for word in (b"Traceback", b"ERROR", b"error", TOKEN) if word in log] == []


def answers(heard: bytes, status: int) -> tuple[dict[str, str], bytes]:
    """Return the headers and the body of an answer, which begins with this status."""
    head, _, rest = heard.partition(b"\r\n\r\n")
    line, *headers = head.decode("ascii").split("\r\n")
    assert line.startswith(f"HTTP/1.1 {status} "), line
    return dict(header.lower().split(": ", 1) for header in headers), rest


def one_problem(heard: bytes, status: int) -> None:
    """Check that the answer is this refusal, complete, and that no other answer follows."""
    headers, body = answers(heard, status)
    assert headers["content-type"] == "application/problem+json"
    assert headers["content-length"] == str(len(body))
    assert json.loads(body)["status"] == status
