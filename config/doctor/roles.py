"""The login of the service: it can do what the service needs, and cannot change the log."""

from collections.abc import Iterator
from typing import Final

from django.db import connection

from config.doctor.finding import Finding, fail, ok

ROLES: Final = "Run deploy/postgresql/roles.sql as the owner of the tables"
LOGIN: Final = "SELECT current_user, rolsuper, rolbypassrls OR rolcreaterole FROM pg_roles WHERE rolname = current_user"
# Tables that only grow (roles.sql), with their partitions.
LOG: Final = ("event", "command", "option_set", "game_archive", "anchor_leaf", "anchor_node", "transcript_signature")
OWNED: Final = """
SELECT count(*) FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
    AND pg_has_role(relowner, 'USAGE')
"""
CHANGEABLE: Final = """
SELECT DISTINCT root FROM unnest(%s::text[]) root, pg_partition_tree(root::regclass) part
WHERE has_table_privilege(part.relid, 'UPDATE') OR has_table_privilege(part.relid, 'DELETE')
    OR has_table_privilege(part.relid, 'TRUNCATE')
UNION
SELECT relname::text FROM pg_class WHERE oid = ANY (ARRAY(SELECT unnest(%s::text[])::regclass)) AND (
    has_table_privilege(oid, 'UPDATE') OR has_table_privilege(oid, 'DELETE') OR has_table_privilege(oid, 'TRUNCATE'))
ORDER BY 1
"""
UNREADABLE: Final = """
SELECT relname::text FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
    AND NOT has_table_privilege(oid, 'SELECT') ORDER BY 1
"""
UNGUARDED: Final = """
SELECT DISTINCT tgrelid::regclass::text FROM pg_trigger
WHERE tgenabled IN ('D', 'R') AND NOT tgisinternal AND tgrelid = ANY (ARRAY(SELECT unnest(%s::text[])::regclass))
ORDER BY 1
"""


def check() -> Iterator[Finding]:
    """Yield findings on the rights of the login in DATABASE_URL."""
    with connection.cursor() as cursor:
        cursor.execute(LOGIN)
        name, is_super, _ = cursor.fetchone()
        if is_super:
            yield fail(
                f"The service's login {name} is a superuser, who may rewrite the log.",
                f"{ROLES}, make a login IN ROLE flipside_app, and put that into DATABASE_URL.",
            )
        else:
            yield from _rights(name)
        cursor.execute(UNGUARDED, [list(LOG)])
        if unguarded := [table for (table,) in cursor.fetchall()]:
            yield fail(
                f"The triggers that guard the log are switched off on {', '.join(unguarded)}.",
                "As their owner: ALTER TABLE ... ENABLE TRIGGER USER; then run `manage.py verify_log`.",
            )


def _rights(name: str) -> Iterator[Finding]:
    with connection.cursor() as cursor:
        cursor.execute(OWNED)
        (owned,) = cursor.fetchone()
        cursor.execute(CHANGEABLE, [list(LOG), list(LOG)])
        changeable = [table for (table,) in cursor.fetchall()]
        cursor.execute(UNREADABLE)
        unreadable = [table for (table,) in cursor.fetchall()]
    if owned:
        yield fail(
            f"The service's login {name} owns the tables, so it may rewrite the log.",
            f"{ROLES}, make a login IN ROLE flipside_app, and put that into DATABASE_URL.",
        )
    elif changeable:
        yield fail(f"The service's login {name} may change {', '.join(changeable)}.", f"{ROLES}.")
    if unreadable:
        yield fail(f"The service's login {name} may not read {', '.join(unreadable)}.", f"{ROLES} again.")
    if not (owned or changeable or unreadable):
        yield ok(f"The service's login {name} can add to the log and cannot change it.")
