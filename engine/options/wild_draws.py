"""Options of wild draw cards and the color rule (SPEC 3.6, 8.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.cards import WILD_DRAW_COLOR
from engine.option import Option
from engine.option_types import Choice, Switch
from engine.rules.matching import color_convicts, color_or_wild_ends_draw
from engine.ruleset import Enforcement

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch_wild_matches_color(rules: Ruleset, _value: object) -> Ruleset:
    return replace(rules, convicts=color_convicts)


def _why_no_wild_matches_color(rules: Ruleset, _value: object) -> str | None:
    if not (rules.enforcement.refused or rules.enforcement.challenged):
        return "every wild draw card is allowed"
    return None if rules.deck.shows(*rules.wild_draws) else "no wild of this deck can be illegal"


WILD_MATCHES_COLOR: Final[Option] = Option(
    name="wild_matches_color",
    summary="Whether another wild in the hand makes a wild draw card illegal.",
    source="8.1; X-WIKI",
    takes=Switch(),
    default=True,
    patch=_patch_wild_matches_color,
    unavailable_because=_why_no_wild_matches_color,
)


def _patch_wild_satisfies_draw_color(rules: Ruleset, _value: object) -> Ruleset:
    return replace(rules, ends_color_draw=color_or_wild_ends_draw)


def _why_no_wild_satisfies_draw_color(rules: Ruleset, _value: object) -> str | None:
    return None if rules.deck.shows(WILD_DRAW_COLOR) else "no card of this deck is a Wild Draw Color"


WILD_SATISFIES_DRAW_COLOR: Final[Option] = Option(
    name="wild_satisfies_draw_color",
    summary="Whether a drawn wild ends the drawing of Wild Draw Color.",
    source="8.1; S1 FAQ",
    takes=Switch(),
    default=False,
    patch=_patch_wild_satisfies_draw_color,
    unavailable_because=_why_no_wild_satisfies_draw_color,
)


def _patch_wild_draw_enforcement(rules: Ruleset, value: str) -> Ruleset:
    return replace(rules, enforcement=Enforcement(refused=value == "strict", challenged=False))


def _why_no_wild_draw_enforcement(rules: Ruleset, _value: str) -> str | None:
    return None if rules.deck.shows(*rules.wild_draws) else "no wild of this deck can be illegal"


WILD_DRAW_ENFORCEMENT: Final[Option] = Option(
    name="wild_draw_enforcement",
    summary="Whether an illegal wild draw card is a bluff that can be challenged, is refused, or is always allowed.",
    source="8.1; X-108",
    takes=Choice(("bluff", "strict", "none")),
    default="bluff",
    patch=_patch_wild_draw_enforcement,
    unavailable_because=_why_no_wild_draw_enforcement,
)
