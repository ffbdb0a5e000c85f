"""What happened in a game since a player looked at it."""

import msgspec

from games.wire.log import LogEntry
from games.wire.scalars import Version


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """An event in words."""

    seq: Version
    text: str


class SinceYouLooked(msgspec.Struct, frozen=True, kw_only=True):
    """The events after event `after`: since you last acted, or looked. `sentences` has those that are told in words.

    At most the latest 100; `cut`: there were more before them.
    """

    after: Version
    events: list[LogEntry]
    sentences: list[Told]
    cut: bool
