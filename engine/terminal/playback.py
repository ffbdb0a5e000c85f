"""Playback of a match: the table at any version, quickly and without keeping all tables."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Final

from engine.codec.schema import TAGS, flaw
from engine.events import RoundStarted
from engine.infer_commands import CannotInfer
from engine.replay import replay
from engine.state import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.events import Event

APART: Final = 100
"""Distance between kept tables, in events: a jump folds at most these, in about a millisecond."""


class Playback:
    """The events of a match, those of one command being a move.

    `moves` and `rounds` are versions: after each move, and after each move that begins a round.
    """

    def __init__(self, groups: Sequence[Sequence[Event]]) -> None:
        """Take the events by command. Raises CannotInfer if they do not fit together."""
        self.events = list(chain.from_iterable(groups))
        self.moves = list(accumulate(map(len, groups)))
        begin = [place for place, event in enumerate(self.events) if isinstance(event, RoundStarted)]
        self.rounds = [self.moves[bisect_right(self.moves, place)] for place in begin]
        self._kept = [Table()]
        for first in range(0, len(self.events), APART):
            self._kept.append(_folded(self._kept[-1].copy(), self.events[first : first + APART]))
        self._shown = Table()

    @property
    def last(self) -> int:
        """The last version."""
        return len(self.events)

    def table(self, version: int) -> Table:
        """Return the table at a version of 0 to the last, folded on from a kept table or the one shown before."""
        kept = self._kept[version // APART]
        start = self._shown if kept.version <= self._shown.version <= version else kept
        self._shown = replay(self.events[start.version : version], start.copy())
        return self._shown

    def move_before(self, version: int) -> int:
        """Return the version after the last move that ends before this version; the first move's, if there is none."""
        return self.moves[max(bisect_left(self.moves, version) - 1, 0)]

    def move_after(self, version: int) -> int:
        """Return the version after the first move that ends behind this version; the last move's, if there is none."""
        return self.moves[min(bisect_right(self.moves, version), len(self.moves) - 1)]

    def round_before(self, version: int) -> int:
        """Return what `move_before` returns, for rounds."""
        place = bisect_left(self.rounds, version) - 1
        return self.rounds[place] if place >= 0 else self.moves[0]

    def round_after(self, version: int) -> int:
        """Return what `move_after` returns, for rounds."""
        place = bisect_right(self.rounds, version)
        return self.rounds[place] if place < len(self.rounds) else self.last

    def number_of_move(self, version: int) -> int:
        """Return the move that leads to this version, or is under way there, counted from 1."""
        return bisect_left(self.moves, version) + 1

    def of_move(self, version: int) -> list[Event]:
        """Return the events of the move that leads to this version, as far as they have happened."""
        place = bisect_left(self.moves, version)
        return self.events[self.moves[place - 1] if place else 0 : version]


def _folded(table: Table, events: Sequence[Event]) -> Table:
    for event in events:
        version = table.version + 1
        if (field := flaw(event)) is not None:
            raise CannotInfer(f"event {version}: the field {field} of {TAGS[type(event)]} holds what it cannot hold")
        try:
            replay([event], table)
        except (LookupError, ValueError, TypeError, AttributeError) as error:
            raise CannotInfer(f"event {version}, {TAGS[type(event)]}, does not fit what was before") from error
    return table
