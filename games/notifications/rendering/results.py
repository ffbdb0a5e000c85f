"""The table of the points of a round or a match."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    import engine
    from games.notifications.rendering.faces import Deck, Face


class Standing(NamedTuple):
    """A row, the best first. `rank` is None until the match is over; `points` of the last round, `total` so far.

    `held`: the cards that scored at the end of the round, by face, as all players saw them.
    """

    rank: int | None
    name: str
    you: bool
    won: bool
    points: int | None
    total: int
    held: tuple[tuple[Face, int], ...]


def standings(view: engine.View, names: Sequence[str], deck: Deck) -> tuple[Standing, ...]:
    """Return the rows of a round or match that has ended."""
    ended, result = view.last_round, view.result
    rows = [
        Standing(
            rank=result.ranks[seat.seat] if result else None,
            name=names[seat.seat],
            you=seat.seat == view.you,
            won=seat.seat in (result.winners if result else () if ended is None else (ended.winner,)),
            points=ended.points[seat.seat] if ended else None,
            total=seat.score,
            held=tuple(
                (deck.face(card), count) for card, count in Counter(ended.hands[seat.seat] if ended else ()).items()
            ),
        )
        for seat in view.seats
    ]
    return tuple(sorted(rows, key=lambda row: (row.rank or 0, not row.won, -row.total)))
