"""The form that writing and reading of records share."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from engine.codec import encode_event

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.events import Event

TITLE: Final = "flipside record 1"
_DIGITS: Final = 16


def digest(events: Iterable[Event]) -> str:
    """Return the first digits of a hash over the stored form of these events: it detects slips, not attacks."""
    stored = hashlib.sha256()
    for event in events:
        number, version, public, private = encode_event(event)
        stored.update(b"%d %d %b %b\n" % (number, version, public, private or b""))
    return stored.hexdigest()[:_DIGITS]
