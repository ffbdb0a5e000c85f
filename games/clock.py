"""The time limit of a round (house rule `time_limit`), kept in the header beside the table, which knows no clock.

All times are the database's. A round that is overdue ends before anything else happens in its game: by the next command
of anybody, or by the sweep.
"""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, Final
from uuid import UUID, uuid5

from django.db import connection

import engine

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

EXPIRIES: Final = UUID("5e0c8f4e-7a3b-5d5e-9c57-3f1f3f0b8a44")
"""Namespace of the ids of the commands that end rounds."""

ASKED: Final = sha256(b"expire").digest()

OVERDUE: Final = """
SELECT id FROM game WHERE status = 1 AND deadline_at <= statement_timestamp() ORDER BY deadline_at LIMIT %s::int
"""


def deadline_after(
    deadline: datetime | None, table: engine.Table, events: Sequence[engine.Event], now: datetime
) -> datetime | None:
    """When the round ends that had this deadline, after these events, folded into `table`; None: nothing is timed."""
    limit = engine.rules_of(table.spec).time_limit
    if not limit or table.turn is None:
        return None
    if any(isinstance(event, engine.RoundStarted) for event in events):
        return now + timedelta(seconds=limit)
    return deadline


def is_overdue(deadline: datetime | None, now: datetime) -> bool:
    """Has the time of the round run out."""
    return deadline is not None and deadline <= now


def expiry_id(game_id: UUID, round_number: int) -> UUID:
    """The id of the command that ends this round: the same whoever sends it, so it is carried out once."""
    return uuid5(EXPIRIES, f"{game_id}/{round_number}")


def overdue(limit: int) -> list[UUID]:
    """At most `limit` games whose round is overdue, the longest first. Locks nothing."""
    with connection.cursor() as cursor:
        cursor.execute(OVERDUE, (limit,))
        return [row[0] for row in cursor.fetchall()]
