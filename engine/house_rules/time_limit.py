"""A round that ends when its time has run out (SPEC 8.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.option import Option
from engine.takes import WholeOrOff

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, value: int) -> Ruleset:
    return replace(rules, time_limit=value)


OPTION: Final = Option(
    name="time_limit",
    summary="Seconds after which a round ends, to be won as time_winner says; 0: rounds take their time.",
    source="8.2; S2, S4",
    takes=WholeOrOff(1, 604_800),
    default=0,
    patch=_patch,
    kind="house_rule",
)
