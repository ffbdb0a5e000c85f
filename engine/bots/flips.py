"""The worth of a flip: afterwards the others play with the backs that we see now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.bots.faces import FACE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.bots.outlook import Outlook

_SURE_TO_FINISH: Final = 20.0
"""A rival with one or two cards gets a wild."""
_STRENGTH: Final = 5.0
_STRONG: Final = {"": 1.5, "E": 0.6, "+5": 0.5, "S": 0.3, "+1": 0.3, "F": 0.2, "R": 0.1}
"""Advantage of a card over a number, by symbol; wilds under ''."""
_USUAL: Final = 0.19
"""Mean strength of a card of either side."""
_FEW: Final = 2


def worth_of_flip(outlook: Outlook) -> float:
    """Return the cost of the rivals' known backs; our own backs are seldom known and count as average ones."""
    score = 0.0
    for seat in outlook.rivals:
        backs = seat.backs or ()
        if seat.cards <= _FEW and any(not FACE[back].color for back in backs):
            score -= _SURE_TO_FINISH
        score -= _STRENGTH / len(outlook.rivals) * (_strength(backs) - _USUAL)
    own = [card.back for card in outlook.view.hand or () if card.back]
    return score + _STRENGTH * (_strength(own) - _USUAL)


def _strength(faces: Sequence[str]) -> float:
    if not faces:
        return _USUAL
    read = [FACE[face] for face in faces]
    return sum([_STRONG.get(face.symbol if face.color else "", 0.0) for face in read]) / len(read)
