"""Points in time as people read them: absolute, in the reader's zone, and with the zone named."""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING

from django.utils import dateformat, translation

from players import zones

if TYPE_CHECKING:
    from datetime import datetime

    from games.messages.texts import Texts


def moment(when: datetime, zone: str, texts: Texts) -> str:
    """`Sunday 22 November 2026, 14:30 (Europe/Paris, UTC+1)`; `zone` is an IANA name."""
    local = when.astimezone(zones.zone(zone))
    with translation.override(texts.code):
        date = dateformat.format(local, texts.words["date_format"])
    if texts.words["days"] == "small":  # Django gives the days capitals where the language has none
        date = date.lower()
    return texts.words["moment"].format(date=date, zone="UTC" if local.tzinfo is UTC else f"{zone}, {_offset(local)}")


def _offset(local: datetime) -> str:
    """`UTC+5:30`; the minutes only where there are some."""
    minutes = int((local.utcoffset() or local - local).total_seconds()) // 60
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'-' if minutes < 0 else '+'}{hours}" + (f":{rest:02}" if rest else "")
