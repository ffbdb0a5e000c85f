"""The database and the broker: those of DATABASE_URL and BROKER_URL, else embedded ones that end with this process."""

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from devtools.stack.account import servers_account
from devtools.stack.binaries import postgres_programs, valkey_program
from devtools.stack.child import Child
from devtools.stack.home import new_home, prepare, state_home
from devtools.stack.postgres import Postgres
from devtools.stack.valkey import Valkey

GIVEN = (
    *("DATABASE_URL", "DATABASE_POOLER", "DATABASE_SHARDED", "REPLICA_URL"),
    *("BROKER_URL", "BROKER_QUEUES", "CACHE_URL", "SENTINEL_MASTER", "SENTINEL_PASSWORD"),
)
"""The settings by which the environment names servers."""


@dataclass
class Services:
    """The addresses of the services (`environment`: DATABASE_URL, BROKER_URL), and those that are our children."""

    environment: dict[str, str] = field(default_factory=dict)
    children: list[Child] = field(default_factory=list)


@contextlib.contextmanager
def services(home: Path, *, durable: bool) -> Iterator[Services]:
    """Start in `home` what the environment does not give; stop it in reverse order at the end. Raises Trouble."""
    found = Services()
    with contextlib.ExitStack() as stack:
        prepare(home)
        account = servers_account()
        if given := os.environ.get("DATABASE_URL"):
            found.environment["DATABASE_URL"] = given
        else:
            postgres = Postgres(home, postgres_programs(account, state_home()), account, durable=durable)
            stack.callback(postgres.stop)
            found.children.append(postgres.child)
            found.environment["DATABASE_URL"] = postgres.url
        if given := os.environ.get("BROKER_URL"):
            found.environment["BROKER_URL"] = given
        else:
            valkey = Valkey(home, valkey_program(account, state_home()), account, durable=durable)
            stack.callback(valkey.stop)
            found.children.append(valkey.child)
            found.environment["BROKER_URL"] = valkey.url
        yield found


@contextlib.contextmanager
def own_services(*, durable: bool, settings: str) -> Iterator[Services]:
    """Start database and broker in a folder of their own, whatever the environment gives.

    Meanwhile the environment names them, and `settings` as Django's. Nothing of them is left. Raises Trouble.
    """
    before = dict(os.environ)
    forget_given()
    try:
        with new_home() as home, services(home, durable=durable) as found:
            os.environ.update(found.environment, DJANGO_SETTINGS_MODULE=settings)
            yield found
    finally:
        os.environ.clear()
        os.environ.update(before)


def forget_given() -> None:
    """Remove the servers from the environment.

    What others use must not be killed, nor its clock be moved, and figures of an unknown server mean nothing.
    """
    for name in GIVEN:
        os.environ.pop(name, None)
