"""A replica for the service in this process: a second address of the same data, or of nothing."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from unittest import mock

from django.db import connections
from django.test.utils import CaptureQueriesContext

from common.database import replica
from config.database.replica.base import DatabaseWrapper

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def named(patience: float = 10.0, **address: Any) -> Iterator[None]:
    """Name a replica in the settings: that of `address` (HOST, PORT, NAME), and what is missing as for the primary."""
    ours = connections["default"].settings_dict
    options = {name: value for name, value in ours["OPTIONS"].items() if name not in {"silence", "pool"}}
    options |= {"patience": patience, "options": "-c default_transaction_read_only=on"}
    connections.settings[replica.ALIAS] = {
        **ours,
        **address,
        "ENGINE": "config.database.replica",
        "OPTIONS": options,
    }
    replica.health.reset()
    # Tests may not connect to databases that did not exist when they began.
    with mock.patch.object(DatabaseWrapper, "ensure_connection", _connect, create=True):
        try:
            yield
        finally:
            close()
            del connections.settings[replica.ALIAS]
            replica.health.reset()


def _connect(database: DatabaseWrapper) -> None:
    if database.connection is None:
        with database.wrap_database_errors:
            database.connect()


def close() -> None:
    """Close this thread's connection, and forget it: the next one may have another address."""
    connections[replica.ALIAS].close()
    del connections[replica.ALIAS]


@contextmanager
def statements() -> Iterator[list[str]]:
    """Collect what is asked of the replica, by this thread."""
    said: list[str] = []
    with CaptureQueriesContext(connections[replica.ALIAS]) as queries:
        yield said
    said += [query["sql"] for query in queries]
