"""What can be wrong with a game, in words that operators understand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple
from uuid import UUID

MENDED: Final = frozenset({"cache", "columns", "snapshot"})
"""Kinds in which the log is whole and something that follows from it is not: it is made anew, and the game goes on."""

REPORTED: Final = frozenset({"mark", "key", "newer", "decision"})
"""Kinds that say nothing against the log: operators are told, and the game goes on."""

LOG_OF_ANCHORS: Final = UUID(int=0)
"""Stands for the id of a game where a fault is one of the log of anchors; `seq` is the day then, as YYYYMMDD."""


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing wrong with a game, or with an anchor. `seq`: the event it shows at, None if it is no event's."""

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
        """Whether the log itself, or what only the log could tell, is not to be trusted any more."""
        return self.kind not in MENDED | REPORTED


class Head(NamedTuple):
    """Version and chain of a game as somebody noted them, and in whose words that is told."""

    version: int
    chain: bytes
    when: str = "when its head was noted"


class Broken(Exception):
    """Unwinds a check at its first fault."""

    def __init__(self, seq: int | None, kind: str, message: str) -> None:
        super().__init__()
        self.seq = seq
        self.kind = kind
        self.message = message

    def of(self, game_id: UUID) -> Fault:
        """The fault, with its game."""
        return Fault(game_id, self.seq, self.kind, self.message)
