"""Cards that leave the hand several at once: discarded together or swapped for another hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.bots.colors import worth_of_scarcity
from engine.bots.faces import FACE
from engine.bots.hands import worth_of_hand, worth_of_size
from engine.bots.plays import relief

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.bots.faces import Face
    from engine.bots.outlook import Outlook
    from engine.commands import Play, Shout, Wheel

_GO_OUT: Final = 300.0
_DISCARD_ALL: Final = "DA"
_TRADES: Final = ("TH", "WS")
"""Symbols that swap our hand for another one."""
_GIVEN: Final = 0.5
"""Cost of giving our hand to another seat, as part of the worth of the hand to us."""


def worth_of_shed(outlook: Outlook, command: Play) -> float | None:
    """Return the worth of a card that removes other cards or the whole hand; None for all other cards."""
    face = FACE[command.card]
    if face.symbol == _DISCARD_ALL:
        return _worth_of_discard_all(outlook, face.color)
    return _worth_of_trade(outlook, command, face) if face.symbol in _TRADES and outlook.size > 1 else None


def worth_of_wheel(outlook: Outlook, command: Wheel) -> float:
    """Return the worth of discarding all cards of the named color or number."""
    named = [face for face in outlook.hand if command.choice in (face.color, face.symbol)]
    return _worth_of_rest(outlook, named, outlook.view.color or "")


def worth_of_shout(outlook: Outlook, command: Shout) -> float:
    """Return the worth of discarding one card."""
    return _worth_of_rest(outlook, [FACE[command.discard]], outlook.view.color or "")


def _worth_of_discard_all(outlook: Outlook, color: str) -> float:
    shed = [face for face in outlook.hand if face.color == color]
    return _worth_of_rest(outlook, shed, color) + worth_of_scarcity(outlook, color)


def _worth_of_trade(outlook: Outlook, command: Play, face: Face) -> float:
    """Only the number of the cards that we get is known."""
    target = outlook.next if command.target is None else outlook.view.seats[command.target]
    given = _GIVEN * worth_of_size(outlook.size - 1)
    return worth_of_size(target.cards) - given + worth_of_scarcity(outlook, face.color or command.color or "")


def _worth_of_rest(outlook: Outlook, shed: Iterable[Face], color: str) -> float:
    counts, left, points = dict(outlook.counts), outlook.size, 0
    for face in shed:
        counts[face.color] -= 1
        left -= 1
        points += face.points
    return worth_of_hand(outlook, counts, left, color) + points * relief(outlook) if left else _GO_OUT
