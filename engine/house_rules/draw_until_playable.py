"""Drawing until a card can be played (SPEC 8.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.commands import Draw
from engine.option import Option
from engine.option_types import Switch

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch_draw_until_playable(rules: Ruleset, _value: object) -> Ruleset:
    return replace(rules, draws_until_playable=True)


def _why_no_draw_until_playable(rules: Ruleset, _value: object) -> str | None:
    return None if Draw in rules.handlers else "in this game no cards are drawn in a turn"


DRAW_UNTIL_PLAYABLE: Final[Option] = Option(
    name="draw_until_playable",
    summary="Whether a seat that cannot play draws until it can, and then must.",
    source="8.2; S2, S4",
    takes=Switch(),
    default=False,
    patch=_patch_draw_until_playable,
    implies=lambda value: {"draw_policy": "only_if_unable", "drawn_play": "forced"} if value else {},
    unavailable_because=_why_no_draw_until_playable,
    kind="house_rule",
)
