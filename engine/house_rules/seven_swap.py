"""A 7 swaps hands: one half of Seven-O as a switch of its own (SPEC 8.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.option import Option
from engine.option_types import Switch
from engine.rules import hands
from engine.rules.targets import any_other
from engine.ruleset import CardRule, Target

if TYPE_CHECKING:
    from engine.ruleset import Ruleset

_SEVEN: Final = "7"


def swap_sevens(rules: Ruleset) -> Ruleset:
    """Return the rules in which the player of a 7 swaps hands with a seat of choice."""
    seven = CardRule(effects=(hands.swap,), target=Target(any_other), changes_hand=True)
    return replace(rules, cards={**rules.cards, _SEVEN: seven})


def _patch(rules: Ruleset, _value: bool) -> Ruleset:  # noqa: FBT001  asked for true only
    return swap_sevens(rules)


SEVEN_SWAP: Final[Option] = Option(
    name="seven_swap",
    summary="A 7 swaps hands with a seat of choice.",
    source="8.3; X-HR",
    takes=Switch(),
    default=False,
    patch=_patch,
    omit_default=True,
    kind="house_rule",
)
