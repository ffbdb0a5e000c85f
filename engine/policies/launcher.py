"""The launcher: what a press fires, and the cards that make seats press (SPEC 7.4)."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Final

from engine.chance import MiscKind
from engine.events import ColorAsked, LauncherPressed
from engine.policies.drawing import refill, take
from engine.policies.seat_events import SEAT_SKIPPED
from engine.policies.setup import first_seat
from engine.policies.turns import pass_turn

if TYPE_CHECKING:
    from engine.ruleset import Draft, Effect

WEIGHTS: Final = (50, 10, 12, 12, 8, 4, 2, 1, 1)
"""Percents of a press that fires 0, 1, 2, ... cards."""


def press(draft: Draft, seat: int, reason: str) -> int | None:
    """Press once and take what is fired, at most what is left; an empty launcher is loaded first.

    None: there is nothing to load it with, so that nothing can ever be fired (R-EXHAUST).
    """
    table = draft.table
    if not table.draw and not refill(draft, owes_turn=reason == "turn"):
        return None
    fired = min(_shot(draft), len(table.draw))
    draft.emit(LauncherPressed(seat, fired))
    if fired:
        take(draft, seat, fired, reason)
    return fired


def _shot(draft: Draft) -> int:
    """What this press would fire from a full launcher: by the script while it lasts, then by the committed chance."""
    rules, presses = draft.rules, draft.table.presses
    if presses < len(rules.launcher_script):
        return rules.launcher_script[presses]
    percent = draft.tape.misc(MiscKind.LAUNCHER, presses).below(100)
    return sum(percent >= upper for upper in accumulate(rules.launcher_weights))


def presses(draft: Draft, seat: int, count: int, reason: str) -> None:
    """Press so often; once nothing can be fired the rest is forgotten. What Attack means by a number of cards."""
    for _ in range(count):
        if press(draft, seat, reason) is None:
            return


def press_until_fired(draft: Draft, seat: int) -> None:
    """Press until something is fired, or nothing can be."""
    while press(draft, seat, "effect") == 0:
        pass


def next_presses_until_fired(draft: Draft) -> None:
    """The next seat presses until something is fired."""
    press_until_fired(draft, draft.table.seat_after(draft.seat, 1, draft.table.direction))


def target_presses(count: int) -> Effect:
    """The seat that the card is aimed at presses so often."""

    def effect(draft: Draft) -> None:
        target = draft.table.target
        assert target is not None  # noqa: S101  the card needs a target
        presses(draft, target, count, "effect")

    return effect


def all_press_first(draft: Draft, _card: int) -> bool:
    """As the starter: every seat presses once, then the first one names the color and plays."""
    table = draft.table
    first = first_seat(table)
    for steps in range(table.active_seats):
        presses(draft, table.seat_after(first, steps, 1), 1, "effect")
    draft.emit(ColorAsked(first, "starter", None))
    return False


def first_presses_until_fired(draft: Draft) -> None:
    """As the starter, its color being named: the first seat presses until something is fired and loses its turn."""
    press_until_fired(draft, draft.seat)
    draft.emit(SEAT_SKIPPED[draft.seat])
    pass_turn(draft)
