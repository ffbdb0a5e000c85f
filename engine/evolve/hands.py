"""Folding cards into hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.state import Table


def receive(t: Table, seat: int, cards: tuple[int, ...]) -> None:
    """Put the cards into the hand, each under a handle that was never used."""
    hand = t.hands[seat]
    handle = t.next_handle
    for card in cards:
        hand[card] = handle
        handle += 1
    t.next_handle = handle
