"""Turns: the next seat, and the consequences of a finished play (SPEC 3.4, 3.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import NO_COLOR, SYMBOL_OF
from engine.events import ColorAsked
from engine.rules.rounds import end_round
from engine.rules.seat_events import TURN_STARTED

if TYPE_CHECKING:
    from engine.ruleset import Resolution


def begin_turn(resolution: Resolution, seat: int) -> None:
    """Give the turn to a seat; if a flip uncovered a wild it names the color first (SPEC 3.8)."""
    resolution.emit(ColorAsked(seat, "flip", None) if resolution.table.color == NO_COLOR else TURN_STARTED[seat])


def pass_turn(resolution: Resolution) -> None:
    """Move the turn to the seat after the acting one."""
    pass_turn_after(resolution, resolution.seat)


def pass_turn_after(resolution: Resolution, seat: int) -> None:
    """Move the turn to the seat after this one."""
    table = resolution.table
    begin_turn(resolution, table.seat_after(seat, 1, table.direction))


def finish_play(resolution: Resolution, face: int) -> None:
    """Carry out the effect of the face just laid; then end the round or move the turn (SPEC 3.5, 3.10)."""
    table, rules, seat = resolution.table, resolution.rules, resolution.seat
    card = rules.cards[SYMBOL_OF[face]]
    if not table.hands[seat]:
        for effect in card.last_effects:
            effect(resolution)
        end_round(resolution, seat)
        return
    for effect in card.effects:
        effect(resolution)
        if not table.hands[seat]:  # its effect took the rest of the hand
            end_round(resolution, seat)
            return
    if not resolution.halted:
        begin_turn(resolution, table.seat_after(seat, resolution.steps, table.direction))


def next_seat(resolution: Resolution) -> int:
    """Return the seat after the acting one."""
    return resolution.table.seat_after(resolution.seat, 1, resolution.table.direction)
