"""A shared first place (R-TIE)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.option import Option
from engine.takes import Choice

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, _value: str) -> Ruleset:
    return replace(rules, extra_round=True)


def _refused(rules: Ruleset, _value: str) -> str | None:
    return None if rules.scoring.ties else "this way to score leaves no shared first place to play on"


OPTION: Final = Option(
    name="tiebreak",
    summary="Whether a shared first place is a shared victory or is played on.",
    source="5; R-TIE",
    takes=Choice(("shared", "extra_round")),
    default="shared",
    patch=_patch,
    refused=_refused,
)
