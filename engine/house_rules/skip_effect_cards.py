"""The Skip cards that `skip_effect` is about (SPEC 8.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.cards import SKIP, SKIP_EVERYONE
from engine.option import Option
from engine.takes import Several

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, value: tuple[str, ...]) -> Ruleset:
    return replace(rules, skip_effect_cards=frozenset(value))


def _refused(rules: Ruleset, value: tuple[str, ...]) -> str | None:
    if rules.skip_effect is None:
        return "skip_effect is off"
    missing = [symbol for symbol in value if not rules.deck.shows(symbol)]
    return f"the deck has no {missing[0]}" if missing else None


OPTION: Final = Option(
    name="skip_effect_cards",
    summary="The cards that skip_effect is about: Skip (S), Skip Everyone (E).",
    source="8.2; S2, S4",
    takes=Several((SKIP, SKIP_EVERYONE)),
    default=(SKIP, SKIP_EVERYONE),
    patch=_patch,
    refused=_refused,
    kind="house_rule",
)
