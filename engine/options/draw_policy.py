"""Drawing although able to play (C05)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.option import Option
from engine.policies.drawing import only_if_unable
from engine.takes import Choice

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, _value: str) -> Ruleset:
    return replace(rules, may_draw=only_if_unable)


OPTION: Final = Option(
    name="draw_policy",
    summary="Whether a seat may draw although it could play.",
    source="8.1; S2, S4, S0-GG",
    takes=Choice(("optional", "only_if_unable")),
    default="optional",
    patch=_patch,
)
