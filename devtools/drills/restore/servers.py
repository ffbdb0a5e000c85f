"""A PostgreSQL that archives its WAL, made and restored by the scripts of deploy/backup and the steps of the docs."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlsplit

import psutil
import psycopg

from devtools.drills.servers import START_LIMIT, until
from devtools.stack import wait
from devtools.stack.account import Account, give, servers_account
from devtools.stack.binaries import postgres_programs
from devtools.stack.home import REPOSITORY, prepare, state_home
from devtools.stack.postgres import Postgres
from devtools.stack.trouble import Trouble

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

SCRIPTS: Final = ("archive-wal", "base-backup")
SEGMENT: Final = 24
"""Characters in the name of a file of WAL."""


class Backups(NamedTuple):
    """The folder of backups, with copies of our scripts, which the account of PostgreSQL can reach."""

    folder: Path
    scripts: Path
    programs: Path
    account: Account | None

    @classmethod
    def make(cls, home: Path) -> Backups:
        """Make an empty folder."""
        account = servers_account()
        found = cls(home / "backup", home / "scripts", postgres_programs(account, state_home()), account)
        for folder in (found.folder, found.folder / "wal"):
            folder.mkdir(mode=0o700)
            give(account, folder)
        found.scripts.mkdir()
        for name in SCRIPTS:
            give(account, Path(shutil.copy(REPOSITORY / "deploy/backup" / name, found.scripts)))
        return found

    def settings(self) -> tuple[str, ...]:
        """Return the lines of postgresql.conf that archive WAL."""
        command = f"BACKUP_FOLDER={self.folder} {self.scripts / 'archive-wal'} %p %f"
        return ("archive_mode=on", f"archive_command={command}", "archive_timeout=60")

    def base_backup(self, database: str) -> Path:
        """Make a base backup, and return its folder."""
        at = urlsplit(database)
        environment = {
            "PATH": f"{self.programs}:{os.environ.get('PATH', os.defpath)}",
            "BACKUP_FOLDER": str(self.folder),
            "PGHOST": str(at.hostname),
            "PGPORT": str(at.port),
            "PGUSER": str(at.username),
            "PGPASSWORD": str(at.password),
        }
        done = self._run(self.scripts / "base-backup", environment=environment)
        if done.returncode:
            raise Trouble(f"base-backup failed: {done.stderr}")
        return max(self.folder.glob("base-*"))

    def complete(self, data: Path) -> int:
        """Copy into the archive what a stopped server has of WAL and the archive has not; return how many files."""
        missing = [
            file
            for file in (data / "pg_wal").iterdir()
            if len(file.name) == SEGMENT and not (self.folder / "wal" / file.name).exists()
        ]
        for file in missing:
            give(self.account, Path(shutil.copy(file, self.folder / "wal")))
        return len(missing)

    def unpack(self, base: Path, home: Path, until: datetime | None) -> Path:
        """Copy a base backup to `home` and write there what it is to recover: all WAL, or that up to a moment."""
        data = home / "postgres"
        data.mkdir(mode=0o700)
        give(self.account, data)
        done = self._run("cp", "-a", f"{base}/.", data)
        if done.returncode:
            raise Trouble(f"cp failed: {done.stderr}")
        lines = [f"restore_command = 'cp {self.folder}/wal/%f %p'", "recovery_target_action = promote"]
        if until is not None:
            lines.append(f"recovery_target_time = '{until.isoformat()}'")
        with (data / "postgresql.conf").open("a") as file:
            file.writelines(f"{line}\n" for line in lines)
        signal = data / "recovery.signal"
        signal.touch()
        give(self.account, signal)
        return data

    def _run(self, *words: str | Path, environment: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
        account = self.account
        return subprocess.run(
            words,
            env=environment,
            cwd="/",
            capture_output=True,
            text=True,
            check=False,
            user=account.uid if account else None,
            group=account.gid if account else None,
            extra_groups=[] if account else None,
        )


class Database:
    """A durable PostgreSQL with its data in a folder."""

    def __init__(self, home: Path, backups: Backups, *, archives: bool = True) -> None:
        self.home = home
        settings = backups.settings() if archives else ()
        self.postgres = Postgres(home, backups.programs, backups.account, durable=True, settings=settings)

    @property
    def url(self) -> str:
        """Return the address of the database."""
        return self.postgres.url

    @property
    def data(self) -> Path:
        """Return the folder of the data."""
        return self.home / "postgres"

    def archive_now(self) -> None:
        """Let the server archive all WAL so far, as it does every minute."""
        with psycopg.connect(self.url, autocommit=True) as session:
            row = session.execute("SELECT pg_walfile_name(pg_switch_wal())").fetchone()
            assert row is not None
            until(lambda: _archived(session, row[0]), "archived file of WAL")

    def kill(self) -> None:
        """SIGKILL all its processes."""
        kill(self.postgres.child.pid)
        self.postgres.child.process.wait()

    def stop(self) -> None:
        """Stop it, unless it was killed."""
        self.postgres.stop()


def _archived(session: psycopg.Connection[tuple[str | None, ...]], name: str) -> bool:
    row = session.execute("SELECT last_archived_wal FROM pg_stat_archiver").fetchone()
    return row is not None and row[0] is not None and row[0] >= name


def kill(pid: int) -> None:
    """SIGKILL a process and all below it, at once as far as that is possible."""
    with contextlib.suppress(psutil.NoSuchProcess):
        parent = psutil.Process(pid)
        parent.suspend()  # so that it starts no others
        below = parent.children(recursive=True)
        for process in (*below, parent):
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(below, START_LIMIT)


@contextlib.contextmanager
def restored(
    backups: Backups, base: Path, like: Path, to: Path, until_moment: datetime | None, *, archives: bool = False
) -> Iterator[Database]:
    """Restore a base backup of the database in `like` to a folder, and run it; its data is gone afterwards."""
    prepare(to)
    shutil.copy2(like / "postgres-password", to)
    backups.unpack(base, to, until_moment)
    database = Database(to, backups, archives=archives)
    try:
        wait.until(lambda: _is_primary(database.url), database.postgres.child, START_LIMIT)
        yield database
    finally:
        database.stop()
        shutil.rmtree(to, ignore_errors=True)


def _is_primary(url: str) -> bool:
    with contextlib.suppress(psycopg.OperationalError), psycopg.connect(url) as session:
        return session.execute("SELECT pg_is_in_recovery()").fetchone() == (False,)
    return False
