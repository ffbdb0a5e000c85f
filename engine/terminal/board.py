"""A table drawn as text, for terminals (`python -m engine show`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import FACES, UNKNOWN
from engine.notation import SEATS
from engine.view import PartnerView, view

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.state import Table
    from engine.view import SeatView, View

_COLOR_NAMES = {
    "R": "red",
    "Y": "yellow",
    "G": "green",
    "B": "blue",
    "p": "pink",
    "t": "teal",
    "o": "orange",
    "v": "violet",
}
_SHOWN_DISCARDS = 8


def draw_table(table: Table) -> str:
    """Draw the whole table with open hands: for positions, tests and matches that are over, never for a player."""
    hands = [[FACES[face] for face in table.hand_faces(seat)] for seat in range(table.seats)]
    return _board(view(table, None), hands)


def draw_view(seen: View) -> str:
    """Draw the table as the viewer knows it: its own hand, and the visible part of the others in parentheses."""
    hands = [_open_part(seen, seat) for seat in seen.seats]
    if seen.you is not None:
        hands[seen.you] = [card.card for card in seen.hand or ()]
    return _board(seen, hands)


def _open_part(seen: View, seat: SeatView) -> list[str]:
    """Return the fronts a partner shows, and the backs of a hand, both in no order; no backs where all are alike."""
    fronts = seat.fronts if isinstance(seat, PartnerView) else []
    return [*fronts, f"({' '.join(seat.backs)})"] if seat.backs and seen.you != seat.seat else fronts


def _board(seen: View, hands: Sequence[Sequence[str]]) -> str:
    side = "light" if seen.side == "L" else "dark"
    way = "clockwise" if seen.direction == 1 else "counter-clockwise"
    color = _COLOR_NAMES[seen.color] if seen.color else "to be named"
    pile = f"{seen.draw_pile.count} cards, its top seen from behind"
    top, *older = seen.discard or ["--"]
    more = " ..." if len(older) > _SHOWN_DISCARDS else ""
    return "\n".join(
        [
            f"{side} side, {way}, {seen.phase.replace('_', ' ')}, color {color}",
            f"draw pile  {_box(_back(seen))} {pile}",
            f"discards   {_box(top)} {' '.join(older[:_SHOWN_DISCARDS])}{more}",
            "",
            *(_seat(seen, seat, hands[seat.seat]) for seat in seen.seats),
        ]
    )


def _back(seen: View) -> str:
    """Return the open side of the draw pile; `x` for cards with one side."""
    return seen.draw_pile.top_back or (UNKNOWN if seen.draw_pile.count else "--")


def _box(text: str) -> str:
    return f"[{text:^3}]"


def _seat(seen: View, seat: SeatView, hand: Sequence[str]) -> str:
    mark = ">" if seat.seat == seen.turn else " "
    dealer = "*" if seat.seat == seen.dealer else " "
    cards = " ".join("?" if card == UNKNOWN else card for card in hand)
    uno = "" if seat.uno == "none" else f"  UNO {seat.uno}"
    pilot = "  autopilot" if seat.autopilot else ""
    return f"{mark} {SEATS[seat.seat]}{dealer} {seat.score:>4} points  {seat.cards:>2} cards  {cards}{uno}{pilot}"
