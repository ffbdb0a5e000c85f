"""Until when a missed call can be caught (C03)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.option import Option
from engine.takes import Choice

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


_CLOSED_BY: Final[dict[str, frozenset[str]]] = {"next_play": frozenset({"play", "jump"}), "last_card": frozenset()}


def _patch(rules: Ruleset, value: str) -> Ruleset:
    return replace(rules, uno_closed_by=_CLOSED_BY[value])


OPTION: Final = Option(
    name="uno_window",
    summary="Until when a missed call can be caught: the next turn, the next card laid, or the last card.",
    source="8.1; C03, S2, S4",
    takes=Choice(("next_turn", *_CLOSED_BY)),
    default="next_turn",
    patch=_patch,
)
