"""Bluffing with a wild draw card, and challenging one (SPEC 3.6): the odds that its player held a convicting card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.bots.faces import FACE
from engine.bots.penalties import cards_owed
from engine.decision_view import ChallengeDecision, PenaltyDecision

if TYPE_CHECKING:
    from engine.bots.faces import Face
    from engine.bots.outlook import Outlook

_CHALLENGED: Final = ("W2", "wc", "W4")
_PER_CARD: Final = 8.0
"""Points that one card more or less is worth."""
_PER_CARD_OF_ANOTHER: Final = 3.0
"""Points that we gain if one other seat has one more card."""
_TURN: Final = 12.0
"""Points that a turn is worth."""
_EXTRA: Final = 2
"""Additional cards that an unfounded challenge costs."""
_TEMPTATION: Final = 0.1
"""Frequency of bluffing plays of the card, relative to honest ones."""
_DOUBT: Final = 0.4
"""Share of the bluffs that are challenged."""


def cost_of_bluff(outlook: Outlook, face: Face) -> float:
    """Return the points that a challenge of this wild draw card may cost; 0 if no seat can convict us."""
    if face.symbol not in _CHALLENGED or outlook.view.options.get("wild_draw_enforcement") != "bluff":
        return 0.0
    if not _convictable(outlook):
        return 0.0
    return _DOUBT * face.draws * _PER_CARD


def _convictable(outlook: Outlook) -> bool:
    counts, color = outlook.counts, outlook.view.color
    if color and counts.get(color):
        return True
    return counts[""] > 1 and bool(outlook.view.options.get("wild_matches_color"))


def worth_of_challenge(outlook: Outlook) -> float:
    """Return the points that a challenge gains over accepting."""
    decision = outlook.view.decision
    if not isinstance(decision, ChallengeDecision | PenaltyDecision):
        return 0.0
    draws = cards_owed(decision)
    guilty = odds_of_guilt(outlook, decision.by)
    of_his = -_PER_CARD if decision.by in outlook.partners else _PER_CARD_OF_ANOTHER
    return guilty * (_TURN + draws * (_PER_CARD + of_his)) - (1 - guilty) * _EXTRA * _PER_CARD


def odds_of_guilt(outlook: Outlook, by: int) -> float:
    """Return the probability that seat `by` held a convicting card when it laid the wild draw card on top."""
    seat = outlook.view.seats[by]
    share = min(1.0, _convicting_share(outlook, outlook.shares_of(seat) or outlook.shares))
    held = 1 - (1 - share) ** seat.cards
    tempted = held * _TEMPTATION
    return tempted / (tempted + 1 - held)


def _convicting_share(outlook: Outlook, shares: dict[str, float]) -> float:
    below = outlook.view.discard[1:2]
    color = FACE[below[0]].color if below else ""
    # The color named for a wild below is no longer visible: it may be any of the four.
    share = shares.get(color, 0.0) if color else (1 - shares[""]) / len(outlook.colors)
    if outlook.view.options.get("wild_matches_color"):
        share += shares[""]
    return share
