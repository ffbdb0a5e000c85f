"""Does a wild in hand convict (C16)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.option import Option
from engine.policies.matching import color_convicts
from engine.takes import Switch

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, _value: object) -> Ruleset:
    return replace(rules, convicts=color_convicts)


def _refused(rules: Ruleset, _value: object) -> str | None:
    if not (rules.enforcement.refused or rules.enforcement.challenged):
        return "every wild draw card is allowed"
    return None if rules.deck.shows(*rules.penalties) else "no wild of this deck can be illegal"


OPTION: Final = Option(
    name="wild_matches_color",
    summary="Whether another wild in the hand makes a wild draw card illegal.",
    source="8.1; X-WIKI",
    takes=Switch(),
    default=True,
    patch=_patch,
    refused=_refused,
)
