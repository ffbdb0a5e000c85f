"""A real worker and beat beside the tests, on the test database and the test broker, which tests kill."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Self

from django.db import connection

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]


def service_environment() -> dict[str, str]:
    """Return the settings with which a process of the service uses the test database."""
    address = "postgresql://{USER}:{PASSWORD}@{HOST}:{PORT}/{NAME}".format(**connection.settings_dict)
    return os.environ | {"DATABASE_URL": address, "DJANGO_SETTINGS_MODULE": "config.settings.test"}


class Worker:
    """A Celery worker with children and, if `beat`, the scheduler of the sweeps. A context: leaves nothing behind."""

    def __init__(self, folder: Path, *, beat: bool = True, children: int = 1) -> None:
        self.command = [sys.executable, "-m", "celery", "-A", "config", "worker", "-c", str(children)]
        self.command += ["--without-gossip", "--without-mingle", "--loglevel", "WARNING"]
        if beat:
            self.command += ["-B", "-s", str(folder / "beat")]
        self.output = folder / "worker.log"
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.kill()

    def start(self) -> None:
        """Start a fresh process group."""
        with self.output.open("ab") as output:
            self.process = subprocess.Popen(
                self.command, cwd=ROOT, env=service_environment(), stdout=output, stderr=output, start_new_session=True
            )

    def kill(self) -> None:
        """SIGKILL the worker, its child and beat at any point of their work."""
        if self.process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(timeout=10)
        self.process = None


def eventually(condition: Callable[[], bool], seconds: float, what: str, *, every: float = 0.02) -> None:
    """Wait for a condition in another process; fail with `what` if it is not met in time."""
    assert happens(condition, seconds, every), f"not within {seconds} s: {what}"


def happens(condition: Callable[[], bool], seconds: float, every: float = 0.02) -> bool:
    """Wait for a condition in another process; return whether it was met in time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(every)
    return True
