"""A database server of our own that becomes a standby, as after a fail-over, and a primary again."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Self, TypeVar

import psycopg
from django.core.management import call_command
from django.db import connections
from psycopg.conninfo import conninfo_to_dict

from devtools.stack.account import give, servers_account
from devtools.stack.binaries import postgres_programs
from devtools.stack.home import new_test_home, prepare, state_home
from devtools.stack.postgres import Postgres

if TYPE_CHECKING:
    from collections.abc import Callable

Answer = TypeVar("Answer")


class Server:
    """Begins as a primary with empty tables. A context: leaves nothing behind."""

    def __init__(self) -> None:
        home = new_test_home()
        self._home = prepare(home.with_name(f"{home.name}-standby"))  # beside that of the test's database
        self._account = servers_account()
        self._programs = postgres_programs(self._account, state_home())
        self._postgres = self._start()

    def __enter__(self) -> Self:
        self.serving(lambda: call_command("migrate", verbosity=0))
        return self

    def __exit__(self, *_error: object) -> None:
        self._postgres.stop()
        shutil.rmtree(self._home, ignore_errors=True)

    @property
    def url(self) -> str:
        """Return the address of its database, password included."""
        return self._postgres.url

    def serving(self, ask: Callable[[], Answer]) -> Answer:
        """Return the result of `ask` in a thread that uses this database."""

        def asked() -> Answer:
            at: dict[str, Any] = conninfo_to_dict(self._postgres.url)
            names = {"HOST": "host", "PORT": "port", "USER": "user", "PASSWORD": "password", "NAME": "dbname"}
            here = connections["default"]  # of this thread alone
            here.settings_dict = here.settings_dict | {ours: at[theirs] for ours, theirs in names.items()}
            try:
                return ask()
            finally:
                connections.close_all()

        with ThreadPoolExecutor(1) as threads:
            return threads.submit(asked).result()

    def demote(self) -> None:
        """Restart it as a standby: it waits for a primary that never comes, and can be read."""
        self._postgres.stop()
        told = self._home / "postgres" / "standby.signal"
        told.touch()
        give(self._account, told)
        self._postgres = self._start()

    def promote(self) -> None:
        """Promote it to a primary, unless it is one."""
        with psycopg.connect(self._postgres.url, autocommit=True) as session:
            session.execute("SELECT pg_promote() WHERE pg_is_in_recovery()")

    def _start(self) -> Postgres:
        return Postgres(self._home, self._programs, self._account, durable=False)
