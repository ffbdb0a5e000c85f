"""Which dark face is behind which light face (R-PAIRING)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.cards import FACE_CODES, FACES
from engine.decks.flip import FLIP_DECK
from engine.option import ChoiceOrFaces, Option
from engine.policies.pairing import custom_pairing, physical_pairing

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _is_whole_deck(cards: tuple[str, ...]) -> bool:
    light = [card.partition("/")[0] for card in cards]
    dark = [card.partition("/")[2] for card in cards]
    return light == [FACES[face] for face in FLIP_DECK.light] and sorted(dark) == sorted(
        FACES[face] for face in FLIP_DECK.dark
    )


def _dark(cards: str | tuple[str, ...]) -> tuple[int, ...]:
    return tuple(FACE_CODES[card.partition("/")[2]] for card in cards)


def _patch(rules: Ruleset, value: str | tuple[str, ...]) -> Ruleset:
    return replace(rules, pair=physical_pairing if value == "physical" else custom_pairing(_dark(value)))


OPTION: Final = Option(
    name="pairing",
    summary="Which dark face is behind which light face: drawn in secret per match, as printed, or a given list.",
    source="1.4",
    takes=ChoiceOrFaces(("random", "physical"), _is_whole_deck),
    default="random",
    patch=_patch,
)
