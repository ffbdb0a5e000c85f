"""Outlook: counts taken once from a view, for all questions of a decision. It contains no strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.bots.faces import FACE, WILDS
from engine.bots.fronts import colors_behind, shares_behind

if TYPE_CHECKING:
    from engine.bots.faces import Face
    from engine.view import SeatView, View

COLORS_OF: Final = {"L": "RYGB", "D": "ptov"}
_OF_A_COLOR: Final = 26
_WILDS: Final = 8
_OF_A_SYMBOL: Final = 8
"""Faces of a side (SPEC 1.1). In other decks the counts are slightly off, which does little harm."""


class Outlook:
    """The knowledge of a seat.

    `counts`: own cards by color, wilds under ''. `rivals`: the other seats in the game, the next one to play first;
    `partners`: those of our team. `nearest`: the fewest cards of an opponent.
    `unseen`: number of cards whose active face we have not seen this round. `shares`: part of them by color, wilds
    under ''; where the backs of the rivals tell more (engine.bots.fronts), their cards by color.
    """

    __slots__ = (
        "colors", "counts", "hand", "nearest", "next", "partners", "previous", "rivals", "shares", "size", "unseen",
        "view",
    )  # fmt: skip

    def __init__(self, view: View) -> None:
        self.view = view
        self.hand: list[Face] = [FACE[card.card] for card in view.hand or ()]
        self.size = len(self.hand)
        self.colors = COLORS_OF[view.side]
        self.rivals = _rivals(view)
        self.next = self.rivals[0]
        self.previous = self.rivals[-1]
        self.partners = partners(view)
        self.nearest = min([seat.cards for seat in self.rivals if seat.seat not in self.partners])
        self.counts = self._own()
        self.shares = self._unseen_by_color()

    def _own(self) -> dict[str, int]:
        held = [face.color for face in self.hand]
        return {color: held.count(color) for color in ("", *self.colors)}

    def _unseen_by_color(self) -> dict[str, float]:
        counts, lying = self.counts, "".join([text[0] for text in self.view.discard])
        left = {color: max(0, _OF_A_COLOR - counts[color] - lying.count(color)) for color in self.colors}
        left[""] = max(0, _WILDS - counts[""] - sum([lying.count(mark) for mark in WILDS]))
        self.unseen = max(1, sum(left.values()))
        shares = {color: number / self.unseen for color, number in left.items()}
        if self.view.options.get("pairing", "random") != "random":
            shares |= self.shares_of(*self.rivals)
        return shares

    def shares_of(self, *seats: SeatView) -> dict[str, float]:
        """Return the expected colors of the hands of these seats; empty if their backs tell nothing."""
        behind = colors_behind(self.view.options.get("pairing"))
        found = shares_behind(behind, [back for seat in seats for back in seat.backs or ()]) if behind else {}
        return {color: found.get(color, 0.0) for color in ("", *self.colors)} if found else {}

    def threatens(self, seat: SeatView) -> bool:
        """Return whether this is an opponent about to go out."""
        return seat.cards == 1 and seat.seat not in self.partners

    def symbol_share(self, symbol: str) -> float:
        """Return the share of the unseen cards that shows this number or symbol."""
        seen = sum([face.symbol == symbol for face in self.hand])
        seen += sum([text[1:] == symbol for text in self.view.discard])
        return max(0, _OF_A_SYMBOL - seen) / self.unseen


def partners(view: View) -> frozenset[int]:
    """Return the other seats of the viewer's team."""
    you = view.you or 0
    team = view.seats[you].team
    if team is None:
        return frozenset()
    return frozenset([seat.seat for seat in view.seats if seat.team == team and seat.seat != you])


def _rivals(view: View) -> list[SeatView]:
    seats, you = view.seats, view.you or 0
    around = [seats[(you + step * view.direction) % len(seats)] for step in range(1, len(seats))]
    return [seat for seat in around if not seat.out]
