"""Cards are neither lost nor made: each of the deck lies in one place."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine import Table


def misplaced(table: Table) -> str | None:
    """What is wrong with where the cards lie, in words; None: each is in one place."""
    if not table.round:
        return None  # nothing is dealt
    places = len(table.draw) + len(table.discard) + sum(map(len, table.hands))
    deck = len(table.faces[0])
    different = len(set(table.draw).union(table.discard, *table.hands))
    if places == different == deck:
        return None
    if places > different:
        return f"{places - different} of the cards lie in two places"
    return f"{abs(deck - places)} of the cards are {'gone' if places < deck else 'too many'}"
