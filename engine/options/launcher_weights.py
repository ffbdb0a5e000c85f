"""How much the launcher fires (SPEC 7.4)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.lacking import no_launcher
from engine.option import Option
from engine.policies.launcher import WEIGHTS
from engine.takes import Percents

if TYPE_CHECKING:
    from engine.ruleset import Ruleset

_MOST_IN_VAIN: Final = 90
"""Percent of presses that may fire nothing: else pressing until something is fired might go on for ever."""


def _patch(rules: Ruleset, value: tuple[int, ...]) -> Ruleset:
    return replace(rules, launcher_weights=tuple(value))


OPTION: Final = Option(
    name="launcher_weights",
    summary="How often in a hundred a press of the launcher fires 0, 1, 2, ... cards.",
    source="7.4",
    takes=Percents(len(WEIGHTS), first_most=_MOST_IN_VAIN),
    default=WEIGHTS,
    patch=_patch,
    refused=no_launcher,
)
