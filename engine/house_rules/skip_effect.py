"""Skip cards that do something else than skip (SPEC 8.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.cards import SKIP, SKIP_EVERYONE
from engine.commands import Give
from engine.handlers import gives
from engine.option import Option
from engine.policies.effects import others_take
from engine.policies.skipping import ask_for_gift, instead
from engine.takes import Choice

if TYPE_CHECKING:
    from engine.ruleset import Ruleset

_EFFECTS: Final = {"give_card": ask_for_gift, "others_draw": others_take(1)}
_SKIPS: Final = (SKIP, SKIP_EVERYONE)


def _patch(rules: Ruleset, value: str) -> Ruleset:
    skips = {symbol: (instead(symbol, rules.effects[symbol]),) for symbol in _SKIPS if symbol in rules.effects}
    handlers = {**rules.handlers, Give: gives.HANDLER} if value == "give_card" else rules.handlers
    return replace(rules, skip_effect=_EFFECTS[value], effects={**rules.effects, **skips}, handlers=handlers)


def _refused(rules: Ruleset, _value: str) -> str | None:
    return None if rules.deck.shows(*rules.skip_effect_cards) else "the deck has none of its cards"


OPTION: Final = Option(
    name="skip_effect",
    summary="Whether a Skip card skips, or its player gives a card to an opponent, or all other seats draw one.",
    source="8.2; S2, S4",
    takes=Choice(("off", *_EFFECTS)),
    default="off",
    patch=_patch,
    refused=_refused,
    kind="house_rule",
)
