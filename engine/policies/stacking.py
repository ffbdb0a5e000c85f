"""Draw cards that are answered with another of the same symbol (SPEC 8.2 stack)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from engine.cards import DRAW_FIVE, DRAW_ONE, DRAW_TWO, FACES, SYMBOL_OF, WILD_DRAW_FOUR, WILD_DRAW_TWO
from engine.events import PenaltyStacked
from engine.policies.effects import next_seat
from engine.state import Phase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.ruleset import Draft, Effect
    from engine.state import Table

    Playable = Callable[[Table], Sequence[bool]]

DEMANDS: Final = {DRAW_ONE: 1, DRAW_FIVE: 5, DRAW_TWO: 2, WILD_DRAW_TWO: 2, WILD_DRAW_FOUR: 4}
"""Cards that a draw card adds to the sum, by symbol. Wild Draw Color has no number to add."""
_PENALTY: Final = Phase.PENALTY


def add(count: int) -> Effect:
    """The next seat must answer, or take what is owed and `count` cards."""

    def effect(draft: Draft) -> None:
        table = draft.table
        draft.emit(PenaltyStacked(next_seat(draft), draft.seat, table.top, table.owed + count))
        draft.halted = True

    return effect


def next_takes_sum(count: int) -> Effect:
    """The next seat takes what is owed and `count` cards at once: nobody answers a last card (3.10)."""

    def effect(draft: Draft) -> None:
        draft.rules.hit(draft, next_seat(draft), draft.table.owed + count, "stack")

    return effect


def answering(playable: Playable) -> Playable:
    """While a penalty is open only the symbol of the top card fits, in any color; else `playable` says what does."""

    def fits(table: Table) -> Sequence[bool]:
        return _same_symbol(SYMBOL_OF[table.top]) if table.phase is _PENALTY else playable(table)

    return fits


@cache
def _same_symbol(symbol: str) -> tuple[bool, ...]:
    return tuple(SYMBOL_OF[face] == symbol for face in range(len(FACES)))
