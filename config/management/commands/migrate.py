"""`manage.py migrate`: Django's, with time-outs of its own."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from django.conf import settings
from django.core.management.commands import migrate
from django.db import DatabaseError, connections


class Command(migrate.Command):
    """Waits for locks no longer than players should, and for its own statements as long as they take.

    A statement that waits for the lock of a table makes all later ones wait behind it, so the former limit is short.
    """

    def handle(self, *args: Any, database: str, **options: Any) -> None:
        with _limits(database):
            super().handle(*args, database=database, **options)


@contextmanager
def _limits(database: str) -> Iterator[None]:
    statement = settings.MIGRATE_STATEMENT_TIMEOUT_MS
    limits = {
        "lock_timeout": settings.MIGRATE_LOCK_TIMEOUT_MS,
        "statement_timeout": statement,
        "idle_in_transaction_session_timeout": 0,  # Python may think for long between two statements
    }
    connection = connections[database]
    with connection.cursor() as cursor:
        for name, value in limits.items():
            cursor.execute("SELECT set_config(%s::text, %s::text, false)", [name, f"{value}ms"])
    session = connection.connection
    patience, session.patience = session.patience, statement / 1000 + 2 if statement else None
    try:
        yield
    finally:
        session.patience = patience
        with suppress(DatabaseError), connection.cursor() as cursor:  # a broken session has no limits
            for name in limits:
                cursor.execute(f"RESET {name}")
