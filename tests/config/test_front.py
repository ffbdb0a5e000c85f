"""The front door of `make run` refuses what the web process behind it would refuse, in the same words."""

import asyncio
import json
import socket
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from config.front import Front

Headers = tuple[tuple[bytes, bytes], ...]
HOST = (b"host", b"127.0.0.1")


def ask(*headers: tuple[bytes, bytes], path: str = "/v1/guests") -> tuple[int, str]:
    """Status and code of what the front says to a POST, with somebody behind it who never answers."""
    with socket.create_server(("127.0.0.1", 0)) as behind:
        said = serve(behind, path, headers=headers)
    return said[0]["status"], json.loads(said[1]["body"])["code"]


def serve(behind: socket.socket, path: str, query: bytes = b"", headers: Headers = (HOST,)) -> list[dict[str, Any]]:
    """What the front sends in answer to a POST."""
    said: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"{}"}

    async def send(message: dict[str, Any]) -> None:
        said.append(message)

    front = Front(f"http://127.0.0.1:{behind.getsockname()[1]}")
    scope = {"method": "POST", "path": path, "raw_path": path.encode(), "query_string": query, "headers": headers}
    asyncio.run(front.serve(scope, receive, send))
    return said


def heard(behind: socket.socket) -> str:
    """The target of the request that comes, which is answered."""
    connection, _ = behind.accept()
    with connection:
        line = connection.recv(1 << 16).split(b"\r\n")[0]
        connection.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")
    return line.split()[1].decode()


@pytest.mark.parametrize("path", ["/v1/guests", "/v1/games/0/events"])
def test_a_body_in_chunks_is_refused_everywhere(path: str) -> None:
    assert ask(HOST, (b"transfer-encoding", b"chunked"), path=path) == (411, "length_required")


def test_two_hosts_are_the_fault_of_who_asks() -> None:
    assert ask(HOST, HOST) == (400, "malformed_request")


@pytest.mark.parametrize(
    "path", ["/v1/me/tokens/..", "/v1/./me", "/v1//me", "//v1/me", "/v1/me/tokens/%2e%2e", "/v1/%C3%A9%00"]
)
def test_who_is_behind_is_asked_for_what_was_asked_for(path: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as behind, ThreadPoolExecutor(1) as thread:
        target = thread.submit(heard, behind)
        assert serve(behind, path, b"a=%2e&b")[0]["status"] == 204
        assert target.result(10) == f"{path}?a=%2e&b"


def test_bytes_that_no_address_may_have_are_written_as_one_writes_them() -> None:
    with socket.create_server(("127.0.0.1", 0)) as behind, ThreadPoolExecutor(1) as thread:
        target = thread.submit(heard, behind)
        assert serve(behind, "/v1/players/é", b"a=\xff %20")[0]["status"] == 204
        assert target.result(10) == "/v1/players/%C3%A9?a=%FF%20%20"
