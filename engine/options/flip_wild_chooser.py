"""Who names the color when a flip uncovers a wild (C15)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.cards import FLIP
from engine.lacking import no_flip
from engine.option import Option
from engine.policies.effects import ask_flipper
from engine.takes import Choice

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, _value: str) -> Ruleset:
    return replace(rules, effects={**rules.effects, FLIP: (*rules.effects.get(FLIP, ()), ask_flipper)})


OPTION: Final = Option(
    name="flip_wild_chooser",
    summary="Who names the color when a Flip uncovers a wild: the seat about to play, or the player of the Flip.",
    source="8.1; S0-GH, S1",
    takes=Choice(("next_player", "flipper")),
    default="next_player",
    patch=_patch,
    refused=no_flip,
)
