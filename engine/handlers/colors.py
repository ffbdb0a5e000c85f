"""Naming the color in force (SPEC 3.4, 3.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.cards import COLOR_CODES, COLORS, COLORS_OF_SIDE, SYMBOL_OF
from engine.commands import NameColor
from engine.errors import BadColor
from engine.events import ColorAsked, ColorNamed
from engine.policies.seat_events import TURN_STARTED
from engine.policies.turns import finish_play, pass_turn_after
from engine.ruleset import Draft, Handler, Ruleset
from engine.state import Phase

if TYPE_CHECKING:
    from engine.state import Table

_NAMINGS: Final = tuple(tuple(NameColor(COLORS[color]) for color in side) for side in COLORS_OF_SIDE)  # type: ignore[arg-type]  # COLORS is the text of the literal


def _judge(_rules: Ruleset, table: Table, _seat: int, command: NameColor) -> ColorAsked:
    if COLOR_CODES.get(command.color) not in COLORS_OF_SIDE[table.side]:
        raise BadColor
    pending = table.pending
    assert isinstance(pending, ColorAsked)  # noqa: S101  the phases say so
    return pending


def _name(draft: Draft, command: NameColor, asked: ColorAsked) -> None:
    draft.emit(ColorNamed(draft.seat, COLOR_CODES[command.color]))
    if asked.after is not None:
        pass_turn_after(draft, asked.after)
    elif asked.reason == "wild":
        finish_play(draft, draft.table.top)
    elif asked.reason == "starter":
        draft.rules.colored_starters.get(SYMBOL_OF[draft.table.top], _play_on)(draft)
    else:
        _play_on(draft)


def _play_on(draft: Draft) -> None:
    draft.emit(TURN_STARTED[draft.seat])


HANDLER: Final[Handler] = Handler(
    (Phase.START_COLOR, Phase.COLOR), _judge, _name, lambda _rules, table, _seat: _NAMINGS[table.side]
)
