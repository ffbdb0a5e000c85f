"""Deflecting a penalty: a Reverse sends it back, a Skip passes it on (SPEC 8.3, R-DEFLECT)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final

from engine.cards import COLOR_OF, FACES, REVERSE, SKIP, SYMBOL_OF
from engine.events import DirectionReversed, PenaltyStacked
from engine.house_rules.stacking import make_next_take
from engine.option import Option
from engine.option_types import Switch
from engine.rules.turns import next_seat
from engine.state import Phase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.ruleset import CardRule, Effect, Resolution, Ruleset
    from engine.state import Table

_DEFLECTING: Final = (REVERSE, SKIP)


def _patch(rules: Ruleset, _value: bool) -> Ruleset:  # noqa: FBT001  asked for true only
    deflecting = {symbol: _deflecting(symbol, rules.cards[symbol]) for symbol in _DEFLECTING if symbol in rules.cards}
    return replace(rules, cards={**rules.cards, **deflecting}, playable=_fits(rules.playable))


def _deflecting(symbol: str, card: CardRule) -> CardRule:
    def effect(resolution: Resolution) -> None:
        table = resolution.table
        if not _is_penalty_open(table):
            _carry_out(card.effects, resolution)
            return
        _turn_round(symbol, resolution)
        resolution.ask(PenaltyStacked(next_seat(resolution), resolution.seat, table.top, table.owed))

    def last_effect(resolution: Resolution) -> None:
        if not _is_penalty_open(resolution.table):
            _carry_out(card.last_effects, resolution)
            return
        _turn_round(symbol, resolution)
        make_next_take(resolution, resolution.table.owed)

    return replace(card, effects=(effect,), last_effects=(last_effect,))


def _is_penalty_open(table: Table) -> bool:
    return table.owed > 0 or table.owes_color


def _carry_out(effects: tuple[Effect, ...], resolution: Resolution) -> None:
    for effect in effects:
        effect(resolution)


def _turn_round(symbol: str, resolution: Resolution) -> None:
    if symbol == REVERSE:
        resolution.emit(DirectionReversed(-resolution.table.direction))


def _fits(playable: Callable[[Table], Sequence[bool]]) -> Callable[[Table], Sequence[bool]]:
    def fits(table: Table) -> Sequence[bool]:
        answers = playable(table)
        if table.phase is not Phase.PENALTY:
            return answers
        deflecting = _deflecting_faces(table.color, SYMBOL_OF[table.top])
        return [answer or deflects for answer, deflects in zip(answers, deflecting, strict=True)]

    return fits


@cache
def _deflecting_faces(color: int, top: str) -> tuple[bool, ...]:
    """Return by face: True for a Reverse or Skip of the color in force or with the symbol of the top card."""
    return tuple(
        SYMBOL_OF[face] in _DEFLECTING and (COLOR_OF[face] == color or SYMBOL_OF[face] == top)
        for face in range(len(FACES))
    )


def _why_not(rules: Ruleset, _value: bool) -> str | None:  # noqa: FBT001  asked for true only
    return None if rules.stacked else "stacking is off"


DEFLECT: Final[Option] = Option(
    name="deflect",
    summary="A stacked penalty may be sent back with a Reverse or passed on with a Skip of the color in force.",
    source="8.3; X-HR",
    takes=Switch(),
    default=False,
    patch=_patch,
    reads=("stack", "stack_across"),
    unavailable_because=_why_not,
    omit_default=True,
    kind="house_rule",
)
