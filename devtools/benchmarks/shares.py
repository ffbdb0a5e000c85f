"""What more processes add to the work that they share: time-outs, the archive, the continuous audit.

`python -m devtools.benchmarks shares`. Each sample has new copies of one database. Its processes do a little of the
work first, so that what a new process loads and plans is not counted. Then they run beside each other: as they are;
with a database each, as a control, because then they share nothing but the machine; and with every statement delayed
by `LATENCY`, as if the database was far away. `SHARES=archive` measures one of them.
"""

from __future__ import annotations

import os
import re
import time
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import uuid4

import psycopg

from devtools.benchmarks import machine
from devtools.drills import clocks
from devtools.migrated import migrated

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from multiprocessing.synchronize import Barrier
    from uuid import UUID

DUE: Final = 3_000
"""Games that fall due at once."""
FINISHED: Final = 600
"""Matches for the archive."""
LATENCY: Final = 0.005
WORKS: Final = tuple(os.environ.get("SHARES", "audit archive time-outs").split())
SECONDS: Final = {"audit": 3.0, "archive": 600.0, "time-outs": 600.0}
"""Longest time of a sample. The archive and time-outs end when nothing is left to do."""
LIMIT: Final = 300.0
"""Seconds in which processes must be ready: one that has failed would be waited for without end."""
WARM_UP: Final = 2
"""How often a process does the least that it can of the work before the sample."""
COUNT: Final = {
    "time-outs": "SELECT -count(*) FROM game WHERE status = 1 AND deadline_at <= service_now()",
    "archive": "SELECT count(*) FROM game WHERE archived_month IS NOT NULL",
    "audit": "SELECT coalesce(sum(games), 0) FROM audit_round WHERE name <> 'anchors'",
}


class Sample(NamedTuple):
    """So many processes, with a database each if `apart`, and with a delay before each statement."""

    processes: int
    apart: bool = False
    latency: float = 0.0

    def text(self) -> str:
        """Return the words of a line."""
        far = f", {self.latency * 1000:.0f} ms to the database" if self.latency else ""
        return f"{self.processes} processes{', a database each' if self.apart else ''}{far}"


