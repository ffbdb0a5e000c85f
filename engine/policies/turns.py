"""Whose turn is next, and what a finished play leads to (SPEC 3.4, 3.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import NO_COLOR, SYMBOL_OF
from engine.events import ColorAsked
from engine.policies.rounds import end_round
from engine.policies.seat_events import TURN_STARTED

if TYPE_CHECKING:
    from engine.ruleset import Draft


def begin_turn(draft: Draft, seat: int) -> None:
    """Give the turn to a seat; if a flip uncovered a wild it names the color first (SPEC 3.8)."""
    draft.emit(ColorAsked(seat, "flip", None) if draft.table.color == NO_COLOR else TURN_STARTED[seat])


def pass_turn(draft: Draft) -> None:
    """The turn moves to the seat after the one that acts."""
    pass_turn_after(draft, draft.seat)


def pass_turn_after(draft: Draft, seat: int) -> None:
    """The turn moves to the seat after this one."""
    table = draft.table
    begin_turn(draft, table.seat_after(seat, 1, table.direction))


def finish_play(draft: Draft, face: int) -> None:
    """Carry out the effect of the face just laid; then end the round or move the turn (SPEC 3.5, 3.10)."""
    table, rules, seat = draft.table, draft.rules, draft.seat
    if not table.hands[seat]:
        for effect in rules.last_effects.get(SYMBOL_OF[face], ()):
            effect(draft)
        end_round(draft, seat)
        return
    for effect in rules.effects.get(SYMBOL_OF[face], ()):
        effect(draft)
        if not table.hands[seat]:  # its effect took the rest of the hand
            end_round(draft, seat)
            return
    if not draft.halted:
        begin_turn(draft, table.seat_after(seat, draft.steps, table.direction))
