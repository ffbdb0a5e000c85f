"""May a gift take the last card of a hand (R-EDITION-LAST)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.option import Option
from engine.takes import Switch

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, _value: object) -> Ruleset:
    return replace(rules, gift_leaves=0)


def _refused(rules: Ruleset, _value: object) -> str | None:
    return None if rules.deck.shows(*rules.gifts) else "no card of this deck lets a seat discard"


OPTION: Final = Option(
    name="edition_gift_may_go_out",
    summary="Whether a seat that a card lets discard may go out that way, or keeps its last card.",
    source="6; R-EDITION-LAST",
    takes=Switch(),
    default=False,
    patch=_patch,
    refused=_refused,
)
