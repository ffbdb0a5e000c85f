"""Playing with partners (house rules `teams` and `teammate_gives`): sparing and helping them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.bots.faces import FACE
from engine.bots.hands import worth_of_hand

if TYPE_CHECKING:
    from engine.bots.faces import Face
    from engine.bots.outlook import Outlook
    from engine.commands import Give

_TURN: Final = 12.0
"""Points that a partner's turn is worth."""
_PER_CARD: Final = 8.0
"""Points that one more card costs a partner."""
_HELP: Final = 40.0
"""Worth of enabling a partner to play."""
_USELESS: Final = -40.0
"""Cost of a useless card: the partner loses the draw that could have helped it."""
_CALL: Final = 0.001


def cost_to_partner(outlook: Outlook, face: Face) -> float:
    """Return the cost of a card that skips a partner after us or makes it draw; 0 if no partner follows."""
    return _TURN + _PER_CARD * face.draws if outlook.next.seat in outlook.partners else 0.0


def worth_of_help(outlook: Outlook, command: Give) -> float:
    """Return the worth of giving over declining: a playable card for the partner that costs us little."""
    face = FACE[command.card]
    top = FACE[outlook.view.discard[0]]
    fits = not face.color or face.color == outlook.view.color or (bool(top.color) and face.symbol == top.symbol)
    color = outlook.view.color or ""
    counts = outlook.counts | {face.color: outlook.counts.get(face.color, 1) - 1}
    lost = worth_of_hand(outlook, outlook.counts, outlook.size, color)
    kept = worth_of_hand(outlook, counts, outlook.size - 1, color)
    return (_HELP if fits else _USELESS) + kept - lost + _CALL * command.uno
