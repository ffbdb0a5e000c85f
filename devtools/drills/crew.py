"""The processes of a drill: workers and beats, which the drill kills."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Final, Self

import psutil

from devtools.stack.home import REPOSITORY

if TYPE_CHECKING:
    from pathlib import Path
    from uuid import UUID

ORPHANS: Final = 5.0
"""Seconds within which children should notice that their parent is dead."""


class Member:
    """One process and its children, not started yet. As a context it ends them all."""

    def __init__(self, name: str, words: list[str], folder: Path, environment: dict[str, str]) -> None:
        self.words = [sys.executable, "-m", *words]
        self.log = folder / f"{name}.log"
        self.environment = environment
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.end()

    @property
    def pid(self) -> int:
        """Return the process id of the parent."""
        assert self.process is not None
        return self.process.pid

    @property
    def lives(self) -> bool:
        """Tell whether the parent runs."""
        return self.process is not None and self.process.poll() is None

    def start(self) -> None:
        """Start it in a process group of its own."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.words, cwd=REPOSITORY, env=self.environment, stdout=log, stderr=log, start_new_session=True
            )

    def children(self) -> list[int]:
        """Return the process ids of its children."""
        try:
            return [child.pid for child in psutil.Process(self.pid).children()]
        except psutil.NoSuchProcess:
            return []

    def kill_child(self) -> None:
        """SIGKILL its children; the parent starts others."""
        for pid in self.children():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def kill_main(self) -> None:
        """SIGKILL the parent alone."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    def bury(self, orphans: list[int]) -> None:
        """Wait for the dead parent, and for its children to notice; kill those that do not."""
        assert self.process is not None
        self.process.wait()
        end = time.monotonic() + ORPHANS
        while any(map(psutil.pid_exists, orphans)) and time.monotonic() < end:
            time.sleep(0.02)
        self.end()

    def end(self) -> None:
        """SIGKILL the parent and its children."""
        if self.process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process = None


def worker(folder: Path, environment: dict[str, str], *, app: str = "config", children: int = 1) -> Member:
    """Return a worker with `children` children."""
    words = ["celery", "-A", app, "worker", "-c", str(children), "-n", f"{os.getpid()}-{time.monotonic_ns()}@drill"]
    words += ["--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel", "WARNING"]
    return Member("worker", words, folder, environment)


def beat(folder: Path, environment: dict[str, str], number: int = 1) -> Member:
    """Return a beat."""
    words = ["celery", "-A", "devtools.drills.brisk", "beat", "--pidfile", "", "-s", str(folder / f"beat-{number}")]
    words += ["--loglevel", "WARNING"]
    return Member(f"beat-{number}", words, folder, environment)


class Doomed:
    """A process that makes commands and dies before it hints the worker, see `devtools.drills.doomed`. A context."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = environment
        self.process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "devtools.drills.doomed"],
            cwd=REPOSITORY,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        return self

    def __exit__(self, *_error: object) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.communicate()

    def resign(self, game: UUID, player: UUID) -> None:
        """Resign in a match, and die after the commit."""
        assert self.process is not None
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{game} {player}\n")
        self.process.stdin.flush()
        ended = self.process.stdout.readline().strip()
        assert ended == str(int(signal.SIGKILL)), f"it did not die between commit and hint: {ended!r}"
