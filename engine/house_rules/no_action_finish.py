"""The last card must be a number (SPEC 8.3, R-NUMBER-LAST)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.cards import NO_NUMBERS
from engine.option import Option
from engine.option_types import Switch
from engine.ruleset import change_cards

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch_no_action_finish(rules: Ruleset, _value: bool) -> Ruleset:  # noqa: FBT001  asked for true only
    return change_cards(rules, NO_NUMBERS, may_finish=False)


NO_ACTION_FINISH: Final[Option] = Option(
    name="no_action_finish",
    summary="The last card laid must be a number: an action card or a wild is refused then.",
    source="8.3; R-NUMBER-LAST",
    takes=Switch(),
    default=False,
    patch=_patch_no_action_finish,
    kind="house_rule",
)
