"""A `make run` of a test, with its own processes, folder and port."""

import os
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from devtools.stack.home import REPOSITORY

START_LIMIT = 90  # seconds, on a machine that has other work


class Run:
    """A `make run` with its state in `state`, watched from outside."""

    def __init__(self, state: Path, port: int | str, **more: str) -> None:
        given = {"FLIPSIDE_STATE": str(state), "PORT": str(port), "PATH": os.environ["PATH"], **more}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "devtools", "run"],
            env=given,
            cwd=REPOSITORY,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.shown: list[str] = []

    def until_shown(self, words: str) -> str:
        """Return the output up to the first line with `words`."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.shown.append(line)
            if words in line:
                return "".join(self.shown)
        pytest.fail(f"never showed {words!r}: {''.join(self.shown)} {self.process.stderr.read()}")  # type: ignore[union-attr]

    def family(self) -> list[psutil.Process]:
        return list(psutil.Process(self.process.pid).children(recursive=True))

    def end(self) -> tuple[int, str]:
        """Return the exit code and the standard error, after the process has ended."""
        _, said = self.process.communicate(timeout=START_LIMIT)
        return self.process.returncode, said


def gone(family: list[psutil.Process]) -> bool:
    _, alive = psutil.wait_procs(family, timeout=30)
    return all(process.status() == psutil.STATUS_ZOMBIE for process in alive)
