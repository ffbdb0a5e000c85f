"""Which dark face is behind which light face (R-PAIRING)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.cards import DARK, FACE_CODES, LIGHT
from engine.option import Option
from engine.policies.pairing import custom_pairing, physical_pairing
from engine.takes import ChoiceOrFaces

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _are_cards(cards: tuple[str, ...]) -> bool:
    return all(FACE_CODES.keys() >= set(card.split("/")) and card.count("/") == 1 for card in cards)


def _faces(cards: tuple[str, ...], side: int) -> tuple[int, ...]:
    return tuple(FACE_CODES[card.split("/")[side]] for card in cards)


def _patch(rules: Ruleset, value: str | tuple[str, ...]) -> Ruleset:
    return replace(rules, pair=physical_pairing if isinstance(value, str) else custom_pairing(_faces(value, DARK)))


def _refused(rules: Ruleset, value: str | tuple[str, ...]) -> str | None:
    if not rules.deck.has_two_sides:
        return "the cards of this deck have one side"
    if isinstance(value, str):
        return None
    whole = _faces(value, LIGHT) == rules.deck.light and sorted(_faces(value, DARK)) == sorted(rules.deck.dark)
    return None if whole else "the list must be all cards of this deck, in the order of their light faces"


OPTION: Final = Option(
    name="pairing",
    summary="Which dark face is behind which light face: drawn in secret per match, as printed, or a given list.",
    source="1.4",
    takes=ChoiceOrFaces(("random", "physical"), _are_cards),
    default="random",
    patch=_patch,
    refused=_refused,
)
