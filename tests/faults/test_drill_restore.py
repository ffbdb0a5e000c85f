"""A short drill of backups; `make drill-restore` restores to more moments, of a longer history."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = [pytest.mark.timeout(900), pytest.mark.slow]


def test_a_restored_database_has_what_was_answered_and_clients_are_told_of_the_rest() -> None:
    drill = subprocess.run(
        [sys.executable, "-m", "devtools.drills.restore", "--players=2", "--moves=10", "--moments=1"],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "BROKER_URL"}},
        capture_output=True,
        text=True,
        timeout=880,
        check=False,
    )
    assert drill.returncode == 0, drill.stdout + drill.stderr
