"""The muster: who has confirmed, and the messages about it."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

from games.matchmaking.times import BY_SPEED
from games.notifications import quiet_hours
from games.notifications.kinds import BY_NAME
from games.types import Speed
from players.notifications.inbox import News

if TYPE_CHECKING:
    from datetime import datetime

    from games.models import Gathering, Seek


def has_confirmed(seek: Seek, gathering: Gathering) -> bool:
    """Return whether a seeker who is called has confirmed, or had done so shortly before the call."""
    if gathering.confirm_by is None or seek.confirmed_at is None:
        return False
    times = BY_SPEED[Speed(seek.speed)]
    return seek.confirmed_at > gathering.confirm_by - times.confirm - times.counts


def called(seek: Seek, gathering: Gathering, people: int) -> News:
    """Return the message to somebody whose match is ready."""
    until = gathering.confirm_by
    return _news("muster", seek, until, {"until": quiet_hours.written(until), "people": people})


def missed(seek: Seek, now: datetime) -> News:
    """Return the message to somebody who has not confirmed in time."""
    return _news("seek_missed", seek, now + BY_NAME["seek_missed"].lasts)


def expired(seek: Seek, now: datetime) -> News:
    """Return the message to somebody for whom no match was found."""
    return _news("seek_expired", seek, now + BY_NAME["seek_expired"].lasts)


def _news(kind: str, seek: Seek, expires_at: datetime | None, facts: dict[str, object] | None = None) -> News:
    data = {"seek": str(seek.id), "ruleset": seek.ruleset, "edition": seek.edition, **(facts or {})}
    return News(id=uuid4(), player_id=seek.player_id, kind=kind, data=data, expires_at=expires_at)
