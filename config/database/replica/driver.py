"""psycopg as Django's backend uses it (PEP 249), with connections that soon give up."""

from __future__ import annotations

from typing import Any, Final

import psycopg

from config.database.connection import WatchedConnection, give_up


class ReplicaSession(WatchedConnection):
    """A connection to the replica."""

    limit = 0.5
    """Seconds that connecting and each exchange may take."""

    @classmethod
    def on_silence(cls, seconds: float, patience: float | None) -> None:  # noqa: ARG003  the same limit for everything
        """Stop waiting after `limit`."""
        if seconds >= cls.limit:
            give_up()


connect: Final = ReplicaSession.connect


def __getattr__(name: str) -> Any:
    return getattr(psycopg, name)
