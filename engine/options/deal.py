"""Options of the deal: the cards, who deals first, the starter, what is seen of backs (SPEC 1.4, 2, 8.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.cards import DARK, FACE_CODES, FLIP, LIGHT, NO_NUMBERS, THEMES
from engine.option import Option
from engine.option_types import Choice, ChoiceOrFaces
from engine.requirements import no_flip, no_second_side
from engine.rules import setup
from engine.rules.setup import back_into_pile, cover, custom_pairing, physical_pairing, plain
from engine.ruleset import change_cards

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _are_cards(cards: tuple[str, ...]) -> bool:
    return all(FACE_CODES.keys() >= set(card.split("/")) and card.count("/") == 1 for card in cards)


def _faces(cards: tuple[str, ...], side: int) -> tuple[int, ...]:
    return tuple(FACE_CODES[card.split("/")[side]] for card in cards)


def _patch_pairing(rules: Ruleset, value: str | tuple[str, ...]) -> Ruleset:
    return replace(rules, pair=physical_pairing if isinstance(value, str) else custom_pairing(_faces(value, DARK)))


def _why_no_pairing(rules: Ruleset, value: str | tuple[str, ...]) -> str | None:
    if not rules.deck.has_two_sides:
        return "the cards of this deck have one side"
    if isinstance(value, str):
        return None
    whole = _faces(value, LIGHT) == rules.deck.light and sorted(_faces(value, DARK)) == sorted(rules.deck.dark)
    return None if whole else "the list must be all cards of this deck, in the order of their light faces"


PAIRING: Final[Option] = Option(
    name="pairing",
    summary="Which dark face is behind which light face: drawn in secret per match, as printed, or a given list.",
    source="1.4",
    takes=ChoiceOrFaces(("random", "physical"), _are_cards),
    default="random",
    patch=_patch_pairing,
    unavailable_because=_why_no_pairing,
)


_LETTERS: Final = "ABCDEFGHIJ"
_DEALERS: Final = {
    "high_starts": setup.high_starts,
    "random": setup.random_dealer,
    **{f"seat={letter}": setup.chosen(seat) for seat, letter in enumerate(_LETTERS)},
}


def _patch_dealer_selection(rules: Ruleset, value: str) -> Ruleset:
    _, _, letter = value.partition("=")
    seat = _LETTERS.index(letter) if letter else None
    return replace(rules, choose_dealer=_DEALERS[value], dealer_seat=seat)


DEALER_SELECTION: Final[Option] = Option(
    name="dealer_selection",
    summary="How the first dealer is found: the highest card deals, the highest card starts, by lot, or a given seat.",
    source="8.1; S2, S4",
    takes=Choice(("high_deals", *_DEALERS)),
    default="high_deals",
    patch=_patch_dealer_selection,
)


def _patch_starter(rules: Ruleset, _value: str) -> Ruleset:
    return change_cards(rules, NO_NUMBERS, starter=cover)


STARTER: Final[Option] = Option(
    name="starter",
    summary="What an action card does as the starter: it takes effect, or it is covered until a number shows.",
    source="8.1; S1",
    takes=Choice(("apply", "number_only")),
    default="apply",
    patch=_patch_starter,
)


_FLIP_STARTER_EFFECTS: Final = {"redraw": back_into_pile, "ignore": plain}


def _patch_flip_starter(rules: Ruleset, value: str) -> Ruleset:
    return change_cards(rules, (FLIP,), starter=_FLIP_STARTER_EFFECTS[value])


FLIP_STARTER: Final[Option] = Option(
    name="flip_starter",
    summary="What a Flip card does as the starter: all is flipped, it goes back into the pile, or it is a plain card.",
    source="8.1; C14",
    takes=Choice(("apply", *_FLIP_STARTER_EFFECTS)),
    default="apply",
    patch=_patch_flip_starter,
    unavailable_because=no_flip,
)


def _patch_own_backs(rules: Ruleset, value: str) -> Ruleset:
    return replace(rules, own_backs=value)


OWN_BACKS: Final[Option] = Option(
    name="own_backs",
    summary="Whether a seat is told the backs of its own cards: never, once when they are dealt, or always.",
    source="4",
    takes=Choice(("hidden", "table", "visible")),
    default="hidden",
    patch=_patch_own_backs,
    unavailable_because=no_second_side,
)


THEME: Final[Option] = Option(
    name="theme",
    summary="What the cards are called where they are shown; their labels are listed with the rulesets.",
    source="1.6, 7.3; S0-RU",
    takes=Choice(tuple(THEMES)),
    default="plain",
)
"""It changes no rule: it is stored with the match, so that all players see the same deck."""
