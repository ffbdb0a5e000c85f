"""Who decides when a card falls upon one of several seats with as many cards (R-EDITION-TIE)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.option import Option
from engine.policies.counting import among
from engine.ruleset import Target
from engine.takes import Choice

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, _value: str) -> Ruleset:
    chosen = {symbol: Target(among(count)) for symbol, count in rules.counted.items()}
    return replace(rules, targets={**rules.targets, **chosen})


def _refused(rules: Ruleset, _value: str) -> str | None:
    return None if rules.deck.shows(*rules.counted) else "no card of this deck counts the hands"


OPTION: Final = Option(
    name="edition_tie",
    summary="Whom a card that counts the hands falls upon in a tie: the first in order, or whom its player targets.",
    source="6; R-EDITION-TIE",
    takes=Choice(("next_in_order", "player_chooses")),
    default="next_in_order",
    patch=_patch,
    refused=_refused,
)
