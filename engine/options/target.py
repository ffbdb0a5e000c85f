"""The total that ends the match (C07)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.option import Option
from engine.takes import Whole

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, value: int) -> Ruleset:
    return replace(rules, target=value)


def _refused(rules: Ruleset, _value: int) -> str | None:
    return None if rules.scoring.by_total else "no total ends a match of a single round"


OPTION: Final = Option(
    name="target",
    summary="The total at which the match ends, or a seat leaves.",
    source="5; C07",
    takes=Whole(1, 10_000),
    default=500,
    patch=_patch,
    refused=_refused,
)
