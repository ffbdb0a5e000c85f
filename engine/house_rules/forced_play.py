"""Whoever can play in his turn must (SPEC 8.3, R-FORCED-PLAY)."""

from __future__ import annotations

from typing import Final

from engine.option import Option
from engine.takes import Switch

OPTION: Final = Option(
    name="forced_play",
    summary="Whether a seat that can play must: it draws only if unable, and plays a drawn card that fits.",
    source="8.3; R-FORCED-PLAY",
    takes=Switch(),
    default=False,
    patch=lambda rules, _value: rules,
    implies=lambda value: {"draw_policy": "only_if_unable", "drawn_play": "forced"} if value else {},
    kind="house_rule",
)
