"""Plain wilds in the deck of an edition (SPEC 1.5)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.decks.editions import PLAIN_WILDS, with_plain_wilds
from engine.option import Option
from engine.takes import Whole

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, value: int) -> Ruleset:
    return replace(rules, deck=with_plain_wilds(rules.deck, value))


def _refused(rules: Ruleset, _value: int) -> str | None:
    return None if PLAIN_WILDS.keys() & rules.effects.keys() else "this edition has no wilds of its own"


OPTION: Final = Option(
    name="edition_plain_wilds",
    summary="How many of the four wilds of each side that are the edition's own are plain ones instead.",
    source="1.5",
    takes=Whole(0, 4),
    default=0,
    patch=_patch,
    refused=_refused,
)
