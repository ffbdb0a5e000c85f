"""An embedded PostgreSQL: created once, started as our child on a free loopback port with a random password."""

import os
import re
import secrets
import shutil
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path

import psycopg

from devtools.stack import wait
from devtools.stack.account import Account, give
from devtools.stack.child import Child
from devtools.stack.environment_file import write_secret
from devtools.stack.port import free_port
from devtools.stack.trouble import Trouble

USER = "flipside"
DATABASE = "flipside"
START_LIMIT = 30.0  # seconds; recovery after a crash included
INITDB = ("-U", USER, "-A", "scram-sha-256", "-E", "UTF8", "--locale", "C.UTF-8")
# Loopback TCP only: socket paths have a length limit, and this works the same everywhere.
# Terse: the server's log does not repeat conflicting names and addresses.
SERVER = (
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "log_line_prefix=%m [%p] ",
    "log_error_verbosity=terse",
)
# A test's data is thrown away, so it need not survive a crash.
FORGETFUL = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
PLAIN = {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C"}  # none of our PG* variables reach the server


class Postgres:
    """A cluster in `home`/postgres run by the programs in `programs`. `url` is valid while it runs."""

    def __init__(
        self, home: Path, programs: Path, account: Account | None, *, durable: bool, settings: Sequence[str] = ()
    ) -> None:
        """Create the cluster if it is missing, and start it with more `settings`. Raises Trouble when that fails."""
        self._home = home
        self._programs = programs
        self._account = account
        self._durable = durable
        self._settings = settings
        self._data = home / "postgres"
        self._secret = home / "postgres-password"
        if self._data.exists():
            self._check_version()
        else:
            self._make()
        self._port = free_port()
        self.child = self._start()
        wait.until(self._answers, self.child, START_LIMIT)
        self._create_database()

    @property
    def url(self) -> str:
        """Return the address of the project's database, password included."""
        return self._address(DATABASE)

    def stop(self) -> None:
        """Close every connection and stop with all data on disk."""
        self.child.stop(grace=30.0)

    def _address(self, database: str) -> str:
        return f"postgresql://{USER}:{self._secret.read_text()}@127.0.0.1:{self._port}/{database}"

    def _check_version(self) -> None:
        made = (self._data / "PG_VERSION").read_text().strip()
        answer = self._run("postgres", "--version").stdout
        found = re.search(r"\d+", answer)
        if found is None or found[0] != made:
            raise Trouble(
                f"The data in {self._data} is of PostgreSQL {made}, but the program here is {answer.strip()}: "
                f"delete that folder to start anew, or set POSTGRES_BIN_DIR to programs of version {made} and dump it.",
            )

    def _make(self) -> None:
        """Initialize in a temporary place and move it: an interrupted first start leaves no incomplete cluster."""
        draft = self._home / "postgres.new"
        handed = self._home / "postgres-password.new"  # initdb must read it as the servers' account
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(mode=0o700)
        write_secret(self._secret, secrets.token_urlsafe(24))
        shutil.copy(self._secret, handed)
        for path in (draft, handed):
            give(self._account, path)
        done = self._run("initdb", "-D", draft, "--pwfile", handed, *INITDB, *(() if self._durable else ("--no-sync",)))
        handed.unlink()
        if done.returncode:
            raise Trouble(f"initdb failed: {done.stderr.strip().splitlines()[-1:]}")
        draft.rename(self._data)

    def _run(self, program: str, *words: str | Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(  # noqa: S603  a program we chose, no shell
            [self._programs / program, *words],
            capture_output=True,
            text=True,
            check=False,
            cwd="/",
            env=PLAIN,
            user=self._account.uid if self._account else None,
            group=self._account.gid if self._account else None,
            extra_groups=[] if self._account else None,
        )

    def _start(self) -> Child:
        wanted = (*SERVER, f"port={self._port}", *(() if self._durable else FORGETFUL), *self._settings)
        return Child(
            "postgres",
            [self._programs / "postgres", "-D", self._data, *(word for one in wanted for word in ("-c", one))],
            log=self._home / "logs" / "postgres.log",
            environment=PLAIN,
            account=self._account,
            farewell=signal.SIGINT,  # fast shutdown: ends sessions, writes everything
            folder=Path("/"),
        )

    def _answers(self) -> bool:
        try:
            psycopg.connect(self._address("postgres"), connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def _create_database(self) -> None:
        with psycopg.connect(self._address("postgres"), autocommit=True) as connection:
            if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone():
                connection.execute(f"CREATE DATABASE {DATABASE}")
