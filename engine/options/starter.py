"""Action cards as starter (SPEC 2.7, C12)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.cards import NUMBER_OF, SYMBOL_OF, UNKNOWN
from engine.option import Option
from engine.policies.setup import cover
from engine.takes import Choice

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


_NO_NUMBERS: Final = {symbol for symbol, number in zip(SYMBOL_OF, NUMBER_OF, strict=True) if number < 0} - {UNKNOWN}


def _patch(rules: Ruleset, _value: str) -> Ruleset:
    return replace(rules, starters=dict.fromkeys(_NO_NUMBERS, cover))


OPTION: Final = Option(
    name="starter",
    summary="What an action card does as the starter: it takes effect, or it is covered until a number shows.",
    source="8.1; S1",
    takes=Choice(("apply", "number_only")),
    default="apply",
    patch=_patch,
)
