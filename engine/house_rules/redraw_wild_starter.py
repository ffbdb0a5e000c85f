"""A wild that is turned as the starter goes back into the pile, as older rule sheets have it (SPEC 2.7, 8.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.cards import LIGHT_WILDS
from engine.option import Option
from engine.option_types import Switch
from engine.rules.setup import back_into_pile
from engine.ruleset import change_cards

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, _value: bool) -> Ruleset:  # noqa: FBT001  asked for true only
    return change_cards(rules, LIGHT_WILDS, starter=back_into_pile)


REDRAW_WILD_STARTER: Final[Option] = Option(
    name="redraw_wild_starter",
    summary="A wild that is turned as the starter goes back into the pile, and another card is turned.",
    source="8.3; X",
    takes=Switch(),
    default=False,
    patch=_patch,
    omit_default=True,
    kind="house_rule",
)
