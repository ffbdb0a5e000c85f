"""The faults of a game, in words that operators understand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple
from uuid import UUID

MENDED: Final = frozenset({"cache", "columns", "snapshot"})
"""Kinds in which the log is sound but derived data is not: that is rebuilt, and the game continues."""

NEWER: Final = "newer"
"""The kind of an event that only newer code knows. Nobody is alerted: newer processes check the game."""

REPORTED: Final = frozenset({"mark", "key", NEWER, "decision"})
"""Kinds that are no fault of the log: operators are alerted, and the game continues."""

LOG_OF_ANCHORS: Final = UUID(int=0)
"""Used as the id of the game for faults of the log of anchors. `seq` is then the day, as YYYYMMDD."""


@dataclass(frozen=True, slots=True)
class Fault:
    """The first fault of a game or of an anchor. `seq` is the event it belongs to, None without one."""

    game_id: UUID
    seq: int | None
    kind: str
    message: str

    def __str__(self) -> str:
        if self.game_id == LOG_OF_ANCHORS:
            return f"the log of anchors: {self.message}"
        place = "" if self.seq is None else f" event {self.seq}"
        return f"game {self.game_id}{place}: {self.kind}: {self.message}"

    @property
    def is_damage(self) -> bool:
        """Return whether the log itself, or data that only the log could confirm, can no longer be trusted."""
        return self.kind not in MENDED | REPORTED


class Head(NamedTuple):
    """Version and chain of a game as recorded elsewhere, and the words for that source."""

    version: int
    chain: bytes
    when: str = "when its head was noted"


class Broken(Exception):
    """Ends a check at its first fault."""

    def __init__(self, seq: int | None, kind: str, message: str) -> None:
        super().__init__()
        self.seq = seq
        self.kind = kind
        self.message = message

    def of(self, game_id: UUID) -> Fault:
        """Return the fault, with its game."""
        return Fault(game_id, self.seq, self.kind, self.message)
