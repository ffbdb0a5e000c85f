"""The rounds of a match that are over, for a table of points."""

import msgspec

from games.wire.scalars import SeatNumber
from games.wire.words import Side


class RoundScore(msgspec.Struct, frozen=True, kw_only=True):
    """A round that is over. `winner` is null if nobody won. `points` and `totals` are by seat."""

    winner: SeatNumber | None
    side: Side
    points: list[int]
    totals: list[int]
