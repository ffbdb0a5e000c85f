"""A limit to what Wild Draw Color costs (SPEC 8.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.lacking import no_wild_draw_color
from engine.option import Option
from engine.takes import Whole

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, value: int) -> Ruleset:
    return replace(rules, color_draw_cap=value)


OPTION: Final = Option(
    name="draw_cap",
    summary="The most cards that Wild Draw Color makes a seat draw; 0 is no limit.",
    source="8.3; R-DRAW-CAP",
    takes=Whole(0, 100),
    default=0,
    patch=_patch,
    refused=no_wild_draw_color,
    kind="house_rule",
)
