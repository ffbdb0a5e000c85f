"""How many cards the classic deck has (SPEC 1.6, 7.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.cards import SWAP_HANDS
from engine.decks.classic import CLASSIC_112
from engine.option import Option
from engine.takes import Numbers

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, _value: int) -> Ruleset:
    return replace(rules, deck=CLASSIC_112)


def _refused(rules: Ruleset, _value: int) -> str | None:
    return None if SWAP_HANDS in rules.effects else "it gives no meaning to the cards of the larger deck"


OPTION: Final = Option(
    name="deck",
    summary="Cards of the classic deck: 108, or 112 with a wild that moves hands and three blank wilds.",
    source="1.6, 7.2",
    takes=Numbers((108, 112)),
    default=108,
    patch=_patch,
    refused=_refused,
)
