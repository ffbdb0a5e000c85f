"""What more processes add to the work that they share: time-outs, the archive, the continuous audit.

`python -m devtools.benchmarks shares`. The processes run beside each other, first as they are, then with every statement
delayed by `LATENCY`, as if the database was far away: so the figures do not end at the cores of this machine.
"""

from __future__ import annotations

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

RUNNING: Final = 12_000
"""Games that fall due."""
FINISHED: Final = 600
"""Games for the archive."""
PROCESSES: Final = (1, 2, 4)
LATENCY: Final = 0.005
SECONDS: Final = {"time-outs": 1.0, "archive": 3.0, "audit": 3.0}
COUNT: Final = {
    "time-outs": "SELECT count(*) FROM game WHERE status = 1 AND deadline_at > service_now()",
    "archive": "SELECT count(*) FROM game WHERE archived_month IS NOT NULL",
    "audit": "SELECT coalesce(sum(games), 0) FROM audit_round WHERE name <> 'anchors'",
}
AGAIN: Final = {
    "time-outs": "UPDATE game SET deadline_at = deadline_at WHERE false",
    "archive": "SELECT 1",
    "audit": "DELETE FROM audit_round",
}


@dataclass(frozen=True, slots=True)
class Share:
    """Pieces of work a second of some processes, and CPU in microseconds for each piece."""

    per_second: float
    workers_us: float
    postgres_us: float

    def text(self) -> str:
        """Return the figures of a line."""
        return f"{self.per_second:8,.0f} a second, CPU {self.workers_us:6,.0f} us + PostgreSQL {self.postgres_us:6,.0f} us"


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
    from django.db import connection  # noqa: PLC0415

    from common.database import queries  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    first = time.time() + clocks.LEAD
    print(f"setting up {FINISHED} matches and {RUNNING} games ...", flush=True)
    _finish(FINISHED)
    clocks._set_up(RUNNING, first, 60.0, 0, lambda _: None)  # noqa: SLF001 - the same games as in the drill
    queries.rows("DELETE FROM outbox")
    queries.rows(f"ALTER DATABASE \"{queries.rows('SELECT current_database()')[0][0]}\" "
                 f"SET flipside.clock_offset = '{clocks.LEAD + 120} seconds'")
    connection.close()
    queries.rows("ANALYZE")
    for work in SECONDS:
        for latency in (0.0, LATENCY):
            alone = 0.0
            for count in PROCESSES:
                if count * latency == 0 and count > (os.cpu_count() or 1):
                    continue
                share = _together(work, count, latency, postgres_us)
                alone = alone or share.per_second
                far = f", {latency * 1000:.0f} ms to the database" if latency else ""
                print(f"{work}, {count} processes{far}: {share.text()}, x{share.per_second / alone:.2f}", flush=True)


def _together(work: str, count: int, latency: float, postgres_us: Callable[[], float]) -> Share:
    from common.database import queries  # noqa: PLC0415  as above

    queries.rows(AGAIN[work])
    spawn = get_context("spawn")
    barrier, used = spawn.Barrier(count + 1), spawn.Array("d", count)
    workers = [spawn.Process(target=_work, args=(work, n, latency, barrier, used)) for n in range(count)]
    for worker in workers:
        worker.start()
    barrier.wait()
    before, cpu, begun = _count(work), postgres_us(), time.perf_counter()
    for worker in workers:
        worker.join()
    done, wall = _count(work) - before, time.perf_counter() - begun
    return Share(done / wall, 1e6 * sum(used) / max(1, done), (postgres_us() - cpu) / max(1, done))


def _count(work: str) -> int:
    from common.database import queries  # noqa: PLC0415  as above

    return int(queries.rows(COUNT[work])[0][0])


def _work(work: str, number: int, latency: float, barrier: Barrier, used: Any) -> None:
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
    seconds = SECONDS[work]
    works: dict[str, Callable[[], object]] = {
        "time-outs": lambda: worker.Sweep(seconds).settle(time.monotonic() + seconds),
        "archive": lambda: archiver.run(timedelta(0), seconds),
        "audit": lambda: auditor.turn(seconds),
    }
    deadlines.overdue(1)
    barrier.wait()
    begun = time.process_time()
    works[work]()
    used[number] = time.process_time() - begun


def _finish(count: int) -> None:
    """Play some matches to their ends."""
    from players import services as players  # noqa: PLC0415  as above

    people = [players.create_guest()[0].id for _ in range(2)]
    for _ in range(count):
        _play(people)


def _play(people: list[UUID]) -> None:
    import engine  # noqa: PLC0415  as above
    from games.services import commands, lobby  # noqa: PLC0415
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
        seat = found.table.turn or 0
        legal = engine.legal_commands(found.table, seat)
        commands.submit_command(
            game_id=game, actor=Actor(people[seat]), command_id=uuid4(), expected_version=None,
            command=bot.choose(engine.view(found.table, seat), legal, dice.below), **asked,
        )  # fmt: skip