SAMPLES: Final = (
    Sample(1), Sample(2), Sample(2, apart=True), Sample(1, latency=LATENCY), Sample(2, latency=LATENCY),
    Sample(4, latency=LATENCY),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Share:
    """Pieces of work a second of some processes, and CPU in microseconds for each piece."""

    per_second: float
    workers_us: float
    postgres_us: float

    def text(self) -> str:
        """Return the figures of a line."""
        return (
            f"{self.per_second:8,.0f} a second, CPU {self.workers_us:6,.0f} us + PostgreSQL {self.postgres_us:6,.0f} us"
        )


class Copies:
    """Copies of the database that was set up, whose clocks say that its games fell due a minute ago."""

    def __init__(self, url: str, due_at: float) -> None:
        self.url = url
        self.due_at = due_at

    def make(self, count: int) -> list[str]:
        """Make so many new copies, in place of earlier ones, and return their addresses."""
        names = [f"copy_{number}" for number in range(count)]
        with psycopg.connect(self._of("postgres"), autocommit=True) as server:
            template = self.url.rpartition("/")[2]
            for name in names:
                server.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
                server.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
                offset = self.due_at + 60 - time.time()
                server.execute(f"ALTER DATABASE {name} SET flipside.clock_offset = '{offset:.0f} seconds'")
            server.execute("CHECKPOINT")
        return [self._of(name) for name in names]

    def _of(self, name: str) -> str:
        return re.sub("/[^/]*$", f"/{name}", self.url)


def main() -> None:
    """Measure and print."""
    with migrated("config.settings.test") as found:
        postgres = found.children[0].pid
        due_at = time.time() + clocks.LEAD
        _set_up(due_at)
        copies = Copies(found.environment["DATABASE_URL"], due_at)
        for work in WORKS:
            _measure(work, copies, lambda: machine.cpu_us([postgres, *machine.children(postgres)]))


def _set_up(due_at: float) -> None:
    from django.db import connection  # noqa: PLC0415  the environment had to stand first

    from common.database import queries  # noqa: PLC0415

    print(f"setting up {FINISHED} matches, and {DUE} games that fall due ...", flush=True)
    clocks.set_up(DUE, due_at, 1.0, 0, lambda _: None)
    _finish(FINISHED)
    queries.rows("DELETE FROM outbox")
    queries.rows("VACUUM ANALYZE")
    connection.close()  # a database that is copied has no sessions


def _measure(work: str, copies: Copies, postgres_us: Callable[[], float]) -> None:
    alone: dict[float, float] = {}
    for sample in SAMPLES:
        share = _together(work, sample, copies.make(sample.processes if sample.apart else 1), postgres_us)
        first = alone.setdefault(sample.latency, share.per_second)
        print(f"{work}, {sample.text()}: {share.text()}, x{share.per_second / first:.2f}", flush=True)


def _together(work: str, sample: Sample, urls: Sequence[str], postgres_us: Callable[[], float]) -> Share:
    spawn = get_context("spawn")
    barrier = spawn.Barrier(sample.processes + 1, timeout=LIMIT)
    used: Any = spawn.Array("d", sample.processes)
    took: Any = spawn.Array("d", sample.processes)
    workers = [
        spawn.Process(target=_work, args=(work, n, urls[n % len(urls)], sample.latency, barrier, used, took))
        for n in range(sample.processes)
    ]
    for worker in workers:
        worker.start()
    barrier.wait()  # they are warm, and wait for the second one
    before, cpu = sum(_count(work, url) for url in urls), postgres_us()
    barrier.wait()
    for worker in workers:
        worker.join()
    cpu = postgres_us() - cpu
    done = max(1, sum(_count(work, url) for url in urls) - before)
    return Share(done / max(took), 1e6 * sum(used) / done, cpu / done)


def _count(work: str, url: str) -> int:
    with psycopg.connect(url) as database:
        row = database.execute(COUNT[work]).fetchone()
        return int(row[0]) if row else 0


def _work(work: str, number: int, url: str, latency: float, barrier: Barrier, used: Any, took: Any) -> None:
    os.environ["DATABASE_URL"] = url
    import django  # noqa: PLC0415  a process of its own

    django.setup()
    from django.db import connection  # noqa: PLC0415

    from games import hints  # noqa: PLC0415
    from games.audit import auditor  # noqa: PLC0415
    from games.services import worker  # noqa: PLC0415
    from games.store import archiver  # noqa: PLC0415

    def far(execute: Any, *arguments: Any) -> Any:
        time.sleep(latency)
        return execute(*arguments)

    works: dict[str, Callable[[float], object]] = {
        "time-outs": lambda seconds: worker.Sweep(seconds).settle(time.monotonic() + seconds),
        "archive": partial(archiver.run, timedelta(0)),
        "audit": lambda seconds: auditor.look_at_all(time.monotonic() + seconds),
    }
    for _ in range(WARM_UP):
        works[work](0.0)
    hints.flush()
    if latency:
        connection.execute_wrappers.append(far)
    barrier.wait()
    barrier.wait()
    begun, cpu = time.perf_counter(), time.process_time()
    works[work](SECONDS[work])
    used[number], took[number] = time.process_time() - cpu, time.perf_counter() - begun


def _finish(count: int) -> None:
    """Play some matches to their ends."""
    from players import services as players  # noqa: PLC0415  as above

    people = [players.create_guest()[0].id for _ in range(2)]
    for _ in range(count):
        _play(people)


def _play(people: list[UUID]) -> None:
    import engine  # noqa: PLC0415  as above
    from games.services import bots, commands, lobby  # noqa: PLC0415
    from games.services.envelope import Actor  # noqa: PLC0415
    from games.store import load  # noqa: PLC0415

    ann, bob = people
    asked: Any = {"request_hash": bytes(32)}
    wish = lobby.TableWish(options={"target": 20}, seats=2)
    game = lobby.create_game(player=ann, wish=wish, command_id=uuid4(), **asked).game.id
    lobby.take_seat(game_id=game, player=bob, seat=None, code=None, entropy=None, command_id=uuid4(), **asked)
    lobby.start(game_id=game, player=ann, command_id=uuid4(), **asked)
    dice, bot = engine.Dice(game.bytes), engine.bot("sharp")
    while (found := load.load_game(game)) is not None and not found.table.is_over:
        if found.table.turn is None:
            bots.move_bot_seats(game)  # deals the next round
            continue
        seat = found.table.turn
        legal = engine.legal_commands(found.table, seat)
        commands.submit_command(
            game_id=game, actor=Actor(people[seat]), command_id=uuid4(), expected_version=None,
            command=bot.choose(engine.view(found.table, seat), legal, dice.below), **asked,
        )  # fmt: skip
