"""A round that ends when its time has run out (SPEC 8.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.option import Option
from engine.option_types import IntegerOrOff

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch_time_limit(rules: Ruleset, value: int) -> Ruleset:
    return replace(rules, time_limit=value)


TIME_LIMIT: Final[Option] = Option(
    name="time_limit",
    summary="Seconds after which a round ends and the fewest cards or points win it; 0: rounds take their time.",
    source="8.2; S2, S4",
    takes=IntegerOrOff(1, 604_800),
    default=0,
    patch=_patch_time_limit,
    kind="house_rule",
)
