"""Webhooks for tests, and what their receivers understood."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from django.db import connection
from standardwebhooks import Webhook as Verifier

from games.webhooks import batches, send, subscriptions
from players.webhooks import services
from tests.players.receivers import Receiver, Reply

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from players.models import Webhook
    from tests.players.receivers import Received


class Call(NamedTuple):
    """A call whose signature the public library has verified."""

    id: str
    type: str
    data: Any
    status: int


class Listener:
    """A context with a receiver that verifies every call and decides which it accepts."""

    def __init__(self, status: Callable[[int], int] = lambda _: 204) -> None:
        self.secret = ""
        self.calls: list[Call] = []
        self.lock = threading.Lock()
        self.status = status
        self.headers: dict[str, str] = {}
        self.receiver = Receiver(self._answer)

    def __enter__(self) -> Self:
        self.receiver.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self.receiver.__exit__(*error)

    def _answer(self, received: Received) -> Reply:
        body = Verifier(self.secret).verify(received.body, dict(received.headers))
        with self.lock:
            status = self.status(len(self.calls))
            self.calls.append(Call(received.headers["webhook-id"], body["type"], body["data"], status))
        return Reply(status, self.headers, b"a body that nobody is shown")

    @property
    def taken(self) -> list[Call]:
        return [call for call in self.calls if call.status < 300]

    def seqs(self) -> list[int]:
        """Return the events in the accepted calls, in their order."""
        return [entry["seq"] for call in self.taken for entry in call.data["events"]]


def hook(player: UUID, listener: Listener, *events: str, game: UUID | None = None) -> Webhook:
    """Create a webhook of the player that calls the listener."""
    webhook, listener.secret = services.create(
        player_id=player, url=listener.receiver.url, events=events or (services.MOVED,), game_id=game
    )
    subscriptions.watch(webhook)
    return webhook


def deliver(*games: UUID) -> int:
    """Do the worker's part: create deliveries for new events, and make the due calls."""
    for game in games:
        batches.advance(game)
    return send.run()


def pass_time(seconds: float) -> None:
    """Let time pass for all waiting deliveries."""
    with connection.cursor() as cursor:
        for column in ("next_at", "gives_up_at", "created", "expires_at"):
            cursor.execute(
                f"UPDATE players_webhookdelivery SET {column} = {column} - make_interval(secs => %s)",  # noqa: S608
                (seconds,),
            )
        for column in ("failing_since", "asked_at", "former_until"):
            cursor.execute(
                f"UPDATE players_webhook SET {column} = {column} - make_interval(secs => %s)",  # noqa: S608
                (seconds,),
            )
