"""No challenges: wild draw cards may always be laid (SPEC 8.3)."""

from __future__ import annotations

from typing import Final

from engine.option import Option
from engine.takes import Switch

OPTION: Final = Option(
    name="no_challenge",
    summary="Whether wild draw cards may always be laid and never challenged: the same as wild_draw_enforcement=none.",
    source="8.3",
    takes=Switch(),
    default=False,
    patch=lambda rules, _value: rules,
    implies=lambda value: {"wild_draw_enforcement": "none"} if value else {},
    kind="house_rule",
)
