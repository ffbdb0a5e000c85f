"""A short drill of the cluster; `make drill-cluster` kills every process."""

from __future__ import annotations

import subprocess
import sys

import pytest

from devtools.stack.home import REPOSITORY

VICTIMS = ("web-1", "streams-2", "worker-1", "valkey", "replica", "postgres")


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_nothing_is_lost_or_told_twice_while_processes_and_servers_are_killed() -> None:
    command = [sys.executable, "-m", "devtools.drills.cluster", *VICTIMS, "--seconds", "6"]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done
    assert all(f"\n{victim}" in done.stdout for victim in VICTIMS)
