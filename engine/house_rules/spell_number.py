"""The number that casts the zero spell (SPEC 8.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.option import Option
from engine.takes import Whole

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, value: int) -> Ruleset:
    return replace(rules, spell_number=value)


def _refused(rules: Ruleset, _value: int) -> str | None:
    return None if rules.has_spell else "zero_spell is off"


OPTION: Final = Option(
    name="spell_number",
    summary="The number that zero_spell is about; a deck without a 0 needs another one.",
    source="8.2; S4",
    takes=Whole(0, 9),
    default=0,
    patch=_patch,
    refused=_refused,
    kind="house_rule",
)
