"""The side that is scored (C08)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.cards import LIGHT
from engine.option import Option
from engine.takes import Choice

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, _value: str) -> Ruleset:
    return replace(rules, scored_side=LIGHT)


def _refused(rules: Ruleset, _value: str) -> str | None:
    return None if rules.deck.has_two_sides else "the cards of this deck have one side"


OPTION: Final = Option(
    name="scoring_side",
    summary="Which faces are scored: those of the side in play when the round ended, or always the light ones.",
    source="5; C08",
    takes=Choice(("ended", "light")),
    default="ended",
    patch=_patch,
    refused=_refused,
)
