"""Cards to give away, and their receivers (house rule `skip_effect`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.bots.faces import FACE
from engine.bots.hands import worth_of_hand

if TYPE_CHECKING:
    from engine.bots.outlook import Outlook
    from engine.commands import Give

_PER_POINT: Final = 0.3
"""Worth of each point of the card, which may be scored against another seat."""
_PER_CARD: Final = 10.0
"""A seat with few cards loses more by receiving one."""
_CALL: Final = 0.001


def worth_of_gift(outlook: Outlook, command: Give) -> float:
    """Return the worth of the rest of the hand. With few cards left a seat keeps one to finish with."""
    face = FACE[command.card]
    counts = outlook.counts | {face.color: outlook.counts.get(face.color, 1) - 1}
    score = worth_of_hand(outlook, counts, outlook.size - 1, outlook.view.color or "")
    score += _PER_POINT * face.points * bool(face.color) + _CALL * command.uno
    named = [seat.cards for seat in outlook.rivals if seat.seat == command.to]
    return score - _PER_CARD * min(named, default=outlook.nearest)
