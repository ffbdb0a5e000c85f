"""Cards to discard when a card or the wheel demands it: the rest of the hand decides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.bots.colors import worth_of_scarcity
from engine.bots.faces import FACE
from engine.bots.hands import worth_of_hand
from engine.bots.plays import relief

if TYPE_CHECKING:
    from engine.bots.outlook import Outlook
    from engine.commands import Discard

_GO_OUT: Final = 300.0
_CALL: Final = 0.001


def worth_of_discard(outlook: Outlook, command: Discard) -> float:
    """Return the worth of the hand that is left, and of the color if one is named."""
    faces = [FACE[text] for text in command.cards]
    left = outlook.size - len(faces)
    if not left:
        return _GO_OUT
    counts = dict(outlook.counts)
    for face in faces:
        counts[face.color] -= 1
    score = sum([face.points for face in faces]) * relief(outlook) + _CALL * command.uno
    if command.color:
        score += worth_of_scarcity(outlook, command.color)
    return score + worth_of_hand(outlook, counts, left, command.color or outlook.view.color or "")
