"""Formats points in time for people: absolute, in the reader's zone, and with the zone named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import dateformat, translation

from common import timezones

if TYPE_CHECKING:
    from datetime import datetime

    from games.notifications.rendering.texts import Texts


def moment(when: datetime, zone: str, texts: Texts) -> str:
    """Return `Sunday 22 November 2026, 14:30 (Europe/Paris, UTC+1)`. `zone` is an IANA name."""
    local = when.astimezone(timezones.zone(zone))
    with translation.override(texts.code):
        date = dateformat.format(local, texts.words["date_format_first" if local.day == 1 else "date_format"])
    if texts.words["days"] == "small":  # Django writes the names of days with capitals even where the language does not
        date = date.lower()
    return texts.words["moment"].format(date=date, zone=timezones.label(local, zone))
