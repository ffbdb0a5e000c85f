"""The worth of playing a card, in points of the round over drawing one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.bots.challenges import cost_of_bluff
from engine.bots.colors import worth_of_scarcity, worth_of_symbol
from engine.bots.faces import FACE
from engine.bots.flips import worth_of_flip
from engine.bots.hands import worth_of_hand
from engine.bots.teammates import cost_to_partner
from engine.bots.uniques import worth_of_unique

if TYPE_CHECKING:
    from engine.bots.faces import Face
    from engine.bots.outlook import Outlook

_GO_OUT: Final = 300.0
_AGAIN: Final = 10.0
"""Worth of playing again with a card to lay."""
_EFFECT: Final = {"+1": 0.0, "+5": 4.0, "E": -1.0, "S": -1.0, "W": -4.0, "W2": -5.0, "w": -1.0, "wc": 1.0}
"""The worth of the card's effect, less the worth of keeping the card."""
_STOP: Final = 12.0
"""Worth of skipping a next seat with one card, or of making it draw."""
_LINK: Final = 7.0
"""Worth of keeping another card with the same number or symbol in a small hand."""
_FEW: Final = 3
"""A hand of at most this number of cards is near its end."""
_RELIEF: Final = (0.0, 0.1, 0.03, 0.0)
"""Worth per point laid, by the number of cards of the rival nearest to going out."""
_RELIEF_OWN_HAND: Final = 0.15
"""Worth per point laid if every hand is scored at the end of the round."""
_OWN_HAND: Final = ("own_low", "loser_at", "elimination")


def worth_of_play(outlook: Outlook, text: str, named: str | None, target: int | None = None) -> float:
    """Return the worth of laying this card, aimed at `target`, with the named color if it is a wild."""
    face = FACE[text]
    left = outlook.size - 1
    color = named or face.color
    if left <= 0:
        # Draw Color as the last card draws more cards if few of its color are left.
        return _GO_OUT + face.draws - (outlook.shares.get(color, 1.0) if color else 1.0)
    score = _EFFECT.get(face.symbol, 0.0) + face.points * relief(outlook)
    counts = outlook.counts | {face.color: outlook.counts.get(face.color, 1) - 1}
    if face.symbol == "F":
        return score + worth_of_flip(outlook) + worth_of_hand(outlook, counts | {"": 0}, left, "")
    score += worth_of_hand(outlook, counts, left, color) + worth_of_scarcity(outlook, color)
    score += _worth_of_turns(outlook, face, counts, left)
    if left <= _FEW and sum([card.symbol == face.symbol for card in outlook.hand]) > 1:
        score += _LINK
    if not face.color:
        score += worth_of_unique(outlook, face.symbol, target)
        return score - cost_of_bluff(outlook, face) if face.draws else score
    return score + worth_of_symbol(outlook, face.symbol) if outlook.threatens(outlook.next) else score


def relief(outlook: Outlook) -> float:
    """Return the worth of each point that leaves the hand."""
    return _RELIEF[min(outlook.nearest, _FEW)] + (
        _RELIEF_OWN_HAND if outlook.view.options.get("scoring") in _OWN_HAND else 0.0
    )


def _worth_of_turns(outlook: Outlook, face: Face, counts: dict[str, int], left: int) -> float:
    duel = len(outlook.rivals) == 1
    skips = face.symbol == "S" or face.draws > 0
    if face.symbol == "E" or (duel and face.color and (skips or face.symbol == "R")):
        if counts[""] or counts.get(face.color):
            return _GO_OUT / 2 if left == 1 else _AGAIN
        return _STOP if outlook.nearest == 1 else 0.0
    if skips:
        return (_STOP if outlook.threatens(outlook.next) else 0.0) - cost_to_partner(outlook, face)
    if face.symbol == "R":
        return _STOP * (outlook.threatens(outlook.next) - outlook.threatens(outlook.previous))
    return 0.0
