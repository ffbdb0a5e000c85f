"""The score of a series: matches won and, between equals, match points.

Match points are the same for every kind of scoring: a seat gets one for each seat that came out behind it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID


class MatchResult(NamedTuple):
    """The result of a match of the series. `ranks`: by seat, 1 for the winners."""

    game_id: UUID
    winners: tuple[int, ...]
    ranks: tuple[int, ...]


class Standing(NamedTuple):
    """The score of a seat: matches won, and match points."""

    seat: int
    wins: int
    points: int


def standings(results: Sequence[MatchResult], seats: int) -> list[Standing]:
    """Return the score of each seat, the best first, and equals in the order of their seats."""
    found = [
        Standing(
            seat=seat,
            wins=sum(seat in one.winners for one in results),
            points=sum(other > one.ranks[seat] for one in results for other in one.ranks),
        )
        for seat in range(seats)
    ]
    return sorted(found, key=lambda one: (-one.wins, -one.points, one.seat))


def leaders(found: Sequence[Standing]) -> list[int]:
    """Return the seats that nobody is ahead of; none before the first match is over."""
    if not found or not any(one.points or one.wins for one in found):
        return []
    best = found[0]
    return [one.seat for one in found if (one.wins, one.points) == (best.wins, best.points)]


def is_decided(results: Sequence[MatchResult], best_of: int, seats: int) -> bool:
    """Return whether somebody has won more than half of the matches, or all of them are played."""
    most = max((one.wins for one in standings(results, seats)), default=0)
    return len(results) >= best_of or 2 * most > best_of
