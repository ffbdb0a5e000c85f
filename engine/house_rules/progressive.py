"""Progressive: stacking under the name of the House Rules edition (SPEC 8.3)."""

from __future__ import annotations

from typing import Final

from engine.option import Option
from engine.takes import Switch

OPTION: Final = Option(
    name="progressive",
    summary="Whether draw cards, wilds too, are answered with the same one: the same as stack=same_wild.",
    source="8.3; X-HR",
    takes=Switch(),
    default=False,
    patch=lambda rules, _value: rules,
    implies=lambda value: {"stack": "same_wild"} if value else {},
    kind="house_rule",
)
