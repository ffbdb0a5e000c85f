"""Playing the drawn card (C28)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.commands import Pass
from engine.option import Option
from engine.takes import Choice

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, _value: str) -> Ruleset:
    return replace(rules, must_play_drawn=True)


def _refused(rules: Ruleset, _value: str) -> str | None:
    return None if Pass in rules.handlers else "nothing is played after drawing"


OPTION: Final = Option(
    name="drawn_play",
    summary="Whether a drawn card that fits may be kept or must be played.",
    source="8.1; C28",
    takes=Choice(("optional", "forced")),
    default="optional",
    patch=_patch,
    refused=_refused,
)
