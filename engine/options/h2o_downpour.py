"""The Wild Downpour cards of H2O (SPEC 1.6, 7.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.cards import DOWNPOUR_ONE
from engine.decks.classic import DOWNPOUR_108
from engine.option import Option
from engine.takes import Switch

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, _value: object) -> Ruleset:
    return replace(rules, deck=DOWNPOUR_108)


def _refused(rules: Ruleset, _value: object) -> str | None:
    return None if DOWNPOUR_ONE in rules.effects else "it gives no meaning to Wild Downpour cards"


OPTION: Final = Option(
    name="h2o_downpour",
    summary="Whether the deck of H2O has Wild Downpour cards, which make all other seats draw.",
    source="1.6, 7.3; X-H2O",
    takes=Switch(),
    default=False,
    patch=_patch,
    refused=_refused,
)
