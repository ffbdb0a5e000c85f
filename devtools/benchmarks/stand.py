"""The service under test: a durable PostgreSQL and a web server as `make run` starts them, without other processes.

No bot worker and no beat: every seat has a player, so all the work of the machine answers requests.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
import urllib.request
from dataclasses import dataclass
from typing import TYPE_CHECKING

import psycopg

from devtools.benchmarks import machine
from devtools.stack import wait
from devtools.stack.child import Child
from devtools.stack.home import REPOSITORY, new_home
from devtools.stack.installation import WEB
from devtools.stack.port import free_port
from devtools.stack.services import forget_given, services

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

START_LIMIT = 60.0  # seconds
SETTLED = 1.0  # seconds until every session of PostgreSQL has read its configuration again


@dataclass(frozen=True)
class Stand:
    """A running service: its port, the address of its database, and where PostgreSQL writes its log."""

    port: int
    database: str
    database_log: Path
    web: Child
    postgres: Child

    def workers(self) -> list[int]:
        """Return the processes that answer requests."""
        return machine.children(self.web.pid)

    def worker_cpu_us(self) -> float:
        """Return the CPU of the workers so far."""
        return machine.cpu_us(self.workers())

    def postgres_cpu_us(self) -> float:
        """Return the CPU of all of PostgreSQL so far: sessions, log writer, checkpointer and others."""
        return machine.cpu_us([self.postgres.pid, *machine.children(self.postgres.pid)])

    @contextlib.contextmanager
    def statements_logged(self) -> Iterator[list[str]]:
        """Yield a list that is filled at the end with the statements that PostgreSQL logged in the block."""
        found: list[str] = []
        with psycopg.connect(self.database, autocommit=True) as connection:
            start = self.database_log.stat().st_size
            for value in ("all", "none"):
                connection.execute(f"ALTER SYSTEM SET log_statement = '{value}'")
                connection.execute("SELECT pg_reload_conf()")
                time.sleep(SETTLED)
                if value == "all":
                    yield found
        with self.database_log.open("rb") as log:
            log.seek(start)
            lines = log.read().decode(errors="replace").splitlines()
        # Sessions of the service use prepared statements only; ours, just above, uses none.
        found += [line for line in lines if " LOG:  execute " in line]


@contextlib.contextmanager
def stand() -> Iterator[Stand]:
    """Start everything in a folder of its own; stop it and remove the folder at the end. Raises Trouble."""
    forget_given()
    with contextlib.ExitStack() as running:
        home = running.enter_context(new_home())
        found = running.enter_context(services(home, durable=True))
        environment = {
            **os.environ,
            **found.environment,
            "DJANGO_SETTINGS_MODULE": "config.settings.development",
            "SECRET_KEY": "of-a-benchmark",
            "GAME_SECRET_KEYS": "benchmark:" + "5a" * 32,
            # Requests are counted as in production, so that the cost is real; none is refused.
            **{f"RATE_LIMIT_{name}": "99999999/999" for name in ("READ", "PLAY", "WRITE", "ACCOUNT")},
        }
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "--no-input", "--verbosity", "0"],
            env=environment, cwd=REPOSITORY, check=True,
        )  # fmt: skip
        port = free_port()
        web = Child(
            "web",
            [sys.executable, "-m", *WEB, "--bind", f"127.0.0.1:{port}"],
            log=home / "logs" / "web.log",
            environment=environment,
            folder=REPOSITORY,
        )
        running.callback(web.stop)
        wait.until(lambda: _ready(port), web, START_LIMIT)
        postgres = found.children[0]
        yield Stand(port, found.environment["DATABASE_URL"], postgres.log, web, postgres)


def _ready(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5) as answer:
            return bool(answer.status == 200)  # noqa: PLR2004 - the status that means ready
    except OSError:
        return False
