"""Answering draw cards with draw cards (SPEC 8.2 stack, C04)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final

from engine.cards import (
    DEMANDS,
    DRAW_FIVE,
    DRAW_ONE,
    DRAW_TWO,
    FACES,
    SYMBOL_OF,
    WILD_DRAW_COLOR,
    WILD_DRAW_FOUR,
    WILD_DRAW_TWO,
)
from engine.commands import Take
from engine.events import PenaltyStacked
from engine.option import Option
from engine.option_types import Choice
from engine.rules.drawing import take
from engine.rules.turns import next_seat
from engine.rules.wild_draws import TakeHandler, draw_stack
from engine.ruleset import change_cards
from engine.state import Phase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.ruleset import Effect, Resolution, Ruleset
    from engine.state import Table

    Playable = Callable[[Table], Sequence[bool]]


_PENALTY: Final = Phase.PENALTY


def add(count: int) -> Effect:
    """Make the next seat answer, or take the owed cards and `count` more."""

    def effect(resolution: Resolution) -> None:
        table = resolution.table
        resolution.ask(PenaltyStacked(next_seat(resolution), resolution.seat, table.top, table.owed + count))

    return effect


def next_takes_sum(count: int) -> Effect:
    """Make the next seat take the owed cards and `count` more at once: a last card cannot be answered (3.10)."""

    def effect(resolution: Resolution) -> None:
        make_next_take(resolution, resolution.table.owed + count)

    return effect


def make_next_take(resolution: Resolution, total: int) -> None:
    """Make the next seat take the sum, and draw for Wild Draw Color if that is owed or the last card is one."""
    table = resolution.table
    until_color = table.owes_color or SYMBOL_OF[table.top] == WILD_DRAW_COLOR
    draw_stack(resolution, next_seat(resolution), total, until_color=until_color)


def answering(playable: Playable) -> Playable:
    """Allow only the symbol of the last draw card, in any color, while a penalty is open; else use `playable`."""

    def fits(table: Table) -> Sequence[bool]:
        return _same_symbol(_demanding(table)) if table.phase is _PENALTY else playable(table)

    return fits


def _demanding(table: Table) -> str:
    """Return the symbol of the draw card that was laid last; a position need not have one."""
    symbols = map(SYMBOL_OF.__getitem__, map(table.faces[table.side].__getitem__, reversed(table.discard)))
    return next((symbol for symbol in symbols if symbol in DEMANDS), SYMBOL_OF[table.top])


@cache
def _same_symbol(symbol: str) -> tuple[bool, ...]:
    return tuple(SYMBOL_OF[face] == symbol for face in range(len(FACES)))


_SAME: Final = (DRAW_ONE, DRAW_FIVE, DRAW_TWO)
_STACKED: Final = {"same": _SAME, "same_wild": (*_SAME, WILD_DRAW_TWO, WILD_DRAW_FOUR)}


def _patch_stack(rules: Ruleset, value: str) -> Ruleset:
    for symbol in _STACKED[value]:
        count = DEMANDS[symbol]
        rules = change_cards(rules, (symbol,), effects=(add(count),), last_effects=(next_takes_sum(count),))
    return replace(
        rules,
        stacked=frozenset(_STACKED[value]),
        playable=answering(rules.playable),
        handlers={**rules.handlers, Take: TakeHandler()},
    )


def _why_no_stack(rules: Ruleset, value: str) -> str | None:
    if rules.penalize is take and rules.deck.shows(*_STACKED[value]):
        return None
    return "no draw card of this game can be answered"


STACK: Final[Option] = Option(
    name="stack",
    summary="Whether a draw card is answered with the same one instead of drawing: never, colored ones, wilds too.",
    source="8.2; S0-GG, X",
    takes=Choice(("off", *_STACKED)),
    default="off",
    patch=_patch_stack,
    unavailable_because=_why_no_stack,
    kind="house_rule",
)
