"""The French name of `scoring_side=light` (SPEC 8.2, S4)."""

from __future__ import annotations

from typing import Final

from engine.option import Option
from engine.takes import Switch

OPTION: Final = Option(
    name="light_only",
    summary="The light faces are scored whichever side is in play; the same as scoring_side=light.",
    source="8.2; S4",
    takes=Switch(),
    default=False,
    patch=lambda rules, _value: rules,
    implies=lambda value: {"scoring_side": "light"} if value else {},
    kind="house_rule",
)
