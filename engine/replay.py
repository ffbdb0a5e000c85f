"""Folding whole logs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.evolve import EVOLVERS
from engine.state import Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.events import Event


def replay(events: Iterable[Event], table: Table | None = None) -> Table:
    """Return the table that the events lead to, from an empty one or on from `table`, which is changed in place."""
    table = Table() if table is None else table
    evolvers = EVOLVERS
    count = 0
    for event in events:
        evolvers[type(event)](table, event)
        count += 1
    table.version += count
    return table
