"""The first dealer of a rematch: the deal goes on round the table, as between two rounds (rules, 2.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import engine

LETTERS: Final = "ABCDEFGHIJ"
"""Seats as options name them."""


def next_dealer(table: engine.Table) -> dict[str, object]:
    """Return the option that lets the player to the left of the last dealer of a finished match deal first."""
    return {"dealer_selection": f"seat={LETTERS[(table.dealer + 1) % table.seats]}"}
