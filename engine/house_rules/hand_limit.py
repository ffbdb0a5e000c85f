"""Mercy: a hand that has grown too large is out of the round (SPEC 8.3, R-MERCY)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.option import Option
from engine.policies.mercy import knock_out
from engine.takes import WholeOrOff

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, value: int) -> Ruleset:
    return replace(rules, afterwards=knock_out(value))


OPTION: Final = Option(
    name="hand_limit",
    summary="A seat that holds so many cards is out of the round; who is left alone wins it; 0: hands may grow.",
    source="8.3; R-MERCY",
    takes=WholeOrOff(10, 40),
    default=0,
    patch=_patch,
    kind="house_rule",
)
