"""Making a database that of a sandbox, for good: its clock can be moved, and it has the tables of this package.

Only an empty one becomes a sandbox. A service without SANDBOX refuses such a database, and any whose clock is not the
real one, so that nobody's time is ever decided by a clock that somebody can move.
"""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import connection, transaction

from games import errors

# As in `players/migrations/sql/clock.sql`, and ahead of it by what the one row says.
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
    """The database is not one for this service; the text says why."""


def on() -> bool:
    """Make the database a sandbox's; False if it is one already. Raises `Unfit`."""
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
    """Whether the database is a sandbox's."""
    return _says(IS_ON)


def demand() -> None:
    """Raises NotASandbox if the routes of the sandbox have nothing to work on."""
    if not is_on():
        raise errors.NotASandbox


def refuse_moved_clock() -> None:
    """Raises `Unfit` for a service that is no sandbox on a database whose clock can be moved, or is."""
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
