"""Does a drawn wild end Draw Blue and Draw Red (C17, SPEC 7.5)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.lacking import no_wheel
from engine.option import Option
from engine.policies.matching import color_or_wild_ends_draw
from engine.takes import Switch

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, _value: object) -> Ruleset:
    return replace(rules, ends_wheel_draw=color_or_wild_ends_draw)


OPTION: Final = Option(
    name="spin_wild_sat",
    summary="Whether a drawn wild ends Draw Blue and Draw Red of the wheel.",
    source="7.5; C17, X-SPIN2",
    takes=Switch(),
    default=False,
    patch=_patch,
    refused=no_wheel,
)
