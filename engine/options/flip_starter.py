"""A Flip card as starter (R-START-FLIP, C14)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.cards import FLIP
from engine.lacking import no_flip
from engine.option import Option
from engine.policies.setup import back_into_pile, plain
from engine.takes import Choice

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


_EFFECTS: Final = {"redraw": back_into_pile, "ignore": plain}


def _patch(rules: Ruleset, value: str) -> Ruleset:
    return replace(rules, starters={**rules.starters, FLIP: _EFFECTS[value]})


OPTION: Final = Option(
    name="flip_starter",
    summary="What a Flip card does as the starter: all is flipped, it goes back into the pile, or it is a plain card.",
    source="8.1; C14",
    takes=Choice(("apply", *_EFFECTS)),
    default="apply",
    patch=_patch,
    refused=no_flip,
)
