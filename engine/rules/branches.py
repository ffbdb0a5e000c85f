"""A match that goes on from a position of another one: its cards come to the table (SPEC 3.14)."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from engine.chance import MiscKind
from engine.events import PositionResumed
from engine.rules.seat_events import TURN_STARTED

if TYPE_CHECKING:
    from engine.chance import Tape
    from engine.events import PositionSet
    from engine.ruleset import Resolution


def resume(resolution: Resolution, position: PositionSet) -> None:
    """Lay out the cards, deal those again that the position names, and start the turn of its seat."""
    hands, pile = redeal(position, resolution.tape)
    faces = resolution.table.faces
    active, inactive = faces[position.side].__getitem__, faces[1 - position.side].__getitem__
    backs = [tuple(map(inactive, hand)) for hand in hands]
    own_backs = resolution.rules.own_backs
    resolution.emit(
        PositionResumed(
            own_backs != "hidden",
            tuple(hands),
            pile,
            tuple([tuple(map(active, hand)) for hand in hands]),
            tuple([tuple(sorted(shown)) for shown in backs]),
            tuple(backs) if own_backs == "visible" else (),
        )
    )
    resolution.emit(TURN_STARTED[position.turn])


def redeal(position: PositionSet, tape: Tape) -> tuple[list[tuple[int, ...]], tuple[int, ...]]:
    """Return hands and draw pile with the cards of each list of hidden places shuffled among them (protocol.md)."""
    cards = [card for hand in (*position.hands, position.pile) for card in hand]
    for number, places in enumerate(position.hidden):
        dealt = tape.misc(MiscKind.REDEAL, number).shuffle([cards[place] for place in places])
        for place, card in zip(places, dealt, strict=True):
            cards[place] = card
    left = iter(cards)
    return [tuple(islice(left, len(hand))) for hand in position.hands], tuple(left)
