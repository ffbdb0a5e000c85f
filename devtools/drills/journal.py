"""Players who note each command before they send it, and when its answer came."""

from __future__ import annotations

import contextlib
import random
import threading
from dataclasses import dataclass
from datetime import UTC, datetime
from http.client import HTTPException
from typing import TYPE_CHECKING, Any, Final, Self
from uuid import UUID, uuid4

import psycopg

from devtools.drills.servers import until

if TYPE_CHECKING:
    from devtools.drills.service import Service

OK: Final = 200
NOT_FOUND: Final = 404
PATIENCE: Final = 900.0
"""Seconds within which the commands that a drill waits for must be answered."""
PAUSE: Final = 0.05
"""Seconds until a player looks again, if it is not their turn or the service does not answer."""


def now() -> datetime:
    """Return the time, by the clock of the machine on which everything in the drill runs."""
    return datetime.now(UTC)


@dataclass
class Sent:
    """A command as its sender knows it."""

    game: str
    command_id: str
    command: Any
    token: str
    sent_at: datetime
    answered_at: datetime | None = None
    version: int = 0


class Journal:
    """All commands of some players, who play against bots in threads of their own. As a context they play."""

    def __init__(self, service: Service, players: int) -> None:
        self.service = service
        self.sent: list[Sent] = []
        self.statuses: dict[int, int] = {}
        self.tokens = [service.guest() for _ in range(players)]
        self.games: dict[str, str] = {}
        self._stopped = threading.Event()
        self._threads: list[threading.Thread] = []

    def __enter__(self) -> Self:
        self._stopped.clear()
        self._threads = [threading.Thread(target=self._play, args=(token,)) for token in self.tokens]
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._stopped.set()
        for thread in self._threads:
            thread.join()

    def answered(self, before: datetime | None = None, since: datetime | None = None) -> list[Sent]:
        """Return the commands whose answer came before a moment, since another."""
        return [
            one
            for one in list(self.sent)
            if one.answered_at is not None
            and (before is None or one.answered_at <= before)
            and (since is None or one.sent_at >= since)
        ]

    def rewind(self, moment: datetime) -> list[Sent]:
        """Forget what came after a moment; return the commands that were sent since and answered."""
        later = self.answered(since=moment)
        self.sent = self.answered(before=moment)
        return later

    def wait_for(self, more: int) -> None:
        """Return after `more` commands were answered from now on. Raises Trouble if that takes too long."""
        wanted = len(self.answered()) + more
        until(lambda: len(self.answered()) >= wanted, f"answer to {more} more commands", PATIENCE)

    def repeat(self, one: Sent) -> Any:
        """Send a command again under its id."""
        path = f"/v1/games/{one.game}/commands"
        return self.service.ask("POST", path, one.token, command_id=one.command_id, command=one.command)

    def _play(self, token: str) -> None:
        dice = random.Random(token)
        while not self._stopped.is_set():
            try:
                self._step(token, dice)
            except (OSError, HTTPException, KeyError, TypeError):  # no answer, or the answer of a service in trouble
                self._stopped.wait(PAUSE)

    def _step(self, token: str, dice: random.Random) -> None:
        if token not in self.games:
            self.games[token] = self.service.table(token)
        game = self.games[token]
        seen = self.service.ask("GET", f"/v1/games/{game}", token)
        if seen.status == NOT_FOUND or (seen.status == OK and _is_over(seen.json)):
            del self.games[token]
        elif seen.status == OK and seen.json["your_turn"] and seen.json["legal_commands"]:
            self._send(token, game, dice.choice(seen.json["legal_commands"]))
        else:
            self._stopped.wait(PAUSE)

    def _send(self, token: str, game: str, command: Any) -> None:
        one = Sent(game, str(uuid4()), command, token, now())
        self.sent.append(one)
        answer = self.repeat(one)
        self.statuses[answer.status] = self.statuses.get(answer.status, 0) + 1
        if answer.status == OK:
            one.version = answer.json["game"]["version"]
            one.answered_at = now()


def _is_over(game: Any) -> bool:
    return bool(game["status"] == "finished" or game.get("quarantined"))


@dataclass(frozen=True)
class Found:
    """What a database has of a journal: the ids of the commands, and how many of them lack an event."""

    commands: frozenset[UUID]
    incomplete: int

    def lacks(self, sent: list[Sent]) -> list[Sent]:
        """Return those of the commands that are not in the log."""
        return [one for one in sent if UUID(one.command_id) not in self.commands]

    def has(self, sent: list[Sent]) -> list[Sent]:
        """Return those of the commands that are in the log."""
        return [one for one in sent if UUID(one.command_id) in self.commands]


def found(database: str) -> Found:
    """Read all commands of a database, and count the events that they name."""
    with contextlib.closing(psycopg.connect(database)) as session:
        commands = session.execute("SELECT command_id FROM command").fetchall()
        (incomplete,) = session.execute(
            "SELECT count(*) FROM command c WHERE c.last_seq - c.first_seq + 1 <> (SELECT count(*) FROM event e"
            " WHERE e.game_id = c.game_id AND e.seq BETWEEN c.first_seq AND c.last_seq)"
        ).fetchone() or (0,)
    return Found(frozenset(row[0] for row in commands), incomplete)
