"""The theme of the deck (SPEC 1.6, 7.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.option import Option
from engine.takes import Choice
from engine.themes import THEMES

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, _value: str) -> Ruleset:
    """A theme changes no rule: it is stored with the match, and clients show its labels."""
    return rules


OPTION: Final = Option(
    name="theme",
    summary="What the cards are called where they are shown; their labels are listed with the rulesets.",
    source="1.6, 7.3; S0-RU",
    takes=Choice(tuple(THEMES)),
    default="plain",
    patch=_patch,
)
"""Stored with the match, so that all who look at it see the same deck."""
