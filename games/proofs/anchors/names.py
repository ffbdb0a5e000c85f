"""The name of the log of anchors, part of every checkpoint. A log begun anew after a restore has another name."""

from __future__ import annotations

from datetime import date
from urllib.parse import urlsplit

from django.conf import settings

import engine
from games.proofs.anchors import query


def current() -> str:
    """Return the current name of the log."""
    begun = begun_anew()
    return _host() if begun is None else anew(begun)


def anew(day: date) -> str:
    """Return the name of a log that is begun anew on a day."""
    return f"{_host()}/{day}"


def begun_anew() -> date | None:
    """Return when the log was last begun anew; None if never, or before the host had its name."""
    last = query.newest()
    if last is None:
        return None
    host, _, day = engine.read_checkpoint(engine.read_note(last.checkpoint).text).origin.rpartition("/")
    return date.fromisoformat(day) if host == _host() else None


def _host() -> str:
    return f"{urlsplit(settings.PUBLIC_URL).netloc}/anchors"
