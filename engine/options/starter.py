"""Action cards as starter (SPEC 2.7, C12)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.cards import ACTIONS, WILDS
from engine.option import Choice, Option
from engine.policies.setup import cover

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, _value: str) -> Ruleset:
    return replace(rules, starters=dict.fromkeys((*rules.starters, *WILDS, *ACTIONS), cover))


OPTION: Final = Option(
    name="starter",
    summary="What an action card does as the starter: it takes effect, or it is covered until a number shows.",
    source="8.1; S1",
    takes=Choice(("apply", "number_only")),
    default="apply",
    patch=_patch,
)
