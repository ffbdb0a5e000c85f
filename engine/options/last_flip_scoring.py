"""A Flip card as the last card (C19)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.cards import FLIP
from engine.lacking import no_flip
from engine.option import Option
from engine.takes import Choice

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, _value: str) -> Ruleset:
    return replace(rules, last_effects={**rules.last_effects, FLIP: ()})


OPTION: Final = Option(
    name="last_flip_scoring",
    summary="Whether a Flip laid as the last card is carried out before the hands are scored.",
    source="8.1; S1 FAQ",
    takes=Choice(("flip_first", "no_flip")),
    default="flip_first",
    patch=_patch,
    refused=no_flip,
)
