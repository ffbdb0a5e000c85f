"""Answering draw cards with draw cards (SPEC 8.2 stack, C04)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.cards import DRAW_FIVE, DRAW_ONE, DRAW_TWO, WILD_DRAW_FOUR, WILD_DRAW_TWO
from engine.commands import Take
from engine.handlers.challenges import TAKE
from engine.option import Option
from engine.policies.drawing import take
from engine.policies.stacking import DEMANDS, add, answering, next_takes_sum
from engine.takes import Choice

if TYPE_CHECKING:
    from engine.ruleset import Ruleset

_SAME: Final = (DRAW_ONE, DRAW_FIVE, DRAW_TWO)
_STACKED: Final = {"same": _SAME, "same_wild": (*_SAME, WILD_DRAW_TWO, WILD_DRAW_FOUR)}


def _patch(rules: Ruleset, value: str) -> Ruleset:
    stacked = [symbol for symbol in _STACKED[value] if symbol in rules.effects]
    return replace(
        rules,
        effects={**rules.effects, **{symbol: (add(DEMANDS[symbol]),) for symbol in stacked}},
        last_effects={**rules.last_effects, **{symbol: (next_takes_sum(DEMANDS[symbol]),) for symbol in stacked}},
        playable=answering(rules.playable),
        handlers={**rules.handlers, Take: TAKE},
    )


def _refused(rules: Ruleset, value: str) -> str | None:
    if rules.hit is take and rules.deck.shows(*_STACKED[value]):
        return None
    return "no draw card of this game can be answered"


OPTION: Final = Option(
    name="stack",
    summary="Whether a draw card is answered with the same one instead of drawing: never, colored ones, wilds too.",
    source="8.2; S0-GG, X",
    takes=Choice(("off", *_STACKED)),
    default="off",
    patch=_patch,
    refused=_refused,
    kind="house_rule",
)
