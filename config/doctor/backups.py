"""Backups: WAL is archived, and a base backup is not older than a day."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import connection

from config.doctor.finding import Finding, fail, ok, warn

HOUR: Final = 3600
OLDEST: Final = 26 * HOUR
BEHIND: Final = 900.0  # seconds
HOW: Final = "See docs/operators/operations.md, Back up."
LOG: Final = "PostgreSQL's log says why: see archive_command."

# All roles may read these; the view is empty of names of files.
ARCHIVER: Final = """
SELECT current_setting('archive_mode'), current_setting('archive_timeout')::interval > interval '0',
    archived_count, coalesce(last_failed_time > last_archived_time, failed_count > 0),
    extract(epoch FROM now() - coalesce(last_archived_time, stats_reset, pg_postmaster_start_time()))::float8,
    current_setting('archive_command') IN ('', '(disabled)') AND current_setting('archive_library') = '',
    last_archived_wal
FROM pg_stat_archiver
"""


def check() -> Iterator[Finding]:
    """Yield findings on the archive of WAL and on base backups."""
    yield from _wal()
    if not settings.BACKUP_FOLDER:
        yield warn(
            "BACKUP_FOLDER is not set: nobody checks that there is a base backup of last night.",
            "Set it for this command to the folder of deploy/backup/base-backup, where this machine can read it.",
        )
        return
    folder = Path(settings.BACKUP_FOLDER)
    made = [path.stat().st_mtime for path in folder.glob("base-*")] if folder.is_dir() else []
    if not made:
        yield fail(f"There is no base backup in {folder}.", f"Run deploy/backup/base-backup every night. {HOW}")
        return
    age = time.time() - max(made)
    if age > OLDEST:
        yield fail(f"The newest base backup is {age / HOUR:.0f} hours old.", f"See why none was made since. {HOW}")
    else:
        yield ok(f"The newest of {len(made)} base backups is {age / HOUR:.0f} hours old.")


def _wal() -> Iterator[Finding]:
    with connection.cursor() as cursor:
        cursor.execute(ARCHIVER)
        mode, timed, count, failing, age, without, newest = cursor.fetchone()
    wal = Path(settings.BACKUP_FOLDER or "/") / "wal"
    if mode == "off" or without:
        yield fail("PostgreSQL archives no WAL: a lost disk loses all since the last base backup.", HOW)
    elif failing:
        yield fail("The last file of WAL could not be archived.", LOG)
    elif not timed:
        yield warn("A file of WAL is archived only when it is full.", "Set archive_timeout=60.")
    elif age > BEHIND:
        yield fail(f"No WAL was archived for {age / 60:.0f} minutes.", LOG)
    elif settings.BACKUP_FOLDER and newest and wal.is_dir() and not (wal / newest).exists():
        yield fail(
            f"PostgreSQL says that {newest} was archived, and it is not in {wal}.",
            "Check BACKUP_FOLDER here and at PostgreSQL, and that archive_command copies before it says so.",
        )
    elif not count:
        yield warn("No WAL was archived yet.", "Run this command again in a quarter of an hour.")
    else:
        yield ok(f"WAL was archived {age:.0f} s ago.")
