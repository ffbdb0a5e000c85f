"""A Citus cluster on this machine: a coordinator and worker nodes, each a PostgreSQL of its own.

The programs are those of PG_CONFIG, else of the `pg_config` on PATH: the PostgreSQL that Citus was built for.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlsplit

import psycopg

from devtools.stack.account import servers_account
from devtools.stack.postgres import DATABASE, Postgres
from devtools.stack.trouble import Trouble

if TYPE_CHECKING:
    from collections.abc import Iterator

    from devtools.stack.child import Child

NODES: Final = (1, 2)
SETTINGS: Final = (
    "shared_preload_libraries=citus",
    "citus.enable_unsafe_triggers=on",
    "citus.enable_stat_counters=on",
    "citus.node_conninfo=sslmode=prefer",
    "citus.local_hostname=127.0.0.1",
    "max_prepared_transactions=100",
    "max_connections=300",
)


class Citus(NamedTuple):
    """The address of the coordinator's database, and the processes of all nodes by name: `coordinator`, `node-1`."""

    url: str
    children: dict[str, Child]
    ports: dict[str, int]

    def run(self, sql: str, database: str = DATABASE) -> None:
        """Run SQL on the coordinator as a superuser."""
        with psycopg.connect(_address(self.url, database), autocommit=True) as connection:
            connection.execute(sql.encode())

    def address(self, name: str) -> str:
        """Return the address of the database on a node."""
        return _address(self.url, urlsplit(self.url).path.removeprefix("/"), self.ports[name])

    def make(self, database: str) -> str:
        """Make a database on all nodes that is a cluster, and return its address."""
        for port in self.ports.values():
            with psycopg.connect(_address(self.url, "postgres", port), autocommit=True) as connection:
                if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [database]).fetchone():
                    connection.execute(f"CREATE DATABASE {database}".encode())
            with psycopg.connect(_address(self.url, database, port), autocommit=True) as connection:
                connection.execute("CREATE EXTENSION IF NOT EXISTS citus")
        with psycopg.connect(_address(self.url, database), autocommit=True) as connection:
            connection.execute("SELECT citus_set_coordinator_host('127.0.0.1', %s)", [self.ports["coordinator"]])
            for name, port in self.ports.items():
                if name != "coordinator":
                    connection.execute("SELECT citus_add_node('127.0.0.1', %s)", [port])
        return _address(self.url, database)


def _address(url: str, database: str, port: int | None = None) -> str:
    parts = urlsplit(url)
    netloc = parts.netloc if port is None else f"{parts.username}:{parts.password}@{parts.hostname}:{port}"
    return parts._replace(netloc=netloc, path=f"/{database}").geturl()


def lacking() -> str | None:
    """Return why no cluster can be started here; None if one can."""
    try:
        _programs()
    except Trouble as trouble:
        return str(trouble)
    return None


def _programs() -> Path:
    program = os.environ.get("PG_CONFIG") or shutil.which("pg_config")
    if program is None:
        raise Trouble("There is no pg_config here: set PG_CONFIG to that of a PostgreSQL with Citus.")
    library, programs = (_asked(program, what) for what in ("--pkglibdir", "--bindir"))
    if not (library / "citus.so").exists() or not (programs / "initdb").exists():
        raise Trouble(f"The PostgreSQL of {program} has no Citus: set PG_CONFIG to that of one that has.")
    return programs


def _asked(program: str, what: str) -> Path:
    return Path(subprocess.run([program, what], capture_output=True, text=True, check=True).stdout.strip())


@contextlib.contextmanager
def citus(home: Path, *, durable: bool, database: str = DATABASE) -> Iterator[Citus]:
    """Run a cluster of a coordinator and two nodes. Raises Trouble."""
    programs, account = _programs(), servers_account()
    trust = home / "pg_hba.conf"
    trust.write_text("host all all 127.0.0.1/32 trust\n")  # the nodes know no passwords of each other
    trust.chmod(0o644)
    with contextlib.ExitStack() as running:
        found: dict[str, Postgres] = {}
        for name in ("coordinator", *(f"node-{number}" for number in NODES)):
            folder = home / name
            folder.mkdir(mode=0o711)
            (folder / "logs").mkdir()
            settings = (*SETTINGS, f"hba_file={trust}")
            found[name] = Postgres(folder, programs, account, durable=durable, settings=settings)
            running.callback(found[name].stop)
            found[name].child.name = name
        url = found["coordinator"].url
        ports = {name: urlsplit(one.url).port or 0 for name, one in found.items()}
        cluster = Citus(url, {name: one.child for name, one in found.items()}, ports)
        cluster.make(database)
        yield cluster._replace(url=_address(url, database))
