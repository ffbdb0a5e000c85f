"""The side that is scored (C08)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.cards import LIGHT
from engine.lacking import no_second_side
from engine.option import Option
from engine.takes import Choice

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, _value: str) -> Ruleset:
    return replace(rules, scored_side=LIGHT)


OPTION: Final = Option(
    name="scoring_side",
    summary="Which faces are scored: those of the side in play when the round ended, or always the light ones.",
    source="5; C08",
    takes=Choice(("ended", "light")),
    default="ended",
    patch=_patch,
    refused=no_second_side,
)
