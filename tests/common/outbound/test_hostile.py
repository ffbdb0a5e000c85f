"""Addresses that try to reach the internal network: none of them gets a connection (RELIABILITY P12, 2.6)."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from ipaddress import ip_network
from typing import TYPE_CHECKING, Any

import pytest

from common.outbound import urls
from common.outbound.answer import CallFailed
from common.outbound.client import post

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_django.fixtures import SettingsWrapper

# PORT is one with a listener on this machine, by IPv4 and IPv6.
HOSTILE = """
http://127.0.0.1:PORT/
https://127.0.0.1:PORT/
https://127.0.0.1/
https://127.1:PORT/
https://127.0.1:PORT/
https://127.255.255.254:PORT/
https://0:PORT/
https://0.0.0.0:PORT/
https://2130706433:PORT/
https://0x7f.1:PORT/
https://0x7f000001:PORT/
https://0x7f.0x0.0x0.0x1:PORT/
https://017700000001:PORT/
https://0177.0.0.1:PORT/
https://127.0.0.01:PORT/
https://127.0.0.1.:PORT/
https://localhost:PORT/
https://localhost.:PORT/
https://LOCALHOST:PORT/
https://localhost.localdomain:PORT/
https://ip6-localhost:PORT/
https://a.localhost:PORT/
https://[::1]:PORT/
https://[::1]/
https://[::]:PORT/
https://[0:0:0:0:0:0:0:1]:PORT/
https://[::1%25lo]:PORT/
https://[::1%lo]:PORT/
https://[fe80::1%25eth0]:PORT/
https://[::127.0.0.1]:PORT/
https://[::ffff:127.0.0.1]:PORT/
https://[::ffff:7f00:1]:PORT/
https://[::FFFF:127.0.0.1]:PORT/
https://[::ffff:0:127.0.0.1]:PORT/
https://[64:ff9b::127.0.0.1]:PORT/
https://[64:ff9b::7f00:1]:PORT/
https://[64:ff9b:1::7f00:1]:PORT/
https://[2002:7f00:1::]:PORT/
https://[2002:7f00:1::1]/
https://[2001::1]/
https://[2001:0:53aa:64c:0:7c:80ff:fffe]/
https://[2001:db8::1]/
https://[3fff::1]/
https://[100::1]/
https://[fc00::1]/
https://[fd12:3456:789a::1]/
https://[fe80::1]/
https://[fec0::1]/
https://[ff02::1]/
https://[2620:4f:8000::1]/
https://[2a00:1450::5efe:127.0.0.1]/
https://[v1.fe80]/
https://169.254.169.254/latest/meta-data/
https://100.64.0.1/
https://100.127.255.254/
https://10.0.0.1/
https://172.16.0.1/
https://172.31.255.255/
https://192.168.0.1/
https://192.0.0.1/
https://192.0.0.170/
https://192.0.2.1/
https://192.88.99.1/
https://198.18.0.1/
https://198.51.100.7/
https://203.0.113.7/
https://224.0.0.1/
https://239.255.255.250/
https://240.0.0.1/
https://255.255.255.255/
https://127.0.0.1.nip.io:PORT/
https://7f000001.nip.io:PORT/
https://www.127.0.0.1.sslip.io:PORT/
https://testserver/
https://8.8.8.8:22/
https://8.8.8.8:25/
https://8.8.8.8:5432/
https://8.8.8.8:6379/
https://8.8.8.8:0/
https://8.8.8.8:65536/
https://8.8.8.8:0443/
http://8.8.8.8/
http://8.8.8.8:443/
https://user:pass@127.0.0.1:PORT/
https://user@8.8.8.8/
https://8.8.8.8@127.0.0.1:PORT/
https://8.8.8.8#@127.0.0.1:PORT/
https://8.8.8.8\\@127.0.0.1:PORT/
https://127.0.0.1:PORT\\@8.8.8.8/
https:127.0.0.1:PORT
https:/127.0.0.1:PORT/
https:///127.0.0.1:PORT/
https:\\\\127.0.0.1:PORT/
//127.0.0.1:PORT/
ftp://127.0.0.1:PORT/
file:///etc/passwd
gopher://127.0.0.1:PORT/_x
unix:///tmp/socket
data:text/plain,x
javascript:alert(1)
https://127。0。0。1:PORT/
https://１２７.0.0.1:PORT/
https://ⓛocalhost:PORT/
https://locαlhost:PORT/
https://127.0.0.1%3aPORT/
https://%31%32%37.0.0.1:PORT/
https://127.0.0.1%00.example.com/
https://example.com:PORT:PORT/
https://exa mple.com/
https://example..com/
https://-example.com/
https://.example.com/
https://example.com./
https://[::1/
https://::1/
https://example.com/\\r\\nHost: inside
https://example.com/#fragment
""".strip().splitlines()


class Doors:
    """Listeners on this machine that count connections."""

    def __init__(self) -> None:
        self.accepted = 0
        self.first = socket.create_server(("127.0.0.1", 0))
        self.port = self.first.getsockname()[1]
        self.listeners = [self.first]
        with contextlib.suppress(OSError):  # a machine without IPv6 has one listener less
            self.listeners.append(socket.create_server(("::1", self.port), family=socket.AF_INET6))
        for listener in self.listeners:
            threading.Thread(target=self._serve, args=(listener,), daemon=True).start()

    def _serve(self, listener: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = listener.accept()
                self.accepted += 1
                connection.close()

    def close(self) -> None:
        for listener in self.listeners:
            listener.close()


@pytest.fixture(scope="module")
def doors() -> Iterator[Doors]:
    """Yield listeners that no test may reach."""
    found = Doors()
    yield found
    found.close()


@pytest.fixture
def dns(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[list[str]]]:
    """Patch the resolver for internal names: each name has its answers in order, the last one for ever."""
    zone: dict[str, list[list[str]]] = {
        "127.0.0.1.nip.io.": [["127.0.0.1"]],
        "7f000001.nip.io.": [["127.0.0.1"]],
        "www.127.0.0.1.sslip.io.": [["127.0.0.1"]],
        "localhost.localdomain.": [["127.0.0.1", "::1"]],
        "a.localhost.": [["::1"]],
        "locαlhost": [["127.0.0.1"]],
    }
    system = socket.getaddrinfo

    def getaddrinfo(host: Any, port: Any, *rest: Any, **more: Any) -> Any:
        if host not in zone:
            return system(host, port, *rest, **more)
        answers = zone[host]
        found = answers.pop(0) if len(answers) > 1 else answers[0]
        return [(socket.AF_INET6 if ":" in a else socket.AF_INET, socket.SOCK_STREAM, 6, "", (a, 0)) for a in found]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return zone


def test_the_list_is_long_enough() -> None:
    assert len(set(HOSTILE)) >= 80


@pytest.mark.parametrize("template", HOSTILE)
def test_nothing_inside_is_reached(template: str, doors: Doors, dns: object) -> None:  # noqa: ARG001 - leads inside
    address = template.replace("PORT", str(doors.port)).replace("\\r\\n", "\r\n").replace("\\\\", "\\")
    with pytest.raises(CallFailed) as failure:
        post(address, b"{}", {})
    assert failure.value.reason in {"url", "address"}
    assert doors.accepted == 0


def test_the_doors_would_have_noticed(doors: Doors) -> None:
    socket.create_connection(("127.0.0.1", doors.port)).close()
    end = time.monotonic() + 30
    while not doors.accepted and time.monotonic() < end:
        pass
    assert doors.accepted == 1
    doors.accepted = 0


def test_one_address_inside_spoils_a_name(doors: Doors, dns: dict[str, list[list[str]]]) -> None:
    dns["mixed.example.com."] = [["8.8.8.8", "127.0.0.1"]]
    with pytest.raises(CallFailed, match="address"):
        post(f"https://mixed.example.com:{doors.port}/", b"", {})
    assert doors.accepted == 0


def test_a_name_that_changes_its_mind_is_called_where_it_was_judged(
    doors: Doors, dns: dict[str, list[list[str]]], settings: SettingsWrapper
) -> None:
    settings.OUTBOUND_ALLOW = [ip_network("127.0.0.2/32")]
    outside = socket.create_server(("127.0.0.2", doors.port))
    outside.settimeout(30)
    dns["rebinding.example.com."] = [["127.0.0.2"], ["127.0.0.1"]]
    caller = threading.Thread(target=_try, args=(f"http://rebinding.example.com:{doors.port}/",))
    caller.start()
    outside.accept()[0].close()
    caller.join()
    outside.close()
    assert doors.accepted == 0
    assert dns["rebinding.example.com."] == [["127.0.0.1"]], "it was asked once"


def test_the_next_call_judges_anew(doors: Doors, dns: dict[str, list[list[str]]], settings: SettingsWrapper) -> None:
    settings.OUTBOUND_ALLOW = [ip_network("127.0.0.2/32")]
    dns["rebinding.example.com."] = [["127.0.0.2"], ["127.0.0.1"]]
    reasons = [_try(f"http://rebinding.example.com:{doors.port}/") for _ in range(2)]
    assert reasons == ["connect", "address"]
    assert doors.accepted == 0


def test_a_name_without_an_answer_is_refused_and_tells_no_more_than_one_that_leads_inside(
    dns: dict[str, list[list[str]]],
) -> None:
    dns["silent.example.com."] = [[]]
    dns["inside.example.com."] = [["10.0.0.1"]]
    assert {_try("https://silent.example.com/"), _try("https://inside.example.com/")} == {"address"}


def test_a_resolver_that_hangs_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: asked.wait(60))
    begun = time.monotonic()
    with pytest.raises(CallFailed, match="address"):
        post("https://slow.example.com/", b"", {}, seconds=0.2)
    asked.set()
    assert time.monotonic() - begun < 30


def test_names_whose_servers_are_silent_hold_up_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, end = threading.Semaphore(0), threading.Event()

    def getaddrinfo(host: str, *_: object, **__: object) -> list[Any]:
        if host.startswith("silent"):
            asked.release()
            end.wait(60)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.0.0.1", 0))]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    names = [f"https://silent{number}.example.com/" for number in range(40)]
    with ThreadPoolExecutor(len(names)) as pool:
        callers = [pool.submit(_try, name) for name in names]
        assert all(asked.acquire(timeout=30) for _ in names)
        assert _try("https://inside.example.com/") == "address"
        assert not any(caller.done() for caller in callers)
        with pytest.raises(CallFailed, match="address"):
            post(names[0], b"", {}, seconds=0.1)
        assert not asked.acquire(blocking=False), "there is one look-up of a name at a time"
        end.set()


def _try(address: str) -> str:
    try:
        post(address, b"", {})
    except CallFailed as failure:
        return failure.reason
    return "ok"


@pytest.mark.parametrize(
    "address",
    [
        "https://example.com", "https://hooks.example.com:8443/a/b?c=d&e=%20", "https://93.184.215.14/hook",
        "https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/", "https://xn--bcher-kva.example/", "https://a_b.example.com/",
    ],
)  # fmt: skip
def test_ordinary_addresses_are_taken(address: str) -> None:
    urls.require_public(urls.parse(address))
