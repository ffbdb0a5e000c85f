"""Which numbers bear the waffle icon (R-WAFFLE)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.cards import WAFFLE
from engine.decks.editions import waffle_faces
from engine.option import Option
from engine.takes import Wholes

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, value: tuple[int, ...]) -> Ruleset:
    return replace(rules, waffles=waffle_faces(value))


def _refused(rules: Ruleset, value: tuple[int, ...]) -> str | None:
    if not rules.deck.shows(WAFFLE):
        return "no card of this deck asks for a waffle"
    return None if value else "a waffle must be on some number"


OPTION: Final = Option(
    name="waffle_faces",
    summary="The numbers of the dark side that bear the waffle icon, in all colors.",
    source="6; R-WAFFLE",
    takes=Wholes(1, 9, 9),
    default=(3, 6, 9),
    patch=_patch,
    refused=_refused,
)
