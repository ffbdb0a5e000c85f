"""Answering a stacked penalty: what taking the cards costs, against passing the sum on (house rule `stack`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.bots.faces import FACE
from engine.bots.hands import worth_of_hand
from engine.cards import WILD_DRAW_COLOR
from engine.decision_view import ChallengeDecision, PenaltyDecision

if TYPE_CHECKING:
    from engine.bots.outlook import Outlook

_PER_CARD: Final = 8.0
"""Points that one card more is worth, as for challenges."""
_PER_CARD_OF_ANOTHER: Final = 3.0
"""Points that we gain if one other seat has one more card."""
_TURN: Final = 12.0
"""Points that a turn is worth."""


def cards_owed(decision: ChallengeDecision | PenaltyDecision) -> int:
    """Return the number of cards that a seat must expect to take for the card that it may answer or challenge."""
    if isinstance(decision, ChallengeDecision):
        return FACE[decision.card].draws
    return decision.total + (FACE[WILD_DRAW_COLOR].draws if decision.draws_color else 0)


def cost_of_taking(outlook: Outlook) -> float:
    """Return the points that an answer saves: cards, turn and the worth of the larger hand; 0 in a turn."""
    decision = outlook.view.decision
    if not isinstance(decision, PenaltyDecision):
        return 0.0
    total = cards_owed(decision)
    left = worth_of_hand(outlook, outlook.counts, outlook.size + total, outlook.view.color or "")
    return _TURN + total * (_PER_CARD + _PER_CARD_OF_ANOTHER) - left
