"""Cards for a missed call (C02)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.option import Option
from engine.takes import Whole

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, value: int) -> Ruleset:
    return replace(rules, uno_penalty=value)


OPTION: Final = Option(
    name="uno_penalty",
    summary="How many cards a seat draws when it is caught without having called UNO.",
    source="8.1; S0-GG",
    takes=Whole(0, 10),
    default=2,
    patch=_patch,
)
