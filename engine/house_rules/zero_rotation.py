"""A 0 passes all hands on: the other half of Seven-O as a switch of its own (SPEC 8.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.option import Option
from engine.option_types import Switch
from engine.rules import hands
from engine.ruleset import CardRule
from engine.state import SAFE

if TYPE_CHECKING:
    from engine.ruleset import Resolution, Ruleset

_NOUGHT: Final = "0"


def rotate_on_noughts(rules: Ruleset) -> Ruleset:
    """Return the rules in which a 0 passes all hands on in the direction of play."""
    nought = CardRule(effects=(_pass_hands_on,), changes_hand=True)
    return replace(rules, cards={**rules.cards, _NOUGHT: nought})


def _pass_hands_on(resolution: Resolution) -> None:
    table = resolution.table
    hands.pass_on(resolution, table.direction, called=table.uno[resolution.seat] is SAFE)


def _patch(rules: Ruleset, _value: bool) -> Ruleset:  # noqa: FBT001  asked for true only
    return rotate_on_noughts(rules)


def _why_not(rules: Ruleset, _value: bool) -> str | None:  # noqa: FBT001  asked for true only
    return None if rules.deck.shows(_NOUGHT) else "the deck has no 0"


ZERO_ROTATION: Final[Option] = Option(
    name="zero_rotation",
    summary="A 0 passes all hands on in the direction of play.",
    source="8.3; X-HR",
    takes=Switch(),
    default=False,
    patch=_patch,
    unavailable_because=_why_not,
    omit_default=True,
    kind="house_rule",
)
