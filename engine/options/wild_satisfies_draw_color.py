"""Does a drawn wild end Draw Color (C17)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.cards import WILD_DRAW_COLOR
from engine.option import Option
from engine.policies.matching import color_or_wild_ends_draw
from engine.takes import Switch

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, _value: object) -> Ruleset:
    return replace(rules, ends_color_draw=color_or_wild_ends_draw)


def _refused(rules: Ruleset, _value: object) -> str | None:
    return None if rules.deck.shows(WILD_DRAW_COLOR) else "no card of this deck is a Wild Draw Color"


OPTION: Final = Option(
    name="wild_satisfies_draw_color",
    summary="Whether a drawn wild ends the drawing of Wild Draw Color.",
    source="8.1; S1 FAQ",
    takes=Switch(),
    default=False,
    patch=_patch,
    refused=_refused,
)
