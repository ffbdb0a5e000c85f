"""Turns a database into that of a sandbox, for good: with a movable clock and the tables of this package.

Only an empty one can become a sandbox. A service without SANDBOX refuses such a database, and any other without the
real clock, so that no real game is ever decided by a movable clock.
"""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import connection, transaction

from games import errors

# As in `players/migrations/sql/clock.sql`, plus the offset in the one row.
CLOCK: Final = """
CREATE OR REPLACE FUNCTION service_now() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
RETURN statement_timestamp() + coalesce(nullif(current_setting('flipside.clock_offset', true), ''), '0')::interval
    + (SELECT micros * interval '1 microsecond' FROM sandbox_clock)
"""

TABLES: Final = (
    "CREATE TABLE sandbox_clock (one boolean PRIMARY KEY DEFAULT true CHECK (one), micros bigint NOT NULL DEFAULT 0)",
    "INSERT INTO sandbox_clock DEFAULT VALUES",
    """CREATE TABLE sandbox_player (
        player_id uuid PRIMARY KEY REFERENCES players_player ON DELETE CASCADE,
        maker_id uuid REFERENCES players_player ON DELETE SET NULL,
        until timestamptz NOT NULL)""",
    "CREATE INDEX sandbox_player_by_maker ON sandbox_player (maker_id)",
    "CREATE INDEX sandbox_player_over ON sandbox_player (until)",
    """CREATE TABLE sandbox_mail (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        player_id uuid NOT NULL REFERENCES players_player ON DELETE CASCADE,
        sent_at timestamptz NOT NULL DEFAULT service_now(),
        subject text NOT NULL, body text NOT NULL, html text)""",
    "CREATE INDEX sandbox_mail_by_player ON sandbox_mail (player_id, id)",
)

IS_ON: Final = "SELECT to_regclass('sandbox_clock') IS NOT NULL"
IS_MIGRATED: Final = "SELECT to_regprocedure('service_now()') IS NOT NULL"
IS_REAL: Final = "SELECT service_now() = statement_timestamp()"
IS_USED: Final = "SELECT EXISTS (SELECT FROM game)"


class Unfit(Exception):
    """The database does not fit this service. The text gives the reason."""


def on() -> bool:
    """Turn the database into a sandbox. Returns False if it is one already. Raises `Unfit`."""
    if not settings.SANDBOX:
        raise Unfit("SANDBOX is not set, so this installation is no sandbox.")
    if is_on():
        return False
    if _says(IS_USED):
        raise Unfit("This database has games that were played by real time: give the sandbox one of its own.")
    with transaction.atomic(), connection.cursor() as cursor:
        for statement in (*TABLES[:2], CLOCK, *TABLES[2:]):
            cursor.execute(statement)
    return True


def is_on() -> bool:
    """Return whether the database is that of a sandbox."""
    return _says(IS_ON)


def demand() -> None:
    """Raise NotASandbox if the database is not that of a sandbox."""
    if not is_on():
        raise errors.NotASandbox


def refuse_moved_clock() -> None:
    """Raise `Unfit` for a normal service on a database whose clock was moved or can be."""
    if settings.SANDBOX or not _says(IS_MIGRATED):
        return
    if is_on():
        raise Unfit("This database is a sandbox's, its clock can be moved: start with SANDBOX=1, or take another one.")
    if not _says(IS_REAL):
        raise Unfit("The clock of this database is moved: reset flipside.clock_offset.")


def _says(question: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(question)
        return bool(cursor.fetchone()[0])
