"""PostgreSQL: reachable, migrated, durable, and with room for all connections."""

from collections.abc import Iterator

from django.conf import settings
from django.db import DatabaseError, connection, connections
from django.db.migrations.executor import MigrationExecutor

from common.database import replica
from config.checks import is_read_only, moved_clock, not_durable
from config.doctor.finding import Finding, fail, ok, warn
from games import distribution

OLDEST = 15
FULL = 0.8  # of the connections

SERVER = """
SELECT current_setting('server_version_num')::int / 10000, pg_encoding_to_char(encoding),
    (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'),
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
FROM pg_database WHERE datname = current_database()
"""

LOCK_TIMEOUT = """
SELECT true FROM pg_roles, unnest(rolconfig) setting WHERE rolname = current_user AND setting LIKE 'lock_timeout=%'
"""

LATE = 64 << 20  # bytes of WAL

REPLICA = """
SELECT pg_is_in_recovery(), CASE WHEN pg_is_in_recovery() THEN pg_is_wal_replay_paused() END,
    CASE WHEN pg_is_in_recovery() THEN pg_wal_lsn_diff(%s::text::pg_lsn, pg_last_wal_replay_lsn())::bigint END
"""


def check() -> Iterator[Finding]:
    """Yield findings on the database server."""
    try:
        connection.ensure_connection()
    except DatabaseError:
        address = settings.DATABASES["default"]
        yield fail(
            f"PostgreSQL at {address['HOST']}:{address['PORT']} lets nobody in as {address['USER']}.",
            "Start it; then check host, port, user, password and name in DATABASE_URL, and pg_hba.conf. "
            "Its own log has the reason.",
        )
        return
    with connection.cursor() as cursor:
        cursor.execute(SERVER)
        version, encoding, used, most = cursor.fetchone()
    yield ok(f"PostgreSQL {version} answers.")
    if version < OLDEST:
        yield fail(f"PostgreSQL {version} is too old.", f"Upgrade it to {OLDEST} or newer.")
    if encoding != "UTF8":
        yield fail(f"The database has the encoding {encoding}.", "Make it anew with ENCODING 'UTF8'.")
    if used > FULL * most:
        yield warn(
            f"{used} of {most} connections are in use.",
            "Raise max_connections, or start fewer threads: each of web keeps one, each streams process six.",
        )
    for fault in not_durable(connection):
        yield fail(f"PostgreSQL may lose accepted moves: {fault}.", "Set it to on, and reload the server.")
    yield from _schema()
    if settings.DATABASE_SHARDED:
        yield from _cluster()
    if replica.is_there():
        yield from _replica()


def _cluster() -> Iterator[Finding]:
    try:
        left = distribution.undistributed()
    except distribution.Refused as refusal:
        yield fail(f"{refusal}.", "See docs/operators/citus.md.")
        return
    if left:
        yield fail(f"{', '.join(left)}: not distributed.", "Stop the service and run `manage.py distribute`.")
    for fault in distribution.node_faults():
        yield fail(f"{fault}.", "Restart the nodes after that.")
    with connection.cursor() as cursor:
        cursor.execute(LOCK_TIMEOUT)
        if cursor.fetchone() is None:
            yield warn(
                "The login of DATABASE_URL has no lock_timeout of its own, and the nodes know no other.",
                "ALTER ROLE it SET lock_timeout = '2s', on the coordinator.",
            )
    if not left:
        yield ok("The games are distributed.")


def _replica() -> Iterator[Finding]:
    address = settings.DATABASES[replica.ALIAS]
    place = f"The replica at {address['HOST']}:{address['PORT']}"
    try:
        with connection.cursor() as ours, connections[replica.ALIAS].cursor() as theirs:
            ours.execute("SELECT CASE WHEN NOT pg_is_in_recovery() THEN pg_current_wal_lsn() END::text")
            theirs.execute(REPLICA, ours.fetchone())
            streams, paused, behind = theirs.fetchone()
            theirs.execute("SELECT 1 FROM event, game, game_archive, snapshot, option_set LIMIT 0")
    except DatabaseError as error:
        yield fail(
            f"{place} cannot be read: {str(error).partition(chr(10))[0]}.",
            "Check REPLICA_URL and the rights of its login. The primary answers meanwhile.",
        )
        return
    if not streams:
        yield warn(f"{place} is a primary.", "Make it with `pg_basebackup -R`, or unset REPLICA_URL.")
    elif paused:
        yield warn(f"{place} is paused.", "Let it go on: SELECT pg_wal_replay_resume().")
    elif behind is not None and behind > LATE:
        yield warn(f"{place} is late by {behind >> 20} MB.", "Look at its log, its disk and the network.")
    else:
        yield ok(f"{place} follows.")


def _schema() -> Iterator[Finding]:
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        yield fail(
            "The tables are not those of this version.", "As their owner, run `manage.py migrate` and roles.sql."
        )
        return
    if (why_not := moved_clock()) is not None:
        yield fail(why_not, "Point DATABASE_URL at a database that is not a sandbox's.")
    if is_read_only(connection):
        yield fail("The database is read only.", "Promote it, or point DATABASE_URL at the primary.")
