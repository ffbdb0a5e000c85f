"""Drawing until a card can be played (SPEC 8.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.commands import Draw
from engine.option import Option
from engine.takes import Switch

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, _value: object) -> Ruleset:
    return replace(rules, draws_until_playable=True)


def _refused(rules: Ruleset, _value: object) -> str | None:
    return None if Draw in rules.handlers else "in this game no cards are drawn in a turn"


OPTION: Final = Option(
    name="draw_until_playable",
    summary="Whether a seat that cannot play draws until it can, and then must.",
    source="8.2; S2, S4",
    takes=Switch(),
    default=False,
    patch=_patch,
    implies=lambda value: {"draw_policy": "only_if_unable", "drawn_play": "forced"} if value else {},
    refused=_refused,
    kind="house_rule",
)
