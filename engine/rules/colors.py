"""Naming the color in force (SPEC 3.4, 3.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.cards import COLOR_CODES, COLORS, COLORS_OF_SIDE, SYMBOL_OF
from engine.commands import NameColor
from engine.errors import BadColor
from engine.events import ColorAsked, ColorNamed
from engine.rules.hands import most_frequent_color
from engine.rules.seat_events import TURN_STARTED
from engine.rules.turns import finish_play, pass_turn_after
from engine.ruleset import Handler, Resolution, Ruleset
from engine.state import Phase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.state import Table


_NAMINGS: Final = tuple(tuple(NameColor(COLORS[color]) for color in side) for side in COLORS_OF_SIDE)  # type: ignore[arg-type]  # COLORS is the text of the literal


class NameColorHandler(Handler[NameColor, ColorAsked]):
    """The color in force is named."""

    phases: tuple[Phase, ...] = (Phase.START_COLOR, Phase.COLOR)

    def judge(self, _rules: Ruleset, table: Table, _seat: int, command: NameColor) -> ColorAsked:
        if COLOR_CODES.get(command.color) not in COLORS_OF_SIDE[table.side]:
            raise BadColor
        pending = table.pending
        assert isinstance(pending, ColorAsked)  # noqa: S101  the phases say so
        return pending

    def perform(self, resolution: Resolution, command: NameColor, asked: ColorAsked) -> None:
        resolution.emit(ColorNamed(resolution.seat, COLOR_CODES[command.color]))
        if asked.after is not None:
            pass_turn_after(resolution, asked.after)
        elif asked.reason == "wild":
            finish_play(resolution, resolution.table.top)
        elif asked.reason == "starter":
            (resolution.rules.cards[SYMBOL_OF[resolution.table.top]].colored_starter or _play_on)(resolution)
        else:
            _play_on(resolution)

    def candidates(self, _rules: Ruleset, table: Table, _seat: int) -> Iterable[NameColor]:
        return _NAMINGS[table.side]

    def time_out(self, _rules: Ruleset, table: Table, seat: int) -> NameColor:
        return NameColor(most_frequent_color(table, table.hand_faces(seat)))


def _play_on(resolution: Resolution) -> None:
    resolution.emit(TURN_STARTED[resolution.seat])
