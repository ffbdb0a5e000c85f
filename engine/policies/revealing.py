"""What the others learn of the cards drawn for Wild Draw Color (SPEC 8.2 reveal_draw_color)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import CardsRevealed, DoubtOpened

if TYPE_CHECKING:
    from engine.ruleset import Draft


def show_match(draft: Draft, seat: int, cards: list[int]) -> None:
    """The card that ended the drawing, if one did."""
    table = draft.table
    faces = [table.faces[table.side][card] for card in cards[-1:]]
    if faces and draft.rules.ends_color_draw(faces[0], table.color):
        draft.emit(CardsRevealed(seat, tuple(faces)))


def show_all(draft: Draft, seat: int, cards: list[int]) -> None:
    """All cards in the order drawn: their backs lay open in that order."""
    if cards:
        active = draft.table.faces[draft.table.side]
        draft.emit(CardsRevealed(seat, tuple([active[card] for card in cards])))


def open_doubt(draft: Draft, seat: int, cards: list[int]) -> None:
    """Nothing, but it may be doubted until the next play; after a last card there is none (R-DOUBT)."""
    if cards and draft.table.hands[draft.seat]:
        draft.emit(DoubtOpened(seat))
