"""Winner of a round that is blocked or out of time (SPEC 8.2, R-BLOCKED)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.option import Option
from engine.policies.scoring import fewest_points
from engine.takes import Choice

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, _value: str) -> Ruleset:
    return replace(rules, time_counts=fewest_points)


OPTION: Final = Option(
    name="time_winner",
    summary="Who wins a round that is blocked or out of time: the fewest cards, or the fewest points.",
    source="8.2; S2, S4",
    takes=Choice(("fewest_cards", "fewest_points")),
    default="fewest_cards",
    patch=_patch,
)
