"""Cards that move hands or drop a color (Seven-O, its halves, zero_spell): the worth of what is left to the bot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.bots.colors import worth_of_scarcity
from engine.bots.faces import FACE
from engine.bots.hands import worth_of_hand, worth_of_size

if TYPE_CHECKING:
    from engine.bots.outlook import Outlook
    from engine.commands import Play
    from engine.view import SeatView

_GIVEN: Final = 0.5
"""Cost of giving our hand to another seat, as part of the worth of the hand to us."""
_GO_OUT: Final = 300.0


def worth_of_spell(outlook: Outlook, command: Play) -> float | None:
    """Return the worth of such a card besides that of laying it; None for all other cards."""
    if outlook.size == 1:
        return None
    face = FACE[command.card]
    if command.dump is not None:
        return _worth_of_drop(outlook, face.color, command.dump)
    giver = _giver(outlook, command, face.symbol)
    if giver is None:
        return None
    given = _GIVEN * worth_of_size(outlook.size - 1)
    return worth_of_size(giver.cards) - given + worth_of_scarcity(outlook, command.color or face.color)


def _giver(outlook: Outlook, command: Play, symbol: str) -> SeatView | None:
    options = outlook.view.options
    if symbol == "0" and (options.get("seven_o") or options.get("zero_rotation")):
        return outlook.previous
    seven_swaps = symbol == "7" and (options.get("seven_o") or options.get("seven_swap"))
    spell_swaps = options.get("zero_spell") == "swap_one" and symbol == str(options.get("spell_number"))
    if command.target is not None and (seven_swaps or spell_swaps):
        return outlook.view.seats[command.target]
    return outlook.next if seven_swaps else None


def _worth_of_drop(outlook: Outlook, color: str, dropped: str) -> float:
    counts = dict(outlook.counts)
    counts[color] -= 1
    left = outlook.size - 1 - counts[dropped]
    counts[dropped] = 0
    if not left:
        return _GO_OUT
    return worth_of_hand(outlook, counts, left, color) + worth_of_scarcity(outlook, color)
