"""The drill of power cuts: cut the power of the database's machine in play, and ask for every answered command.

`make drill-power`, as root on Linux. PostgreSQL writes to a disk that forgets what was not flushed, and keeps what it
keeps in any order, see `devtools.drills.power.disk`. The other processes go on. After each cut PostgreSQL recovers, and
must have every command whose answer reached a player. Three controls must lose some: a disk that lies about flushes,
`fsync = off` and `synchronous_commit = off`. Exit code 1 unless everything is as it should be.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import secrets
import shutil
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING, Final

import psycopg

from devtools.drills import journal
from devtools.drills.journal import OK
from devtools.drills.power.machine import SYSTEM, Disk, lacking
from devtools.drills.report import Report
from devtools.drills.restore.servers import kill
from devtools.drills.servers import until
from devtools.drills.service import Service
from devtools.stack import wait
from devtools.stack.account import give, servers_account
from devtools.stack.binaries import postgres_programs, valkey_program
from devtools.stack.home import REPOSITORY, new_home, state_home
from devtools.stack.postgres import Postgres
from devtools.stack.trouble import Trouble
from devtools.stack.valkey import Valkey

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

RECOVERY: Final = 120.0
"""Seconds within which PostgreSQL has recovered."""
KEPT: Final = (0.0, 0.5, 0.9)
"""Chances of a block that was not flushed to survive, taken in turn."""
CONTROLS: Final = {
    "a disk that lies": (),
    "fsync=off": ("fsync=off",),
    "synchronous_commit=off": ("synchronous_commit=off", "wal_writer_delay=1s"),
}
"""What must lose answered commands, and its settings of PostgreSQL."""
TRIES: Final = 5
"""The most cuts until a control has lost something."""
BLOCKS: Final = (2, 8, 32, 128)
"""Blocks that are not flushed yet: the end of the WAL, or what a checkpoint writes."""
SETTINGS: Final = ("checkpoint_timeout=30s",)


class Machine:
    """A migrated PostgreSQL on a disk of its own."""

    def __init__(self, home: Path, disk: Disk, settings: Sequence[str] = ()) -> None:
        self.disk = disk
        account = servers_account()
        programs = postgres_programs(account, state_home())
        made = Postgres(home, programs, account, durable=True)
        made.stop()
        shutil.move(home / "postgres", disk.folder / "postgres")
        for path in (disk.folder, *disk.folder.rglob("*")):
            give(account, path)
        disk.flush()
        (home / "postgres").symlink_to(disk.folder / "postgres")
        self.postgres = Postgres(home, programs, account, durable=True, settings=(*SETTINGS, *settings))
        self.programs = programs

    def cut(self, seed: int, kept: float) -> str:
        """Cut the power in the middle of a checkpoint; return what it met, in words."""
        dice = random.Random(seed)
        checkpoint = threading.Thread(target=self.checkpoint)
        checkpoint.start()
        met = self.disk.cut(dice.choice(BLOCKS), seed, kept)
        kill(self.postgres.child.pid)
        self.postgres.child.process.wait()
        checkpoint.join()
        return f"{met.unflushed} blocks were not flushed, {met.lost} are lost or older"

    def power_on(self) -> float:
        """Mount the disk and start PostgreSQL; return the seconds of its recovery. Raises Trouble if it cannot."""
        self.disk.power_on()
        lock = self.disk.folder / "postgres/postmaster.pid"
        if lock.exists() and not lock.read_bytes().strip(b"\0"):  # with fsync=off it is not flushed either
            lock.unlink()
        begun = time.monotonic()
        self.postgres.child.start_again()
        wait.until(self._answers, self.postgres.child, RECOVERY)
        return time.monotonic() - begun

    def checkpoint(self) -> None:
        """Let PostgreSQL write all pages, unless its disk fails meanwhile."""
        with contextlib.suppress(psycopg.Error), psycopg.connect(self.postgres.url, autocommit=True) as session:
            session.execute("CHECKPOINT")

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.postgres.url, connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def damaged_pages(self) -> str:
        """Stop the server and check all pages; return what is wrong, or ""."""
        self.postgres.stop()
        done = subprocess.run(
            [self.programs / "pg_checksums", "--check", "-D", self.disk.folder / "postgres"],
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stderr if done.returncode else ""


def run(report: Report, home: Path, *, cuts: int, players: int, moves: int, seed: int, control: str = "") -> int:
    """Play and cut the power some times; return how many answered commands are lost. A control ends with the first."""
    dice = random.Random(seed)
    with contextlib.ExitStack() as running:
        account = servers_account()
        valkey = Valkey(home, valkey_program(account, state_home()), account, durable=False)
        running.callback(valkey.stop)
        disk = running.enter_context(Disk(home))
        machine = Machine(home, disk, CONTROLS.get(control, ()))
        running.callback(lambda: kill(machine.postgres.child.pid))
        service = Service(home, DATABASE_URL=machine.postgres.url, BROKER_URL=valkey.url)
        service.sweeps = True
        service.must("migrate", "--no-input", "--verbosity", "0")
        if control == "a disk that lies":
            machine.checkpoint()  # so that there is something to recover from
            disk.lie()
        running.enter_context(service)
        people = journal.Journal(service, players)
        for number in range(cuts):
            with people:
                people.wait_for(dice.randrange(moves, 2 * moves))
                met = machine.cut(dice.randrange(2**32), KEPT[number % len(KEPT)])
            answered = people.answered()
            try:
                seconds = machine.power_on()
                stored = journal.found(machine.postgres.url)
            except (Trouble, psycopg.Error) as error:
                if not control:
                    raise
                report.say(f"cut {number + 1}: {met}; the database is no more: {str(error)[-200:]}")
                return len(answered)
            lost = len(stored.lacks(answered))
            report.say(
                f"cut {number + 1}: {met}; recovered in {seconds:.1f} s; "
                f"{len(answered) - lost} of {len(answered)} answered commands are there"
            )
            if control and lost:
                return lost
            if not control:
                report.demand(not lost, f"{lost} answered commands are lost after cut {number + 1}")
                report.demand(not stored.incomplete, f"{stored.incomplete} commands lack events")
                checked = service.manage("verify_log")
                report.demand(checked.returncode == 0, f"the log is unsound: {checked.stderr}")
            until(lambda: service.ask("GET", "/readyz").status == OK, "service that is ready again", RECOVERY)
            report.demand(not service.ended(), f"{', '.join(service.ended())} ended")
        if not control:
            damaged = machine.damaged_pages()
            report.demand(not damaged, f"pages are damaged: {damaged}")
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the drill in mounts of its own, and return 0 if all is as it should be."""
    parser = argparse.ArgumentParser(prog="drill-power", description=__doc__)
    parser.add_argument("--cuts", type=int, default=25, help="power cuts (25)")
    parser.add_argument("--players", type=int, default=4, help="who play at once (4)")
    parser.add_argument("--moves", type=int, default=50, help="the fewest answered commands between two cuts (50)")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6), help="of the cuts (chosen anew)")
    parser.add_argument("--controls", nargs="*", choices=CONTROLS, default=list(CONTROLS), help="what must lose (all)")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    words = sys.argv[1:] if arguments is None else arguments
    asked = parser.parse_args(words)
    if missing := lacking():
        sys.exit(f"this drill needs {missing}")
    if not asked.inside:
        # Mounts of its own, which end with the last of its processes.
        apart = ["unshare", "--mount", "--propagation", "private", sys.executable, "-m", "devtools.drills.power"]
        environment = {**os.environ, "PATH": SYSTEM}
        return subprocess.run([*apart, *words, "--inside"], cwd=REPOSITORY, env=environment, check=False).returncode
    report = Report()
    print(f"seed {asked.seed}", flush=True)
    size = {"players": asked.players, "moves": asked.moves, "seed": asked.seed}
    try:
        with new_home() as home:
            run(report, home, cuts=asked.cuts, **size)
        for control in asked.controls:
            print(f"{control}, which must lose something", flush=True)
            with new_home() as home:
                lost = run(report, home, cuts=TRIES, control=control, **size)
                report.demand(lost, f"with {control} nothing was lost: the drill notices nothing")
    except Trouble as trouble:
        report.demand(False, str(trouble))  # noqa: FBT003  it is one
    print("clean" if not report.faults else "\n".join(report.faults))
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main())
