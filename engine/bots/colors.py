"""Colors to leave in force: one that the others seem to lack, and, near the end, one that we hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.bots.hands import worth_of_hand

if TYPE_CHECKING:
    from engine.bots.outlook import Outlook

_SCARCE: Final = 58.0
"""Points for a whole color that no other seat holds."""
_USUAL: Final = 0.23
_UNNAMED: Final = 5.0
"""A wild laid without a color only delays the answer."""
_SYMBOL: Final = 100.0


def worth_of_scarcity(outlook: Outlook, color: str) -> float:
    """Return the worth of a color that is rare among the unseen cards; '' if it is named later."""
    return _SCARCE * (_USUAL - outlook.shares.get(color, _USUAL)) if color else -_UNNAMED


def worth_of_symbol(outlook: Outlook, symbol: str) -> float:
    """Return the worth of the number or symbol on top, as `worth_of_scarcity` does for a color."""
    return -_SYMBOL * outlook.symbol_share(symbol)


def worth_of_color(outlook: Outlook, color: str) -> float:
    """Return the worth of naming this color."""
    return worth_of_scarcity(outlook, color) + worth_of_hand(outlook, outlook.counts, outlook.size, color)
