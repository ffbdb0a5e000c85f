"""The process that is killed repeatedly: it starts once, and only its forks die."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.db import connection

from tests.faults.kills import Doomed

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def doomed(django_db_setup: None) -> Iterator[Doomed]:  # noqa: ARG001  its database
    """Yield a process on the test database, which may call receivers on this machine."""
    settings = connection.settings_dict
    address = "postgresql://{USER}:{PASSWORD}@{HOST}:{PORT}/{NAME}".format(**settings)
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.faults.doomed"],
        cwd=ROOT,
        env=os.environ
        | {
            "DATABASE_URL": address,
            "DJANGO_SETTINGS_MODULE": "config.settings.test",
            "OUTBOUND_ALLOW": "127.0.0.0/8",
        },
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield Doomed(process)
    finally:
        process.communicate(timeout=20)
