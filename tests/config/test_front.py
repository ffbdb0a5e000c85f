"""The front door of `make run` refuses what the web process behind it would refuse, in the same words."""

import asyncio
import json
import socket
from typing import Any

import pytest

from config.front import Front

HOST = (b"host", b"127.0.0.1")


def ask(*headers: tuple[bytes, bytes], path: str = "/v1/guests") -> tuple[int, str]:
    """Status and code of what the front says to a POST, with somebody behind it who never answers."""
    said: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"{}"}

    async def send(message: dict[str, Any]) -> None:
        said.append(message)

    with socket.create_server(("127.0.0.1", 0)) as behind:
        front = Front(f"http://127.0.0.1:{behind.getsockname()[1]}")
        scope = {"method": "POST", "path": path, "raw_path": path.encode(), "query_string": b"", "headers": headers}
        asyncio.run(front.serve(scope, receive, send))
    return said[0]["status"], json.loads(said[1]["body"])["code"]


@pytest.mark.parametrize("path", ["/v1/guests", "/v1/games/0/events"])
def test_a_body_in_chunks_is_refused_everywhere(path: str) -> None:
    assert ask(HOST, (b"transfer-encoding", b"chunked"), path=path) == (411, "length_required")


def test_two_hosts_are_the_fault_of_who_asks() -> None:
    assert ask(HOST, HOST) == (400, "malformed_request")
