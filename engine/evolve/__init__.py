"""evolve: one small function per event. It trusts the event and knows neither rules nor chance.

A game of any year replays with these functions alone; a change here must leave every stored game as it was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.evolve.branch import BRANCHES
from engine.evolve.control import KEEPING
from engine.evolve.matches import MATCHES
from engine.evolve.relatives import RELATIVES
from engine.evolve.rounds import ROUNDS
from engine.evolve.turns import TURNS

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.events import Event
    from engine.state import Table


def evolve(table: Table, event: Event) -> None:
    """Fold one event into the table, in place."""
    EVOLVERS[type(event)](table, event)
    table.version += 1


EVOLVERS: Final[dict[type[Event], Callable[[Table, Any], None]]] = {
    **MATCHES,
    **ROUNDS,
    **TURNS,
    **RELATIVES,
    **KEEPING,
    **BRANCHES,
}
