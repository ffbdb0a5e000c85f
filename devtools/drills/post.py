"""The messages of a drill: sent ones, those that must arrive, and those that may arrive twice.

Players with a mail address and a webhook each play short matches to their end. The expected messages follow from the
logs of their games, not from the ledgers of messages: for every match a mail and a call that it is over, and every
event by a call, in order. Django must be set up before this is imported.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID, uuid4, uuid5

from allauth.account.models import EmailAddress
from django.db import connection

import engine
from config.celery import app
from games.audit import check
from games.notifications.create import NEWS
from games.reads.one_game import find_game
from games.schedule import JOBS
from games.services import commands, lobby
from games.services.envelope import Actor
from games.services.lobby import TableWish
from games.store import reader
from games.webhooks import subscriptions
from players import services as players
from players.notifications import deliveries
from players.notifications.channels.webhook import DELIVERIES
from players.webhooks import queue
from players.webhooks import services as webhooks

if TYPE_CHECKING:
    import random

    from devtools.drills.sinks import Sinks

ASKED: Final = bytes(32)
TOLD: Final = "match_over"
MOVES: Final = 3
"""Moves before a player resigns, at most."""
TICK: Final = 0.5
"""Seconds between the tasks that a drill sends instead of beat."""

LAPSED_MESSAGES: Final = """
UPDATE players_delivery SET next_at = statement_timestamp()
WHERE state = 'pending' AND attempts > 0 AND next_at > statement_timestamp()
    AND next_at <= to_timestamp(%s::float8) + make_interval(secs => %s::float8)
RETURNING notification_id
"""
LAPSED_CALLS: Final = """
UPDATE players_webhookdelivery SET next_at = statement_timestamp()
WHERE state = 'pending' AND attempts > 0 AND next_at > statement_timestamp()
    AND next_at <= to_timestamp(%s::float8) + make_interval(secs => %s::float8)
RETURNING id
"""
# Planning a message twice has no effect, so this work may be released early, even if a process holds it.
LAPSED_WORK: Final = "UPDATE outbox SET available_at = service_now() WHERE available_at > service_now()"

UNDONE: Final = """
SELECT (SELECT count(*) FROM outbox)
    + (SELECT count(*) FROM players_delivery WHERE state = 'pending')
    + (SELECT count(*) FROM players_webhookdelivery WHERE state = 'pending')
    + (SELECT count(*) FROM players_webhookcursor c JOIN game g ON g.id = c.game_id WHERE g.version > c.version)
"""
GIVEN_UP: Final = """
SELECT (SELECT count(*) FROM players_delivery WHERE state IN ('dead', 'failed'))
    + (SELECT count(*) FROM players_webhookdelivery WHERE state = 'dead')
