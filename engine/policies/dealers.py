"""Who deals first (SPEC 2.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import LIGHT, NUMBER_OF
from engine.chance import MiscKind
from engine.events import DealerChosen, DealerDrawn

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.ruleset import Draft


def high_deals(draft: Draft) -> None:
    """The highest card deals (C09)."""
    draft.emit(DealerChosen(_highest(draft)))


def high_starts(draft: Draft) -> None:
    """The highest card plays first, so the seat to its right deals."""
    draft.emit(DealerChosen(draft.table.seat_after(_highest(draft), 1, -1)))


def random_dealer(draft: Draft) -> None:
    """Any seat, from the committed seed."""
    draft.emit(DealerChosen(draft.tape.misc(MiscKind.DEALER, 0).below(draft.table.seats)))


def chosen(seat: int) -> Callable[[Draft], None]:
    """This seat; counted round in old matches that have fewer (new ones are refused)."""

    def choose(draft: Draft) -> None:
        draft.emit(DealerChosen(seat % draft.table.seats))

    return choose


def _highest(draft: Draft) -> int:
    """Each seat draws a card, numbers count, the tied draw on among themselves (C10, C11)."""
    faces = draft.table.faces[LIGHT]
    seats = list(range(draft.table.seats))
    deck: list[int] = []
    counter = 0
    while len(seats) > 1:
        values: dict[int, int] = {}
        for seat in seats:
            if not deck:
                deck = draft.tape.misc(MiscKind.DEALER, counter).shuffle(range(len(faces)))
                counter += 1
            card = deck.pop()
            draft.emit(DealerDrawn(seat, card, faces[card]))
            values[seat] = max(NUMBER_OF[faces[card]], 0)
        highest = max(values.values())
        seats = [seat for seat in seats if values[seat] == highest]
    return seats[0]
