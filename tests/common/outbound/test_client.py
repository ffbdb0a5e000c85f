"""Calls to a receiver, and hostile answers to them."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from ipaddress import ip_network
from typing import TYPE_CHECKING

import pytest

from common.outbound import client, transport
from common.outbound.answer import MAX_BYTES, Answer, CallFailed
from common.outbound.client import post
from tests.players.receivers import Receiver, Reply, certificate_for

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytest_django.fixtures import SettingsWrapper


ENDLESS = 30.0
"""Seconds within which every call that could wait for ever must have given up."""


@pytest.fixture(autouse=True)
def _here(settings: SettingsWrapper) -> None:
    settings.OUTBOUND_ALLOW = [ip_network("127.0.0.0/8"), ip_network("::1/128")]


@contextlib.contextmanager
def saying(*pieces: bytes, every: float = 0.0, for_ever: bool = False) -> Iterator[str]:
    """Yield the address of a server that reads a request and sends these pieces."""
    stop = threading.Event()
    server = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        connection, _ = server.accept()
        with connection, contextlib.suppress(OSError):
            connection.recv(65536)
            for piece in pieces:
                connection.sendall(piece)
            while for_ever and not stop.wait(every):
                connection.sendall(pieces[-1])

    threading.Thread(target=serve, daemon=True).start()
    yield f"http://127.0.0.1:{server.getsockname()[1]}/"
    stop.set()
    server.close()


def test_a_call_carries_body_and_headers_and_reports_the_status() -> None:
    with Receiver(lambda _: Reply(202, {"Retry-After": "7"}, b"thanks")) as receiver:
        answer = post(receiver.url + "?a=b", b'{"a": 1}', {"Content-Type": "application/json", "webhook-id": "x"})
    (received,) = receiver.received
    assert (answer.status, answer.ok, answer.body, answer.retry_after) == (202, True, b"thanks", 7.0)
    assert (received.path, received.body) == ("/hook?a=b", b'{"a": 1}')
    assert received.headers["webhook-id"] == "x"
    assert received.headers["host"] == f"127.0.0.1:{receiver.port}"


def test_redirects_are_not_followed() -> None:
    with Receiver() as inside, Receiver(lambda _: Reply(302, {"Location": inside.url})) as receiver:
        answer = post(receiver.url, b"", {})
    assert (answer.status, answer.ok, inside.received) == (302, False, [])


def test_proxies_of_the_environment_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    with Receiver() as proxy, Receiver() as receiver:
        for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.url)
        assert post(receiver.url, b"", {}).ok
    assert (len(receiver.received), proxy.received) == (1, [])


def test_an_endless_answer_is_cut_and_its_status_counts() -> None:
    begun = time.monotonic()
    with saying(b"HTTP/1.1 200 OK\r\n\r\n", b"x" * 65536, for_ever=True) as address:
        answer = post(address, b"", {})
    assert answer.ok
    assert len(answer.body) <= MAX_BYTES
    assert time.monotonic() - begun < ENDLESS


def test_an_endless_head_is_no_answer() -> None:
    with saying(b"HTTP/1.1 200 OK\r\n", b"X-More: " + b"x" * 1000 + b"\r\n", for_ever=True) as address:
        assert _reason(address) == "protocol"


def test_a_dripping_answer_is_no_answer() -> None:
    begun = time.monotonic()
    with saying(b"HTTP/1.1 200 OK\r\n", b"X-A: b\r\n", every=0.05, for_ever=True) as address:
        assert _reason(address, seconds=0.5) == "timeout"
    assert time.monotonic() - begun < ENDLESS


def test_a_receiver_that_does_not_read_is_not_waited_for() -> None:
    server = socket.create_server(("127.0.0.1", 0))
    begun = time.monotonic()
    with server, pytest.raises(CallFailed, match="timeout"):
        post(f"http://127.0.0.1:{server.getsockname()[1]}/", b"x" * 50_000_000, {}, seconds=0.5)
    assert time.monotonic() - begun < ENDLESS


def test_nobody_can_ask_for_more_time_than_the_limit() -> None:
    assert client.SECONDS <= 10
    assert MAX_BYTES <= 64 * 1024


@pytest.mark.parametrize("noise", [b"", b"hello\r\n\r\n", b"HTTP/1.1 2000 OK\r\n\r\n", b"\x16\x03\x01" * 100])
def test_noise_is_no_answer(noise: bytes) -> None:
    with saying(noise) as address:
        assert _reason(address) == "protocol"


def test_nobody_listening_is_no_answer() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    assert _reason(f"http://127.0.0.1:{port}/") == "connect"


def test_tls_is_verified_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good, other = certificate_for(tmp_path, "127.0.0.1"), certificate_for(tmp_path, "hooks.example.com")
    authorities = tmp_path / "authorities.pem"
    authorities.write_bytes(good.read_bytes() + other.read_bytes())
    transport._tls.cache_clear()
    with Receiver(certificate=good) as right, Receiver(certificate=other) as wrong:
        assert _reason(right.url) == "tls", "nobody vouches for it"
        monkeypatch.setenv("SSL_CERT_FILE", str(authorities))
        transport._tls.cache_clear()
        assert post(right.url, b"", {}).ok
        assert _reason(wrong.url) == "tls", "the certificate is for another name"
        _lead(monkeypatch, "hooks.example.com.", "127.0.0.1")
        by_name = wrong.url.replace("127.0.0.1", "hooks.example.com")
        assert post(by_name, b"", {}).ok
    transport._tls.cache_clear()
    assert wrong.received[0].headers["host"] == f"hooks.example.com:{wrong.port}"


def _lead(monkeypatch: pytest.MonkeyPatch, name: str, *found: str) -> None:
    system = socket.getaddrinfo
    answers = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 0)) for address in found]
    monkeypatch.setattr(socket, "getaddrinfo", lambda host, *a, **k: answers if host == name else system(host, *a, **k))


def test_the_next_address_is_tried_if_one_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    _lead(monkeypatch, "two.example.com.", "127.0.0.2", "127.0.0.3")
    with Receiver(host="127.0.0.3") as receiver:
        assert post(receiver.url.replace("127.0.0.3", "two.example.com"), b"", {}).ok


@pytest.mark.parametrize(
    ("said", "least", "most"),
    [
        ("120", 120, 120),
        (format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True), 2400, 3601),
        (format_datetime(datetime.now(UTC) - timedelta(hours=1), usegmt=True), 0, 0),
    ],
    ids=["seconds", "in an hour", "an hour ago"],
)
def test_a_receiver_may_ask_for_patience(said: str, least: float, most: float) -> None:
    waits = Answer(503, {"retry-after": said}, b"").retry_after
    assert waits is not None
    assert least <= waits <= most


@pytest.mark.parametrize("said", ["", "soon", "-1", "1.5", "Fri, 99 Foo 2030 00:00:00 GMT", "٣"])
def test_nonsense_about_patience_is_ignored(said: str) -> None:
    assert Answer(503, {"retry-after": said}, b"").retry_after is None


def _reason(address: str, seconds: float = 5.0) -> str:
    try:
        post(address, b"{}", {}, seconds=seconds)
    except CallFailed as failure:
        return failure.reason
    return "ok"
