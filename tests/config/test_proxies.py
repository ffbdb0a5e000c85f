"""The sample configurations of proxies in deploy/, with other names and ports: their logs, and what they let through.

Run by `make proxies`, as nginx and Caddy must be installed.
"""

from __future__ import annotations

import contextlib
import select
import shutil
import socket
import threading
from functools import partial
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from devtools.stack import wait
from devtools.stack.child import Child
from devtools.stack.home import REPOSITORY
from devtools.stack.port import free_port

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = pytest.mark.proxies

HOST = "127.0.0.1"
PATIENCE = 30  # seconds, on a machine that has other work
SECRET = "secret0"  # noqa: S105  stands for all there are


class Service(ThreadingHTTPServer):
    """Replaces the web process: answers every request as if it authorized an app, and stores the requests."""

    daemon_threads = True

    def __init__(self, port: int = 0) -> None:
        super().__init__((HOST, port), _Answers)
        self.heard: list[tuple[str, dict[str, str], bytes]] = []
        self.begun = 0
        self.is_away = False


class _Answers(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Service

    def _answer(self) -> None:
        self.server.begun += 1
        if self.server.is_away:
            self.close_connection = True
            return
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        self.server.heard.append((self.path, dict(self.headers.items()), body))
        self.send_response(303)
        self.send_header("Location", f"https://app.example.org/back?code={SECRET}")
        self.send_header("Set-Cookie", f"sessionid={SECRET}")
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_GET = do_POST = _answer  # noqa: N815  the library's names

    def log_message(self, *_words: Any) -> None:
        """Log nothing."""


class Proxy(NamedTuple):
    port: int
    child: Child
    service: Service
    logs: Path
    closed: tuple[str, ...] = ()
    """The beginnings of paths that nobody may ask for."""

    def ask(self, method: str, path: str, headers: dict[str, str] | None = None, body: bytes = b"") -> int:
        with contextlib.closing(HTTPConnection(HOST, self.port, timeout=PATIENCE)) as line:
            line.request(method, path, body or None, headers or {})
            answer = line.getresponse()
            answer.read()
            return answer.status

    def is_there(self) -> bool:
        with contextlib.suppress(OSError):
            return bool(self.ask("GET", "/livez"))
        return False

    def logged(self) -> str:
        """Return the log of the proxy, which has ended."""
        self.child.stop()
        return "".join(path.read_text() for path in sorted(self.logs.iterdir()))


def _caddy(folder: Path, port: int, behind: int) -> list[str]:
    text = (REPOSITORY / "deploy/caddy/Caddyfile").read_text()
    text = _replaced(text, "\n{\n", "\n{\n\tadmin off\n\tauto_https off\n")
    text = _replaced(text, "play.example.org {", f"http://{HOST}:{port} {{")
    _written(folder / "Caddyfile", text, behind)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


def _caddy_of_compose(folder: Path, port: int, behind: int) -> list[str]:
    text = (REPOSITORY / "deploy/docker/Caddyfile").read_text()
    text = _replaced(text, "\n{\n", "\n{\n\tadmin off\n\tauto_https off\n")
    text = _replaced(text, "{$DOMAIN}:8443 {", f"http://{HOST}:{free_port()} {{")
    text = _replaced(text, "{$DOMAIN} {", f"http://{HOST}:{port} {{")
    for name, its_port in (("web", 8000), ("streams", 8001)):
        text = _replaced(text, f"{name}:{its_port}", f"{HOST}:{behind}")
    (folder / "Caddyfile").write_text(text)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


def _nginx(folder: Path, port: int, behind: int) -> list[str]:
    text = (REPOSITORY / "deploy/nginx/flipside.conf").read_text()
    text = _replaced(text, "listen 443 ssl http2;", f"listen {HOST}:{port};")
    text = _replaced(text, "/var/log/nginx/", f"{folder}/logs/")
    text = "\n".join(line for line in text.splitlines() if "ssl_certificate" not in line)
    _written(folder / "flipside.conf", text, behind)
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = f"daemon off; pid {folder}/pid; events {{}} http {{ {temporary} include {folder}/flipside.conf; }}"
    (folder / "nginx.conf").write_text(whole)
    return ["nginx", "-p", str(folder), "-e", f"{folder}/logs/error.log", "-c", str(folder / "nginx.conf")]


def _written(path: Path, text: str, behind: int) -> None:
    path.write_text(_replaced(_replaced(text, f"{HOST}:8000", f"{HOST}:{behind}"), f"{HOST}:8001", f"{HOST}:{behind}"))


def _replaced(text: str, old: str, new: str) -> str:
    assert old in text, old
    return text.replace(old, new)


PROXIES: dict[str, Callable[[Path, int, int], list[str]]] = {
    "caddy": _caddy,
    "caddy of compose": _caddy_of_compose,
    "nginx": _nginx,
}


@contextlib.contextmanager
def proxy_before(name: str, behind: int, folder: Path) -> Iterator[tuple[int, Child]]:
    """Run a proxy with its sample configuration before this port, and yield its own."""
    kind = name.split(maxsplit=1)[0]
    program = shutil.which(kind, path="/usr/local/bin:/usr/bin:/usr/local/sbin:/usr/sbin")
    assert program is not None, f"install {kind}"
    port, logs = free_port(), folder / "logs"
    logs.mkdir()
    _, *words = PROXIES[name](folder, port, behind)
    child = Child(kind, [program, *words], log=logs / "output", environment={"HOME": str(folder)})
    try:
        wait.until(partial(_listens, port), child, PATIENCE)
        yield port, child
    finally:
        child.stop()


def _listens(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection((HOST, port), PATIENCE):
        return True
    return False


@contextlib.contextmanager
def service_at(port: int = 0) -> Iterator[Service]:
    service = Service(port)
    thread = threading.Thread(target=service.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield service
    finally:
        service.shutdown()
        service.server_close()
        thread.join()


@pytest.fixture(params=PROXIES)
def proxy(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Proxy]:
    """Yield a proxy with its sample configuration, and a service behind it."""
    # There operators have a port of their own.
    closed = ("/admin",) if request.param == "caddy of compose" else ()
    with service_at() as service, proxy_before(request.param, service.server_address[1], tmp_path) as (port, child):
        found = Proxy(port, child, service, tmp_path / "logs", closed)
        wait.until(found.is_there, child, PATIENCE)
        yield found


ADDRESSES = {
    "a link": (f"/m/{SECRET}", "/m/-"),
    "the end of mails": (f"/m/unsubscribe/{SECRET}?a={SECRET}", "/m/-"),
    "an invitation": (f"/join/{SECRET}", "/join/-"),
    "an invitation in an app": (f"/v1/invitations/{SECRET}", "/v1/invitations/-"),
    "the offer of a seat": (f"/v1/games/5f0c/seats/1/loan?code={SECRET}", "/v1/games/5f0c/seats/1/loan"),
    "what an app asks for": (f"/oauth/authorize?state={SECRET}&code_challenge={SECRET}", "/oauth/authorize"),
    "an app that puts its code into the address": (f"/oauth/token?code={SECRET}", "/oauth/token"),
    "an operator who looks for somebody": (f"/admin/players/player/?q={SECRET}", "/admin/players/player/"),
    "anything": ("/v1/games?limit=5", "/v1/games?limit=5"),
}
SECRET_HEADERS = ("Authorization", "Proxy-Authorization", "Cookie", "Referer")


@pytest.mark.parametrize("away", [False, True], ids=["", "service away"])
def test_a_log_says_what_was_asked_for_and_nothing_that_opens_anything(proxy: Proxy, *, away: bool) -> None:
    proxy.service.is_away = away
    for path, _ in ADDRESSES.values():
        for method in ("GET", "POST"):
            wanted = 404 if path.startswith(proxy.closed) else 502 if away else 303
            assert proxy.ask(method, path, dict.fromkeys(SECRET_HEADERS, f"Bearer {SECRET}")) == wanted
    log = proxy.logged()
    assert SECRET not in log
    for _, said in ADDRESSES.values():
        assert said in log


def test_headers_that_the_service_could_take_for_the_proxys_own_are_dropped(proxy: Proxy) -> None:
    proxy.ask("GET", "/v1/games", {"X_Forwarded_For": "203.0.113.9", "X-Forwarded-For": "203.0.113.8", "X-Odd": "a"})
    path, headers, _ = proxy.service.heard[-1]
    assert path == "/v1/games"
    assert [name for name in headers if "_" in name] == []
    assert headers["X-Odd"] == "a"
    assert headers["X-Forwarded-For"].split(", ")[-1] == HOST


def test_a_body_reaches_the_service_when_it_is_whole(proxy: Proxy) -> None:
    """A request whose body is slow would hold one of the service's threads."""
    proxy.service.begun = 0
    head = f"POST /v1/guests HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: 3\r\nConnection: close\r\n\r\n".encode()
    with contextlib.ExitStack() as stack:
        slow = [stack.enter_context(socket.create_connection((HOST, proxy.port), PATIENCE)) for _ in range(20)]
        for line in slow:
            line.sendall(head + b"{")
        assert proxy.ask("GET", "/v1/games") == 303  # later requests are answered
        assert proxy.service.begun == 1
        for line in slow:
            line.sendall(b" }")
        for line in slow:
            assert line.recv(100).startswith(b"HTTP/1.1 303 ")
    assert [body for _, _, body in proxy.service.heard[-20:]] == [b"{ }"] * 20


def test_a_body_that_nobody_reads_is_not_passed_on(proxy: Proxy) -> None:
    proxy.service.begun = 0
    assert proxy.ask("POST", "/oauth/authorize", body=b"a" * 70_000) == 413
    assert proxy.service.begun == 0


@pytest.mark.parametrize("name", ["caddy", "caddy of compose"])
def test_requests_wait_for_a_service_that_starts_and_arrive_whole(name: str, tmp_path: Path) -> None:
    behind = free_port()
    bodies = {f"/v1/games/{number}/commands": b"%060d" % number for number in range(20)}
    with proxy_before(name, behind, tmp_path) as (port, _), contextlib.ExitStack() as stack:
        lines = []
        for path in ("/v1/games", "/v1/me/stream", "/v1/games/5f0c/events?wait=20", *bodies):
            line = stack.enter_context(socket.create_connection((HOST, port), PATIENCE))
            body = bodies.get(path, b"")
            head = f"Host: {HOST}\r\nContent-Length: {len(body)}\r\nConnection: close" if body else f"Host: {HOST}"
            line.sendall(f"{'POST' if body else 'GET'} {path} HTTP/1.1\r\n{head}\r\n\r\n".encode() + body)
            lines.append(line)
        assert select.select(lines, [], [], 1.0)[0] == []  # nobody has got an error
        service = stack.enter_context(service_at(behind))
        for line in lines:
            assert line.recv(100).startswith(b"HTTP/1.1 303 ")
    assert len(service.heard) == len(lines)
    assert {path: body for path, _, body in service.heard if body} == bodies


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_request_that_has_reached_the_service_is_not_sent_again_and_again(proxy: Proxy, method: str) -> None:
    proxy.service.begun, proxy.service.is_away = 0, True
    assert proxy.ask(method, "/v1/games", body=b"{}" if method == "POST" else b"") == 502
    # A connection that was open may have been closed before a GET was sent over it; then it is sent over another.
    assert proxy.service.begun <= (2 if method == "GET" else 1)
