"""The last card must not be a wild (SPEC 8.3, R-WILD-LAST)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.cards import WILDS
from engine.option import Option
from engine.option_types import Switch
from engine.ruleset import change_cards

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, _value: bool) -> Ruleset:  # noqa: FBT001  asked for true only
    return change_cards(rules, WILDS, may_finish=False)


NO_WILD_FINISH: Final[Option] = Option(
    name="no_wild_finish",
    summary="The last card laid must not be a wild.",
    source="8.3; R-WILD-LAST",
    takes=Switch(),
    default=False,
    patch=_patch,
    omit_default=True,
    kind="house_rule",
)
