"""What more processes add to the work that they share: time-outs, the archive, the continuous audit.

`python -m devtools.benchmarks shares`. The processes run beside each other, first as they are, then with every
statement delayed by `LATENCY`, as if the database was far away: so the figures do not end at the cores of this machine.
`SHARES=archive` measures one of them.
"""

from __future__ import annotations

import math
import os
import shutil
import time
from dataclasses import dataclass
from datetime import timedelta
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from devtools.benchmarks import machine
from devtools.drills import clocks
from devtools.stack.home import new_test_home
from devtools.stack.services import services

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.synchronize import Barrier
    from uuid import UUID

DUE: Final = 800
"""Games that fall due at once, in each sample."""
FINISHED: Final = 600
"""Matches for the archive."""
PROCESSES: Final = (1, 2, 4)
APART: Final = 7200.0
"""Seconds between the deadlines of two samples."""
LATENCY: Final = 0.005
# The audit first: a sample of time-outs leaves deadlines that no log has.
WORKS: Final = tuple(os.environ.get("SHARES", "audit archive time-outs").split())
SECONDS: Final = 3.0
"""Length of a sample of the archive or the audit. One of time-outs lasts until all are settled."""
COUNT: Final = {
    "time-outs": "SELECT -count(*) FROM game WHERE status = 1 AND deadline_at <= service_now()",
    "archive": "SELECT count(*) FROM game WHERE archived_month IS NOT NULL",
    "audit": "SELECT coalesce(sum(games), 0) FROM audit_round WHERE name <> 'anchors'",
}
SAMPLES: Final = tuple(
    (latency, count) for latency in (0.0, LATENCY) for count in PROCESSES if latency or count <= (os.cpu_count() or 1)
)


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


def main() -> None:
    """Measure and print."""
    home = new_test_home()
    os.environ.pop("DATABASE_URL", None)
    try:
        with services(home, durable=True) as found:
            os.environ.update(found.environment, DJANGO_SETTINGS_MODULE="config.settings.test")
            postgres = found.children[0].pid
            _measure(lambda: machine.cpu_us([postgres, *machine.children(postgres)]))
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _measure(postgres_us: Callable[[], float]) -> None:
    import django  # noqa: PLC0415  the environment had to stand first

    django.setup()
    from django.core.management import call_command  # noqa: PLC0415

    from common.database import queries  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    print(f"setting up {FINISHED} matches, and {DUE} games for each sample of time-outs ...", flush=True)
    first = time.time() + clocks.LEAD
    if "time-outs" in WORKS:
        for number in range(len(SAMPLES)):
            clocks._set_up(DUE, first + number * APART, 1.0, number, lambda _: None)  # noqa: SLF001 - as in the drill
    if WORKS != ("time-outs",):
        _finish(FINISHED)
    queries.rows("DELETE FROM outbox")
    queries.rows("ANALYZE")
    for work in WORKS:
        alone = 0.0
        for number, (latency, count) in enumerate(SAMPLES):
            _move_clock(first + number * APART + 60 - time.time())
            share = _together(work, count, latency, postgres_us)
            alone = share.per_second if count == 1 else alone
            far = f", {latency * 1000:.0f} ms to the database" if latency else ""
            # They do not fall due again in the next sample.
            queries.rows("UPDATE game SET deadline_at = deadline_at + interval '99 years' WHERE updated_at > now()")
            print(f"{work}, {count} processes{far}: {share.text()}, x{share.per_second / alone:.2f}", flush=True)


def _move_clock(seconds: float) -> None:
    """Move the service's clock on, for every session that begins from now on."""
    from django.db import connection  # noqa: PLC0415  as above

    from common.database import queries  # noqa: PLC0415

    database = queries.rows("SELECT current_database()")[0][0]
    queries.rows(f"ALTER DATABASE \"{database}\" SET flipside.clock_offset = '{seconds:.0f} seconds'")
    connection.close()


def _together(work: str, count: int, latency: float, postgres_us: Callable[[], float]) -> Share:
    from common.database import queries  # noqa: PLC0415  as above

    if work == "audit":
        queries.rows("DELETE FROM audit_round")
    spawn = get_context("spawn")
    barrier = spawn.Barrier(count + 1)
    used: Any = spawn.Array("d", count)
    took: Any = spawn.Array("d", count)
    workers = [spawn.Process(target=_work, args=(work, n, latency, barrier, used, took)) for n in range(count)]
    for worker in workers:
        worker.start()
    barrier.wait()
    before, cpu = _count(work), postgres_us()
    for worker in workers:
        worker.join()
    done = max(1, _count(work) - before)
    return Share(done / max(took), 1e6 * sum(used) / done, (postgres_us() - cpu) / done)


def _count(work: str) -> int:
    from common.database import queries  # noqa: PLC0415  as above

    return int(queries.rows(COUNT[work])[0][0])


def _work(work: str, number: int, latency: float, barrier: Barrier, used: Any, took: Any) -> None:
    import django  # noqa: PLC0415  a process of its own

    django.setup()
    from django.db import connection  # noqa: PLC0415

    from games.audit import auditor  # noqa: PLC0415
    from games.services import worker  # noqa: PLC0415
    from games.store import archiver, deadlines  # noqa: PLC0415

    def far(execute: Any, *arguments: Any) -> Any:
        time.sleep(latency)
        return execute(*arguments)

    if latency:
        connection.execute_wrappers.append(far)
    works: dict[str, Callable[[], object]] = {
        "time-outs": lambda: worker.Sweep(600.0).settle(math.inf),
        "archive": lambda: archiver.run(timedelta(0), SECONDS),
        "audit": lambda: auditor.look_at_all(time.monotonic() + SECONDS),
    }
    deadlines.overdue(1)
    barrier.wait()
    begun, cpu = time.perf_counter(), time.process_time()
    works[work]()
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
