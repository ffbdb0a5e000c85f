"""The last card must be a number (SPEC 8.3, R-NUMBER-LAST)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.cards import NUMBER_OF
from engine.option import Option
from engine.takes import Switch

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, _value: bool) -> Ruleset:  # noqa: FBT001  asked for true only
    before = rules.may_finish
    return replace(rules, may_finish=lambda face: NUMBER_OF[face] >= 0 and before(face))


OPTION: Final = Option(
    name="no_action_finish",
    summary="The last card laid must be a number: an action card or a wild is refused then.",
    source="8.3; R-NUMBER-LAST",
    takes=Switch(),
    default=False,
    patch=_patch,
    kind="house_rule",
)
