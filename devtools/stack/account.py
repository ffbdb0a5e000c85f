"""The account that servers run under.

PostgreSQL refuses root, so root borrows an existing account; none is ever created.
"""

import os
import pwd
import stat
from pathlib import Path
from typing import NamedTuple

from devtools.stack.trouble import Trouble

CANDIDATES = ("postgres", "nobody")  # existing names only: PostgreSQL looks its user up


class Account(NamedTuple):
    """A name with its numeric user and group."""

    name: str
    uid: int
    gid: int


def servers_account() -> Account | None:
    """Return the account to drop to, or None if we are not root and need none."""
    if os.geteuid() != 0:
        return None
    for name in CANDIDATES:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Account(entry.pw_name, entry.pw_uid, entry.pw_gid)
    raise Trouble(
        f"PostgreSQL does not run as root and there is no account {' or '.join(CANDIDATES)} here: "
        "start as another user, or set DATABASE_URL and BROKER_URL.",
    )


def reaches(account: Account | None, path: Path) -> bool:
    """Tell whether the account can reach `path`: every directory above it is open to it."""
    return account is None or all(_lets_through(account, folder) for folder in path.resolve().parents)


def _lets_through(account: Account, folder: Path) -> bool:
    found = folder.stat()
    if found.st_uid == account.uid:
        return bool(found.st_mode & stat.S_IXUSR)
    if found.st_gid == account.gid:
        return bool(found.st_mode & stat.S_IXGRP)
    return bool(found.st_mode & stat.S_IXOTH)


def give(account: Account | None, path: Path) -> None:
    """Make the account the owner of `path`, if there is one to give it to."""
    if account is not None:
        os.chown(path, account.uid, account.gid)
