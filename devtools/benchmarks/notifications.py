"""Cost of the notifications of a move: what a worker does between the command and the mail that is due later.

Run by `make bench`, or by `python -m devtools.benchmarks notifications`. Four people with a mail address, preferences
and a device each make random legal moves in games with a clock; the worker's part is measured in this process.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Final
from uuid import UUID, uuid4

from devtools.benchmarks import machine
from devtools.benchmarks.machine import Spread
from devtools.migrated import migrated

if TYPE_CHECKING:
    from collections.abc import Callable

SEATS: Final = 4
PEOPLE: Final = 400
GAMES: Final = 200
SAMPLES: Final = 8
MOVES: Final = 2
"""Moves per game in a sample."""


@dataclass
class Cost:
    """CPU in microseconds a move that was told, by sample, and the statements of single ones."""

    worker_us: list[float] = field(default_factory=list)
    postgres_us: list[float] = field(default_factory=list)
    statements: list[int] = field(default_factory=list)


def main() -> None:
    """Measure and print."""
    with migrated("config.settings.development") as found:
        postgres = found.children[0].pid
        told = _measure(lambda: machine.cpu_us([postgres, *machine.children(postgres)]))
    print(f"notifications of a move: worker CPU, us      {Spread.of(told.worker_us).text()}")
    print(f"notifications of a move: PostgreSQL CPU, us  {Spread.of(told.postgres_us).text()}")
    print(f"notifications of a move: statements          {Spread.of(told.statements).text()}")


def _measure(postgres_us: Callable[[], float]) -> Cost:
    from django.db import connection  # noqa: PLC0415 - the environment had to stand first
    from django.test.utils import CaptureQueriesContext  # noqa: PLC0415

    from games.services import worker  # noqa: PLC0415

    dice, told = random.Random(4), Cost()
    people = [_person(number) for number in range(PEOPLE)]
    # A table of few people would be read whole, and its figures would say nothing of an installation.
    tables = [dice.sample(people, SEATS) for _ in range(GAMES)]
    games = {_game(seated): seated for seated in tables}
    for sample in range(1 + SAMPLES):
        worker_us = of_postgres = moves = 0.0
        for _ in range(MOVES):
            moved = [game for game, seated in games.items() if _move(game, seated, dice)]
            before, start = postgres_us(), time.process_time()
            for game in moved:
                worker.run_outbox(game)
            worker_us += 1_000_000 * (time.process_time() - start)
            of_postgres += postgres_us() - before
            moves += len(moved)
        if not sample:  # it warms up; as after a while in an installation, plans know the sizes of tables
            with connection.cursor() as cursor:
                cursor.execute("ANALYZE")
        else:
            told.worker_us.append(worker_us / moves)
            told.postgres_us.append(of_postgres / moves)
    for game, seated in games.items():
        if _move(game, seated, dice):
            with CaptureQueriesContext(connection) as queries:
                worker.run_outbox(game)
            told.statements.append(len(queries))
    return told


def _person(number: int) -> UUID:
    from allauth.account.models import EmailAddress  # noqa: PLC0415 - as above

    from players import preferences  # noqa: PLC0415
    from players import services as players  # noqa: PLC0415
    from players.models import Device  # noqa: PLC0415

    player, _ = players.create_guest()
    EmailAddress.objects.create(user_id=player.id, email=f"{number}@example.org", primary=True, verified=True)
    preferences.change(player_id=player.id, changes={"language": "en", "time_zone": "Europe/Paris"})
    address = f"https://push.example/{number}"
    digest = sha256(address.encode()).digest()
    Device.objects.create(player_id=player.id, kind="webpush", address=address, sha256=digest, p256dh="", auth="")
    return player.id


def _game(people: list[UUID]) -> UUID:
    from games.clock.control import control  # noqa: PLC0415 - as above
    from games.services import lobby, worker  # noqa: PLC0415

    asked, (host, *others) = bytes(32), people
    wish = lobby.TableWish(options={}, seats=SEATS, clock=control(turn=86_400))
    game = lobby.create_game(player=host, wish=wish, command_id=uuid4(), request_hash=asked).game.id
    for player in others:
        lobby.take_seat(
            game_id=game, player=player, seat=None, code=None, entropy=None, command_id=uuid4(), request_hash=asked
        )
    lobby.start(game_id=game, player=host, command_id=uuid4(), request_hash=asked)
    worker.run_outbox(game)
    return game


def _move(game: UUID, people: list[UUID], dice: random.Random) -> bool:
    """Make a random legal move; return whether it left work for the worker."""
    import engine  # noqa: PLC0415 - as above
    from games.models import OutboxEntry  # noqa: PLC0415
    from games.services import commands, envelope  # noqa: PLC0415
    from games.store import load  # noqa: PLC0415

    found = load.load_game(game)
    if found is None or (seat := found.table.turn) is None:
        return False
    commands.submit_command(
        game_id=game, actor=envelope.Actor(people[seat]), command=dice.choice(engine.legal_commands(found.table, seat)),
        command_id=uuid4(), request_hash=bytes(32), expected_version=None,
    )  # fmt: skip
    return OutboxEntry.objects.filter(game_id=game).exists()
