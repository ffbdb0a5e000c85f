"""Seven-O: a 7 swaps hands, a 0 passes them all on (SPEC 8.3, X-HR). Each half is a house rule too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.house_rules.seven_swap import swap_sevens
from engine.house_rules.zero_rotation import rotate_on_noughts
from engine.option import Option
from engine.option_types import Switch

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, _value: bool) -> Ruleset:  # noqa: FBT001  asked for true only
    return rotate_on_noughts(swap_sevens(rules))


SEVEN_O: Final[Option] = Option(
    name="seven_o",
    summary="A 7 swaps hands with a seat of choice, a 0 passes all hands on in the direction of play.",
    source="8.3; X-HR",
    takes=Switch(),
    default=False,
    patch=_patch,
    kind="house_rule",
)
