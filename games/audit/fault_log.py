"""The log of faults: each is entered once, and stays open until it is resolved."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from common.clock import ServiceNow
from common.database import queries
from games.audit.faults import LOG_OF_ANCHORS, Fault
from games.models import Anchor, Found

if TYPE_CHECKING:
    from uuid import UUID

    from django.db.models import QuerySet

OPEN, MENDED, GONE, ACCEPTED = (str(state) for state in Found.State)

MAIL_WITHIN: Final = timedelta(days=7)
"""Older faults are not mailed any more."""

# The unique index is partial: a repaired fault may be entered again.
ENTER: Final = """
INSERT INTO audit_found (game_id, seq, kind, message, state, found_at)
VALUES (%s::uuid, %s::int, %s::text, %s::text, %s::text, service_now())
ON CONFLICT (game_id, kind, seq) WHERE state IN ('open', 'accepted') DO NOTHING RETURNING id
"""


def enter(fault: Fault, state: str) -> bool:
    """Enter a fault. Returns False if it is entered already."""
    return bool(queries.rows(ENTER, fault.game_id, fault.seq or 0, fault.kind, fault.message, state))


def is_accepted(fault: Fault) -> bool:
    """Return whether an operator lets the game continue with this fault."""
    same = Found.objects.filter(game_id=fault.game_id, kind=fault.kind, seq=fault.seq or 0)
    return same.filter(state=ACCEPTED).exists()


def open_games() -> set[UUID]:
    """Return the games with open faults."""
    return set(_open().values_list("game_id", flat=True))


def open_faults() -> list[tuple[int, Fault]]:
    """Return open faults with their numbers, in the order in which they were found."""
    return _faults(_open().order_by("id"))


def close(game_id: UUID, state: str = GONE) -> None:
    """Close the open faults of a game: they are gone, or accepted."""
    _open().filter(game_id=game_id).update(state=state)


def close_day(day: int) -> None:
    """Close the open faults of the anchor of a day, given as YYYYMMDD."""
    _open().filter(game_id=LOG_OF_ANCHORS, seq=day).update(state=GONE)


def close_other_days() -> None:
    """Close the open faults of anchors that no longer exist."""
    days = [int(f"{day:%Y%m%d}") for day in Anchor.objects.values_list("date", flat=True)]
    _open().filter(game_id=LOG_OF_ANCHORS).exclude(seq__in=days).update(state=GONE)


def untold(limit: int) -> list[tuple[int, Fault]]:
    """Return faults that were not mailed to operators, with their numbers."""
    recent = Found.objects.filter(mailed_at=None, found_at__gt=ServiceNow() - MAIL_WITHIN)
    return _faults(recent.order_by("id")[:limit])


def told_within(seconds: float) -> bool:
    """Return whether a mail was sent in the last `seconds`."""
    return Found.objects.filter(mailed_at__gt=ServiceNow() - timedelta(seconds=seconds)).exists()


def told(numbers: list[int]) -> None:
    """Record that these were mailed to operators."""
    Found.objects.filter(id__in=numbers).update(mailed_at=ServiceNow())


def _open() -> QuerySet[Found]:
    return Found.objects.filter(state=OPEN)


def _faults(found: QuerySet[Found]) -> list[tuple[int, Fault]]:
    rows: Any = found.values_list("id", "game_id", "seq", "kind", "message")
    return [(number, Fault(game_id, seq or None, kind, message)) for number, game_id, seq, kind, message in rows]
