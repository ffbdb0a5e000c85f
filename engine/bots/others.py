"""Commands that only some games and house rules know, weighed by what they name: cards, a color, a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.bots.colors import worth_of_color
from engine.bots.faces import FACE

if TYPE_CHECKING:
    from engine.bots.outlook import Outlook
    from engine.commands import Command

_PER_POINT: Final = 0.1
_PER_CARD: Final = 1.0
_SEATS: Final = ("target", "seat", "to")


def worth_of_other(outlook: Outlook, command: Command) -> float:
    """Prefer to lay or give high cards, to name our best color and to target the seat with the fewest cards."""
    score = 0.0
    given = getattr(command, "cards", None) or (getattr(command, "card", None),)
    score += sum([_PER_POINT * FACE[text].points for text in given if isinstance(text, str)])
    color = getattr(command, "color", None)
    if isinstance(color, str):
        score += worth_of_color(outlook, color)
    return score + _worth_of_target(outlook, command)


def _worth_of_target(outlook: Outlook, command: Command) -> float:
    named = [getattr(command, name, None) for name in _SEATS]
    return -_PER_CARD * sum([seat.cards for seat in outlook.rivals if seat.seat in named])
