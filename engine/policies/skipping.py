"""What Skip cards do in place of skipping (SPEC 8.2 skip_effect)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import GiveAsked
from engine.policies.targets import opponent

if TYPE_CHECKING:
    from engine.ruleset import Draft, Effect


def instead(symbol: str, usual: tuple[Effect, ...]) -> Effect:
    """The effect of a Skip card of this symbol: that of the house rule if it is meant, else the usual ones."""

    def effect(draft: Draft) -> None:
        rules = draft.rules
        for step in (rules.skip_effect,) if symbol in rules.skip_effect_cards and rules.skip_effect else usual:
            step(draft)

    return effect


def ask_for_gift(draft: Draft) -> None:
    """The player gives a card to an opponent, but never his last one; then the next seat plays."""
    table, seat = draft.table, draft.seat
    receivers = [other for other in range(table.seats) if opponent(draft.rules, table, seat, other)]
    if receivers and len(table.hands[seat]) > 1:
        draft.emit(GiveAsked(seat))
        draft.halted = True