"""
KNOWN: Final = "SELECT id FROM players_notification UNION ALL SELECT id FROM players_webhookdelivery"


@dataclass(frozen=True, slots=True)
class Reader:
    """A player with a mail address and a webhook, whose receiver listens at `path`."""

    id: UUID
    webhook: UUID
    path: str


@dataclass(frozen=True, slots=True)
class Tally:
    """The results for all messages. `twice`: ids and their counts, `beyond`: more copies than kills explain."""

    owed: int
    arrived: int
    lost: tuple[str, ...]
    twice: dict[str, int]
    beyond: dict[str, int]
    unknown: int
    given_up: int
    unsound: int

    @property
    def is_clean(self) -> bool:
        """Tell whether no message was lost, and none came more often than it may."""
        return not (self.lost or self.beyond or self.unknown or self.given_up or self.unsound)


class Post:
    """The readers, their games, and records of the messages that arrived."""

    def __init__(self, sinks: Sinks, dice: random.Random, readers: int = 4) -> None:
        self.sinks = sinks
        self.dice = dice
        self.readers = [_reader(sinks, number) for number in range(readers)]
        self.games: list[UUID] = []
        # Number of copies that kills explain: one for every time the row of a message was in flight.
        self.explained: Counter[str] = Counter()

    def deal(self, count: int) -> None:
        """Play `count` short matches to their end."""
        for _ in range(count):
            game, (loser, _) = self.begin()
            _send(game, loser.id, engine.Resign())

    def begin(self) -> tuple[UUID, tuple[Reader, Reader]]:
        """Start a match of two readers and make a few moves."""
        ann, bob = self.dice.sample(self.readers, 2)
        wish = TableWish(options={}, seats=2, private=False)
        game = lobby.create_game(player=ann.id, wish=wish, command_id=uuid4(), request_hash=ASKED).game.id
        lobby.take_seat(
            game_id=game, player=bob.id, seat=None, code=None, entropy=None, command_id=uuid4(), request_hash=ASKED
        )
        lobby.start(game_id=game, player=ann.id, command_id=uuid4(), request_hash=ASKED)
        for _ in range(self.dice.randrange(MOVES + 1)):
            table = find_game(game, None).table
            assert table.turn is not None
            _send(game, (ann.id, bob.id)[table.turn], engine.legal_commands(table, table.turn)[0])
        self.games.append(game)
        return game, (ann, bob)

    def tick(self, copies: int = 1) -> None:
        """Send the tasks that beat sends."""
        for job in JOBS:
            for _ in range(copies):
                app.send_task(job.task, expires=10)

    def lapse(self, killed_at: float) -> int:
        """Let the leases of a worker that died at this time expire; return how many rows it had in flight."""
        in_flight = [
            *_rows(LAPSED_MESSAGES, killed_at, deliveries.LEASE_SECONDS),
            *_rows(LAPSED_CALLS, killed_at, queue.LEASE_SECONDS),
        ]
        _rows(LAPSED_WORK)
        self.explained.update(str(row[0]) for row in in_flight)
        return len(in_flight)

    def settle(self, seconds: float, *, ticking: bool = True) -> float:
        """Wait until no work is left; return the seconds taken. Raises TimeoutError."""
        start = time.monotonic()
        ticked = 0.0
        while int(_rows(UNDONE)[0][0]):
            now = time.monotonic()
            if now - start > seconds:
                raise TimeoutError(f"not done within {seconds} s: {self.undone()}")
            if ticking and now - ticked > TICK:
                self.tick()
                ticked = now
            time.sleep(0.02)
        return time.monotonic() - start

    def undone(self) -> str:
        """Return the remaining work, in words."""
        pending = "SELECT channel, attempts, error, next_at - now() FROM players_delivery WHERE state = 'pending'"
        calls = "SELECT type, attempts, error, next_at - now() FROM players_webhookdelivery WHERE state = 'pending'"
        return f"outbox {_rows('SELECT kind, attempts FROM outbox')}, messages {_rows(pending)}, calls {_rows(calls)}"

    def tally(self) -> Tally:
        """Compare the messages that arrived with the expected ones."""
        mails, calls, unsound = set(), set(), 0
        lost = []
        by_id = {recipient.id: recipient for recipient in self.readers}
        for game in self.games:
            logged = [reader.logged(row) for row in reader.read(game, 0, 2**31 - 1)]
            over = next((entry for entry in logged if isinstance(entry.event, engine.MatchEnded)), None)
            unsound += check.check_game(game) is not None
            for seat in find_game(game, None).game.seats:
                assert seat.player is not None
                recipient = by_id[seat.player]
                if self.sinks.events[recipient.path, str(game)] != [entry.seq for entry in logged]:
                    lost.append(f"events of {game} at {recipient.path}")
                if over is not None:
                    told = uuid5(NEWS, f"{game}/{over.seq}/{over.chain.hex()}/{TOLD}/{recipient.id}")
                    mails.add(str(told))
                    calls.add(str(uuid5(DELIVERIES, f"{recipient.webhook}/{told}")))
        came = self.sinks.mails + self.sinks.calls
        twice = {one: count for one, count in came.items() if count > 1}
        known = {str(row[0]) for row in _rows(KNOWN)}
        return Tally(
            owed=len(mails) + len(calls),
            arrived=came.total(),
            lost=(*lost, *sorted(mails - set(self.sinks.mails)), *sorted(calls - set(self.sinks.calls))),
            twice=twice,
            beyond={one: count for one, count in twice.items() if count - 1 > self.explained[one]},
            unknown=len(set(came) - known) + self.sinks.unsigned,
            given_up=int(_rows(GIVEN_UP)[0][0]),
            unsound=unsound,
        )


def _reader(sinks: Sinks, number: int) -> Reader:
    player, _ = players.create_guest()
    EmailAddress.objects.create(
        user_id=player.id, email=f"recipient-{player.id.hex}@mail.example", primary=True, verified=True
    )
    path = f"/{number}"
    webhook, sinks.secrets[path] = webhooks.create(
        player_id=player.id, url=sinks.url + path, events=[webhooks.MOVED, webhooks.MESSAGE]
    )
    subscriptions.watch(webhook)
    return Reader(player.id, webhook.id, path)


def _send(game: UUID, player: UUID, command: engine.Command) -> None:
    commands.submit_command(
        game_id=game,
        actor=Actor(player),
        command=command,
        command_id=uuid4(),
        request_hash=ASKED,
        expected_version=None,
    )


def _rows(sql: str, *parameters: Any) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return cursor.fetchall() if cursor.description else []
