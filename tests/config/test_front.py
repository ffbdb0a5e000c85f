"""The front of `make run` sends the same refusals as the web process behind it."""

import asyncio
import json
import socket
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from config.servers.front import Front

Headers = tuple[tuple[bytes, bytes], ...]
HOST = (b"host", b"127.0.0.1")


def ask(*headers: tuple[bytes, bytes], path: str = "/v1/guests") -> tuple[int, str]:
    """Return status and code of the front's answer to a POST, with a server behind it that never answers."""
    with socket.create_server(("127.0.0.1", 0)) as behind:
        said = serve(behind.getsockname()[1], path, headers=headers)
    return said[0]["status"], json.loads(said[1]["body"])["code"]


def serve(port: int, path: str, query: bytes = b"", headers: Headers = (HOST,)) -> list[dict[str, Any]]:
    """Return the front's answer to a POST, with a web process behind it on this port."""
    said: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"{}"}

    async def send(message: dict[str, Any]) -> None:
        said.append(message)

    front = Front(f"http://127.0.0.1:{port}")
    scope = {"method": "POST", "path": path, "raw_path": path.encode(), "query_string": query, "headers": headers}

    async def ask_once() -> None:
        async with front.behind:
            await front.serve(scope, receive, send)

    asyncio.run(ask_once())
    return said


def heard(behind: socket.socket) -> str:
    """Answer the next request and return its target."""
    return head(behind)[0].split()[1]


def head(behind: socket.socket) -> list[str]:
    """Answer the next request and return the lines of its head."""
    connection, _ = behind.accept()
    with connection:
        lines = connection.recv(1 << 16).partition(b"\r\n\r\n")[0].decode().split("\r\n")
        connection.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")
    return lines


def test_nothing_is_accepted_that_the_client_has_not_named() -> None:
    """A client that names no coding might get an answer that it cannot read."""
    with socket.create_server(("127.0.0.1", 0)) as behind, ThreadPoolExecutor() as pool:
        lines = pool.submit(head, behind)
        serve(behind.getsockname()[1], "/v1/clocks")
        names = {line.partition(":")[0].lower() for line in lines.result(timeout=10)[1:]}
    assert names <= {"host", "connection", "content-length", "x-forwarded-for"}


@pytest.mark.parametrize("path", ["/v1/guests", "/v1/games/0/events"])
def test_a_body_in_chunks_is_refused_everywhere(path: str) -> None:
    assert ask(HOST, (b"transfer-encoding", b"chunked"), path=path) == (411, "length_required")


def test_two_hosts_are_the_fault_of_who_asks() -> None:
    assert ask(HOST, HOST) == (400, "malformed_request")


TOO_MUCH: dict[str, tuple[tuple[int, str], str, Headers]] = {
    "a header of 70 kB": ((431, "headers_too_large"), "/v1/games", ((b"cookie", b"a" * 70_000),)),
    "40 headers of 1 kB": ((431, "headers_too_large"), "/v1/games", ((b"x-odd", b"a" * 1024),) * 40),
    "98 headers": ((431, "headers_too_large"), "/v1/games", ((b"x-odd", b"a"),) * 98),
    "an address of 5 kB": ((414, "address_too_long"), f"/v1/players/{'a' * 5000}", ()),
}


@pytest.mark.parametrize(("refusal", "path", "headers"), TOO_MUCH.values(), ids=TOO_MUCH.keys())
def test_what_is_too_much_is_refused_and_not_passed_on(refusal: tuple[int, str], path: str, headers: Headers) -> None:
    """The server behind would close the connection too early, and the client would be told that it is busy."""
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        port = nobody.getsockname()[1]
    said = serve(port, path, headers=(HOST, *headers))
    assert (said[0]["status"], json.loads(said[1]["body"])["code"]) == refusal


@pytest.mark.parametrize(
    "path", ["/v1/me/tokens/..", "/v1/./me", "/v1//me", "//v1/me", "/v1/me/tokens/%2e%2e", "/v1/%C3%A9%00"]
)
def test_who_is_behind_is_asked_for_what_was_asked_for(path: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as behind, ThreadPoolExecutor(1) as thread:
        target = thread.submit(heard, behind)
        assert serve(behind.getsockname()[1], path, b"a=%2e&b")[0]["status"] == 204
        assert target.result(10) == f"{path}?a=%2e&b"


def test_bytes_that_no_address_may_have_are_written_as_one_writes_them() -> None:
    with socket.create_server(("127.0.0.1", 0)) as behind, ThreadPoolExecutor(1) as thread:
        target = thread.submit(heard, behind)
        assert serve(behind.getsockname()[1], "/v1/players/é", b"a=\xff %20")[0]["status"] == 204
        assert target.result(10) == "/v1/players/%C3%A9?a=%FF%20%20"
