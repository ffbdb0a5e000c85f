"""Who deals first (SPEC 2.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.option import Option
from engine.policies import dealers
from engine.takes import Choice

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


_LETTERS: Final = "ABCDEFGHIJ"
_DEALERS: Final = {
    "high_starts": dealers.high_starts,
    "random": dealers.random_dealer,
    **{f"seat={letter}": dealers.chosen(seat) for seat, letter in enumerate(_LETTERS)},
}


def _patch(rules: Ruleset, value: str) -> Ruleset:
    _, _, letter = value.partition("=")
    seat = _LETTERS.index(letter) if letter else None
    return replace(rules, choose_dealer=_DEALERS[value], dealer_seat=seat)


OPTION: Final = Option(
    name="dealer_selection",
    summary="How the first dealer is found: the highest card deals, the highest card starts, by lot, or a given seat.",
    source="8.1; S2, S4",
    takes=Choice(("high_deals", *_DEALERS)),
    default="high_deals",
    patch=_patch,
)
