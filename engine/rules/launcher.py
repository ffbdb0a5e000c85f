"""The launcher: pressing it, and the cards that make seats press (SPEC 7.4)."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Final

from engine.chance import MiscKind
from engine.commands import Press
from engine.errors import MustPlay
from engine.events import ColorAsked, LauncherPressed, RoundBlocked
from engine.rules.drawing import refill, take
from engine.rules.rounds import end_without_play
from engine.rules.seat_events import SEAT_SKIPPED
from engine.rules.setup import first_seat
from engine.rules.turns import pass_turn
from engine.rules.uno import close_windows, lapse
from engine.ruleset import Handler, Resolution, Ruleset
from engine.state import Phase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.ruleset import Effect
    from engine.state import Table


WEIGHTS: Final = (50, 10, 12, 12, 8, 4, 2, 1, 1)
"""Percents of a press that fires 0, 1, 2, ... cards."""


def press(resolution: Resolution, seat: int, reason: str) -> int | None:
    """Press once and take what is fired, at most what is left; an empty launcher is loaded first.

    Return None if there is nothing to load it with, so that nothing can ever be fired (R-EXHAUST).
    """
    table = resolution.table
    if not table.draw and not refill(resolution, owes_turn=reason == "turn"):
        return None
    fired = min(_shot(resolution), len(table.draw))
    resolution.emit(LauncherPressed(seat, fired))
    if fired:
        take(resolution, seat, fired, reason)
    return fired


def _shot(resolution: Resolution) -> int:
    """Return the cards that this press fires from a full launcher: by script first, then by committed chance."""
    rules, presses = resolution.rules, resolution.table.presses
    if presses < len(rules.launcher_script):
        return rules.launcher_script[presses]
    percent = resolution.tape.misc(MiscKind.LAUNCHER, presses).below(100)
    return sum(percent >= upper for upper in accumulate(rules.launcher_weights))


def presses(resolution: Resolution, seat: int, count: int, reason: str) -> None:
    """Press `count` times, or until nothing can be fired: the way to take a number of cards in Attack."""
    for _ in range(count):
        if press(resolution, seat, reason) is None:
            return


def press_until_fired(resolution: Resolution, seat: int) -> None:
    """Press until something is fired, or nothing can be."""
    while press(resolution, seat, "effect") == 0:
        pass


def next_presses_until_fired(resolution: Resolution) -> None:
    """Make the next seat press until something is fired."""
    press_until_fired(resolution, resolution.table.seat_after(resolution.seat, 1, resolution.table.direction))


def target_presses(count: int) -> Effect:
    """Make the seat that the card is aimed at press `count` times."""

    def effect(resolution: Resolution) -> None:
        target = resolution.table.target
        assert target is not None  # noqa: S101  the card needs a target
        presses(resolution, target, count, "effect")

    return effect


def all_press_first(resolution: Resolution, _card: int) -> bool:
    """Let every seat press once for the starter; then the first one names the color and plays."""
    table = resolution.table
    first = first_seat(table)
    for steps in range(table.active_seats):
        presses(resolution, table.seat_after(first, steps, 1), 1, "effect")
    resolution.emit(ColorAsked(first, "starter", None))
    return False


def first_presses_until_fired(resolution: Resolution) -> None:
    """Make the first seat press until something is fired and lose its turn, once the starter's color is named."""
    press_until_fired(resolution, resolution.seat)
    resolution.emit(SEAT_SKIPPED[resolution.seat])
    pass_turn(resolution)


_PRESS: Final = Press()


class PressHandler(Handler[Press, None]):
    """The launcher is pressed in place of a play."""

    phases: tuple[Phase, ...] = (Phase.TURN,)

    def judge(self, rules: Ruleset, table: Table, seat: int, _command: Press) -> None:
        if not rules.may_draw(rules, table, seat):
            raise MustPlay

    def perform(self, resolution: Resolution, _command: Press, _judged: None) -> None:
        """Take the fired cards and end the turn, however many they are."""
        table = resolution.table
        close_windows(resolution, "press")
        lapse(resolution)
        press(resolution, resolution.seat, "turn")
        if table.idle >= table.active_seats:
            resolution.emit(RoundBlocked())
            end_without_play(resolution)
        else:
            pass_turn(resolution)

    def candidates(self, _rules: Ruleset, _table: Table, _seat: int) -> Iterable[Press]:
        return (_PRESS,)

    def time_out(self, rules: Ruleset, table: Table, seat: int) -> Press | None:
        return _PRESS if rules.may_draw(rules, table, seat) else None
