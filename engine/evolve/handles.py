"""Handles without a table: events say how many cards come into hands, and each gets the next handle of the round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import events as e
from engine.state import HANDLES_FROM

if TYPE_CHECKING:
    from engine.events import Event


def next_handle(handle: int, event: Event) -> int:
    """Return the handle of the next card that comes into a hand after `event`; before it, that was `handle`."""
    match event:
        case e.CardsDrawn():
            return handle + len(event.cards)
        case e.CardGiven():
            return handle + 1
        case e.HandsDealt() | e.Flipped() | e.HandsMoved():
            return handle + sum(map(len, event.cards))
        case e.PositionResumed():
            return HANDLES_FROM + sum(map(len, event.cards))
        case e.RoundStarted():
            return HANDLES_FROM
    return handle
