"""A receiver of messages: an HTTP server that keeps requests, and a channel that sends to it."""

from __future__ import annotations

import http.client
import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

from players.notifications import channels
from players.notifications.channels import Gone, Later, Refused, registry

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from uuid import UUID

    from players.notifications.channels import Channel, OutgoingMessage


class Sink:
    """The received requests, oldest first. `answers`: the statuses of the next answers; then 200."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []
        self.answers: list[int] = []
        self.lock = threading.Lock()
        self.port = 0

    def ids(self) -> list[str]:
        """Return the ids of the messages in order of arrival."""
        return [message["id"] for message in self.messages]

    def kinds(self, player: UUID | None = None) -> list[str]:
        """Return the kinds of the messages in order of arrival."""
        return [m["kind"] for m in self.messages if player is None or m["player"] == str(player)]


class HttpChannel:
    """Posts messages to a sink; by default to people."""

    def __init__(self, port: int, name: str = "email", *, for_people: bool = True, digests: bool = True) -> None:
        self.port = port
        self.name = name
        self.for_people = for_people
        self.digests = digests
        self.pauses: Sequence[float] = (60.0, 600.0)
        self.devices = "ARRAY[NULL::uuid]"  # one address for everybody

    def address(self, player_id: UUID) -> str:
        return f"{player_id}@example.org"

    def unsubscribe_url(self, player_id: UUID, kind: str) -> str | None:  # noqa: ARG002 - as the protocol has it
        return None

    def send(self, device: UUID | None, message: OutgoingMessage) -> str:
        """Post the message, and read the answer as Web Push would."""
        body = {
            "id": str(message.id), "kind": message.kind, "player": str(message.player_id), "title": message.title,
            "body": message.body, "text": message.text, "url": message.url, "collapse": message.collapse,
            "device": None if device is None else str(device), "data": message.data, "html": message.html,
            "actions": list(message.actions), "expires_at": message.expires_at,
        }  # fmt: skip
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("POST", "/", json.dumps(body, default=str))
            answer = connection.getresponse()
            answer.read()
        finally:
            connection.close()
        match answer.status:
            case 410:
                raise Gone
            case 413:
                raise Refused("too large")
            case 429:
                raise Later("busy", seconds=7)
            case status if status >= 500:
                raise RuntimeError(f"status {status}")
        return f"receipt {message.id}"


@contextmanager
def sink() -> Iterator[Sink]:
    """Run a sink for the length of a test."""
    kept = Sink()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with kept.lock:
                status = kept.answers.pop(0) if kept.answers else 200
                if status == 200:
                    kept.messages.append(body)
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    kept.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield kept
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def only(*wanted: Channel) -> Iterator[None]:
    """Have these channels and no others."""
    before = dict(registry._channels)
    registry._channels.clear()
    for one in wanted:
        channels.register(one)
    try:
        yield
    finally:
        registry._channels.clear()
        registry._channels.update(before)
