"""Seven-O: a 7 swaps hands, a 0 passes them all on (SPEC 8.3, X-HR)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.option import Option
from engine.policies.hands import swap
from engine.policies.spells import pass_hands_on
from engine.policies.targets import any_other
from engine.ruleset import Target
from engine.takes import Switch

if TYPE_CHECKING:
    from engine.ruleset import Ruleset

_SEVEN: Final = "7"
_NOUGHT: Final = "0"


def _patch(rules: Ruleset, _value: bool) -> Ruleset:  # noqa: FBT001  asked for true only
    return replace(
        rules,
        effects={**rules.effects, _SEVEN: (swap,), _NOUGHT: (pass_hands_on,)},
        targets={**rules.targets, _SEVEN: Target(any_other)},
        late_calls=rules.late_calls | {_SEVEN, _NOUGHT},
    )


OPTION: Final = Option(
    name="seven_o",
    summary="A 7 swaps hands with a seat of choice, a 0 passes all hands on in the direction of play.",
    source="8.3; X-HR",
    takes=Switch(),
    default=False,
    patch=_patch,
    kind="house_rule",
)
