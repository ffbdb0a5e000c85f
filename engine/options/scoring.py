"""Who scores and who wins (SPEC 5)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.option import Option
from engine.policies import scoring
from engine.takes import Choice

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


_MODES: Final = {
    "own_low": scoring.OWN_LOW,
    "loser_at": scoring.LOSER_AT,
    "single_round": scoring.SINGLE_ROUND,
    "elimination": scoring.ELIMINATION,
}


def _patch(rules: Ruleset, value: str) -> Ruleset:
    return replace(rules, scoring=_MODES[value])


OPTION: Final = Option(
    name="scoring",
    summary="Who writes down points and how the match ends.",
    source="5; C06",
    takes=Choice(("winner_takes", *_MODES)),
    default="winner_takes",
    patch=_patch,
    suggests=lambda value: {"target": 200} if value == "loser_at" else {},
)
