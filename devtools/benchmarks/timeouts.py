"""Rate and cost of time-outs: what one sweeper settles when many games fall due at once.

Run by `make bench`, or by `python -m devtools.benchmarks timeouts`. Games of two people; nobody else does the work of
the outbox. The sweep runs in this process.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final
from uuid import uuid4

from devtools.benchmarks import machine
from devtools.benchmarks.machine import Spread
from devtools.migrated import migrated

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

GAMES: Final = 3_000
PEOPLE: Final = 200
TURN_SECONDS: Final = 60
COUNTED: Final = 20
"""Time-outs whose statements are counted."""
SECONDS: Final = 0.2
"""Length of a sweep for time-outs alone, which is one sample."""
WHOLE_SECONDS: Final = 2.5
"""Length of a whole sweep, too short for all that is left."""


@dataclass
class Cost:
    """Time-outs a second, and CPU in microseconds a time-out, by sweep.

    `beside_outbox`: time-outs a second of a whole sweep, which also does the work of an outbox that is full.
    `together`: statements for some `games` at once, as a sweep settles them.
    """

    per_second: list[float] = field(default_factory=list)
    sweeper_us: list[float] = field(default_factory=list)
    postgres_us: list[float] = field(default_factory=list)
    statements: list[float] = field(default_factory=list)
    beside_outbox: float = 0.0
    games: int = 0
    together: int = 0


def main() -> None:
    """Measure and print."""
    with migrated("config.settings.development") as found:
        postgres = found.children[0].pid
        settled = _measure(lambda: machine.cpu_us([postgres, *machine.children(postgres)]))
    print(f"time-outs a second, one sweeper   {Spread.of(settled.per_second).text()}")
    print(f"  beside a full outbox            {settled.beside_outbox:.0f}")
    print(f"time-out: sweeper CPU, us         {Spread.of(settled.sweeper_us).text()}")
    print(f"time-out: PostgreSQL CPU, us      {Spread.of(settled.postgres_us).text()}")
    print(f"time-out alone: statements        {Spread.of(settled.statements).text()}")
    print(f"time-outs of {settled.games} games: statements  {settled.together}")


def _measure(postgres_us: Callable[[], float]) -> Cost:
    from django.db import connection  # noqa: PLC0415 - the environment had to stand first
    from django.test.utils import CaptureQueriesContext  # noqa: PLC0415

    from common.database import queries  # noqa: PLC0415
    from games.services import commands, worker  # noqa: PLC0415
    from games.store import deadlines  # noqa: PLC0415
    from players import services as players  # noqa: PLC0415

    people = [players.create_guest()[0].id for _ in range(PEOPLE)]
    for number in range(GAMES):
        _game(people[number % PEOPLE], people[(number + 1) % PEOPLE])
    queries.rows("ANALYZE")
    print(f"{GAMES} games fall due within {TURN_SECONDS} s ...", flush=True)
    while len(deadlines.overdue(GAMES)) < GAMES:
        deadlines.beat()  # as other sweepers would
        time.sleep(1)

    found, watch = Cost(), deadlines.watch()
    for game in deadlines.overdue(COUNTED):
        with CaptureQueriesContext(connection) as captured:
            commands.settle(game, watch)
        found.statements.append(len(captured))
    games = deadlines.overdue(worker.HANDFUL)
    with CaptureQueriesContext(connection) as captured:
        commands.settle_together(games, watch)
    found.games, found.together = len(games), len(captured)
    while (left := len(deadlines.overdue(GAMES))) > GAMES // 2:
        before, start, wall = postgres_us(), time.process_time(), time.perf_counter()
        worker.Sweep(SECONDS).settle(time.monotonic() + SECONDS)
        wall, cpu, of_postgres = time.perf_counter() - wall, time.process_time() - start, postgres_us() - before
        count = left - len(deadlines.overdue(GAMES))
        found.per_second.append(count / wall)
        found.sweeper_us.append(1_000_000 * cpu / count)
        found.postgres_us.append(of_postgres / count)
    wall = time.perf_counter()
    worker.sweep(WHOLE_SECONDS)
    found.beside_outbox = (left - len(deadlines.overdue(GAMES))) / (time.perf_counter() - wall)
    return found


def _game(host: UUID, other: UUID) -> None:
    from games.clock.control import control  # noqa: PLC0415 - as above
    from games.services import lobby  # noqa: PLC0415

    asked = bytes(32)
    wish = lobby.TableWish(options={}, seats=2, clock=control(turn=TURN_SECONDS))
    game = lobby.create_game(player=host, wish=wish, command_id=uuid4(), request_hash=asked).game.id
    lobby.take_seat(
        game_id=game, player=other, seat=None, code=None, entropy=None, command_id=uuid4(), request_hash=asked
    )
    lobby.start(game_id=game, player=host, command_id=uuid4(), request_hash=asked)
