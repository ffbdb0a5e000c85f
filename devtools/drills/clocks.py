"""The drill of the clocks: many games fall due at once, several sweepers make the time-outs, and are killed at random.

`make drill-clocks`, or `python -m devtools.drills.clocks --games 10000 --sweepers 4`. On a database of its own; the
report says how many time-outs came early, twice or never, and how late the others were. Exit code 1 unless all three
are 0.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any, Final

import psutil

from devtools.migrated import migrated
from devtools.stack.home import REPOSITORY
from games.audit import catalog, check

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

LEAD: Final = 3600
"""Seconds between setting the games up and the first deadline: no game falls due while others are still dealt."""
MAKERS: Final = 2
LIMIT: Final = 1800.0
YOUTH: Final = 4.0
"""Seconds of CPU time that a process needs at most to start working, even on a busy machine."""


@dataclass
class Report:
    """The results of the drill."""

    games: int
    kills: int = 0
    early: int = 0
    double: int = 0
    lost: int = 0
    unsound: int = 0
    lags: list[float] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        """Tell whether every game got its one time-out, at its deadline or later."""
        return not (self.early or self.double or self.lost or self.unsound)

    def __str__(self) -> str:
        lags = sorted(self.lags) or [0.0]
        at = {share: lags[min(len(lags) - 1, int(len(lags) * share / 100))] for share in (50, 90, 99, 100)}
        spread = ", ".join(f"p{share} {lag:.2f} s" for share, lag in at.items())
        return (
            f"{self.games} games, {self.kills} sweepers killed: early {self.early}, double {self.double}, "
            f"lost {self.lost}, logs unsound {self.unsound}\nlag behind the deadline: {spread}"
        )


class Sweepers:
    """Processes of `manage.py sweeper`, each replaced as soon as it is killed."""

    def __init__(self, count: int, dice: random.Random) -> None:
        self.dice = dice
        self.running = [self._start() for _ in range(count)]
        self.kills = 0

    def _start(self) -> psutil.Popen:
        return psutil.Popen(
            [sys.executable, "manage.py", "sweeper", "--every", "0.2"],
            cwd=REPOSITORY,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def kill_one(self) -> None:
        """SIGKILL one of them at any point of its work, except one that has hardly started."""
        place = self.dice.randrange(len(self.running))
        spent = self.running[place].cpu_times()
        if spent.user + spent.system < YOUTH:
            return
        self._end(self.running[place])
        self.running[place] = self._start()
        self.kills += 1

    def stop(self) -> None:
        """End all of them."""
        for process in self.running:
            self._end(process)

    def _end(self, process: psutil.Popen) -> None:
        process.kill()
        process.wait()


def drill(games: int, sweepers: int, window: float, start: float, *, seed: int = 0, say: Any = print) -> Report:
    """Let `games` fall due within `window` seconds, `start` seconds after the sweepers are started.

    Needs a migrated database that is configured in Django.
    """
    from django.db import connection  # noqa: PLC0415  Django has to be set up first

    first = _now() + LEAD
    say(f"setting up {games} games ...")
    set_up(games, first, window, seed, say)
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_database(), service_now()")
        database, now = cursor.fetchone()
        offset = first - now.timestamp() - start
        # Move the service's clock on by an hour, for every session that begins from now on.
        cursor.execute(f"ALTER DATABASE \"{database}\" SET flipside.clock_offset = '{offset:.3f} seconds'")
    connection.close()
    dice = random.Random(seed)
    crew = Sweepers(sweepers, dice)
    try:
        _until_all_are_settled(crew, dice, games, say)
    finally:
        crew.stop()
    return _report(games, crew.kills)


def _now() -> float:
    from django.db import connection  # noqa: PLC0415  as above

    with connection.cursor() as cursor:
        cursor.execute("SELECT service_now()")
        now: datetime = cursor.fetchone()[0]
        return now.timestamp()


def set_up(games: int, first: float, window: float, seed: int, say: Any) -> None:
    """Start games whose first deadlines are within `window` seconds after `first`."""
    share = [games // MAKERS + (number < games % MAKERS) for number in range(MAKERS)]
    done = get_context("spawn").Value("i", 0)
    makers = [
        get_context("spawn").Process(target=_make, args=(count, first, window, seed + number, done))
        for number, count in enumerate(share)
    ]
    for maker in makers:
        maker.start()
    told = 0
    while any(maker.is_alive() for maker in makers):
        wait([maker.sentinel for maker in makers if maker.is_alive()], timeout=1.0)
        if done.value >= told + max(1, games // 10):
            told = done.value
            say(f"  {told} of {games}")
    for maker in makers:
        maker.join()
        if maker.exitcode:
            raise RuntimeError("a process that sets games up failed")


def _make(count: int, first: float, window: float, seed: int, done: Any) -> None:
    import django  # noqa: PLC0415  a process of its own

    django.setup()
    from uuid import uuid4  # noqa: PLC0415

    from games.clock.control import control  # noqa: PLC0415
    from games.services import lobby  # noqa: PLC0415
    from players import services as players  # noqa: PLC0415

    dice = random.Random(seed)
    ann, bob = (players.create_guest()[0].id for _ in range(2))
    asked = bytes(32)
    for _ in range(count):
        due = first + dice.random() * window
        turn = control(turn=round(due - time.time()))
        wish = lobby.TableWish(options={}, seats=2, clock=turn)
        game = lobby.create_game(player=ann, wish=wish, command_id=uuid4(), request_hash=asked).game.id
        lobby.take_seat(
            game_id=game, player=bob, seat=None, code=None, entropy=None, command_id=uuid4(), request_hash=asked
        )
        lobby.start(game_id=game, player=ann, command_id=uuid4(), request_hash=asked)
        with done.get_lock():
            done.value += 1


def _until_all_are_settled(crew: Sweepers, dice: random.Random, games: int, say: Any) -> None:
    from django.db import connection  # noqa: PLC0415  as above

    end = time.monotonic() + LIMIT
    told, left = games, games
    with connection.cursor() as cursor:
        while left and time.monotonic() < end:
            time.sleep(dice.uniform(0.5, 3.0))
            crew.kill_one()
            cursor.execute("SELECT count(*) FROM game WHERE deadline_at < service_now() + interval '20 minutes'")
            left = cursor.fetchone()[0]
            if left <= told - max(1, games // 10):
                told = left
                say(f"  {games - left} of {games} settled, {crew.kills} sweepers killed")


def _report(games: int, kills: int) -> Report:
    import engine  # noqa: PLC0415
    from games.clock import micros  # noqa: PLC0415
    from games.store import reader  # noqa: PLC0415  as above

    report = Report(games, kills, lost=games)
    for game_id in catalog.game_ids():
        logged = [reader.logged(row) for row in reader.read(game_id, 0, 2**31 - 1)]
        outs = [(entry.event.due_at, entry.recorded_at) for entry in logged if isinstance(entry.event, engine.TimedOut)]
        report.lost -= bool(outs)
        report.double += any(count > 1 for count in Counter(due_at for due_at, _ in outs).values())
        for due_at, recorded_at in outs:
            lag = (micros(recorded_at) - due_at) / 1e6
            report.early += lag < 0
            report.lags.append(lag)
        report.unsound += check.check_game(game_id) is not None
    return report


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the drill, print the report, and return 0 if it is clean."""
    parser = argparse.ArgumentParser(prog="drill-clocks", description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--sweepers", type=int, default=4)
    parser.add_argument("--window", type=float, default=60.0, help="seconds in which they fall due (60)")
    parser.add_argument("--start", type=float, default=20.0, help="seconds that the sweepers get to come to work (20)")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args(arguments)
    with migrated("config.settings.test"):
        report = drill(asked.games, asked.sweepers, asked.window, asked.start, seed=asked.seed)
    print(report)
    return 0 if report.is_clean else 1


if __name__ == "__main__":
    sys.exit(main())
