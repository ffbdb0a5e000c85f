"""A short drill of the clocks; `make drill-clocks` does the same with thousands of games."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = [
    pytest.mark.timeout(300),
    pytest.mark.slow,
]  # two sweepers, and no hurry where the machine has other things to do


def test_games_that_fall_due_while_sweepers_are_killed_get_one_time_out_each() -> None:
    drill = subprocess.run(
        [sys.executable, "-m", "devtools.drills.clocks", "--games=20", "--sweepers=2", "--window=3", "--start=1"],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "BROKER_URL"}},
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert drill.returncode == 0, drill.stdout + drill.stderr
    assert "early 0, double 0, lost 0, logs unsound 0" in drill.stdout
