"""A short drill of power cuts; `make drill-power` cuts more often, and has more controls."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from devtools.drills.power.machine import lacking

ROOT = Path(__file__).parents[2]

pytestmark = [
    pytest.mark.timeout(900),
    pytest.mark.slow,
    pytest.mark.skipif(bool(lacking()), reason=f"a disk whose power can be cut needs {lacking()}"),
]


def test_what_was_answered_survives_power_cuts_unless_the_database_answers_before_it_has_written() -> None:
    words = ["--cuts=2", "--players=2", "--moves=10", "--controls", "synchronous_commit=off"]
    drill = subprocess.run(
        [sys.executable, "-m", "devtools.drills.power", *words],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "BROKER_URL"}},
        capture_output=True,
        text=True,
        timeout=880,
        check=False,
    )
    assert drill.returncode == 0, drill.stdout + drill.stderr
