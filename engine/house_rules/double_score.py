"""Every round counts twice (SPEC 8.3, R-DOUBLE)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.option import Option
from engine.option_types import Switch

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch_double_score(rules: Ruleset, _value: bool) -> Ruleset:  # noqa: FBT001  asked for true only
    return replace(rules, score_factor=2)


DOUBLE_SCORE: Final[Option] = Option(
    name="double_score",
    summary="All points that are written down after a round count twice.",
    source="8.3; R-DOUBLE",
    takes=Switch(),
    default=False,
    patch=_patch_double_score,
    kind="house_rule",
)
