"""Every process reads the erasure ledger before it serves."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from devtools.stack.port import free_port
from tests.faults.stack import service_environment

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "words",
    [
        ("-m", "config.servers.web", "--bind", "127.0.0.1:{port}"),
        ("-m", "celery", "-A", "config.celery", "worker", "--pool", "solo"),
        ("manage.py", "sweeper"),
    ],
    ids=["web", "worker", "sweeper"],
)
def test_a_process_does_not_start_with_a_ledger_that_it_cannot_read(words: tuple[str, ...], tmp_path: Path) -> None:
    ledger = tmp_path / "ledger"
    ledger.write_text("nonsense\n")
    done = subprocess.run(
        [sys.executable, *(word.format(port=free_port()) for word in words)],
        cwd=ROOT,
        env={**os.environ, **service_environment(), "ERASURE_LEDGER": str(ledger)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode != 0
    assert "line 1: not a line of a ledger of erasures" in done.stderr
