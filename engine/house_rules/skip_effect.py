"""Skip cards with an effect other than skipping (SPEC 8.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.cards import SKIP, SKIP_EVERYONE
from engine.commands import Give
from engine.errors import Reason
from engine.events import GiveAsked
from engine.option import Option
from engine.option_types import Choice, Subset
from engine.rules import gives
from engine.rules.effects import others_take
from engine.rules.targets import opponent
from engine.ruleset import change_cards

if TYPE_CHECKING:
    from engine.ruleset import Resolution, Ruleset


def ask_for_gift(resolution: Resolution) -> None:
    """Make the player give a card to an opponent, but never the last one; then the next seat plays."""
    table, seat = resolution.table, resolution.seat
    receivers = [other for other in range(table.seats) if opponent(resolution.rules, table, seat, other)]
    if receivers and len(table.hands[seat]) > 1:
        resolution.ask(GiveAsked(seat))


_SKIP_EFFECT_EFFECTS: Final = {"give_card": ask_for_gift, "others_draw": others_take(1)}


def _patch_skip_effect(rules: Ruleset, value: str) -> Ruleset:
    handlers = {**rules.handlers, Give: gives.GiveHandler()} if value == "give_card" else rules.handlers
    changed = change_cards(rules, rules.skip_effect_cards, effects=(_SKIP_EFFECT_EFFECTS[value],))
    return replace(changed, has_skip_effect=True, handlers=handlers)


def _why_no_skip_effect(rules: Ruleset, _value: str) -> str | None:
    return None if rules.deck.shows(*rules.skip_effect_cards) else "the deck has none of its cards"


SKIP_EFFECT: Final[Option] = Option(
    name="skip_effect",
    summary="Whether a Skip card skips, or its player gives a card to an opponent, or all other seats draw one.",
    source="8.2; S2, S4",
    takes=Choice(("off", *_SKIP_EFFECT_EFFECTS)),
    default="off",
    patch=_patch_skip_effect,
    reads=("skip_effect_cards",),
    unavailable_because=_why_no_skip_effect,
    kind="house_rule",
)


_SKIP_EFFECT_CARDS: Final = (SKIP, SKIP_EVERYONE)


def _patch_skip_effect_cards(rules: Ruleset, value: tuple[str, ...]) -> Ruleset:
    return replace(rules, skip_effect_cards=frozenset(value))


def _why_no_skip_effect_cards(rules: Ruleset, value: tuple[str, ...]) -> str | None:
    if not rules.has_skip_effect:
        return "Skips have their usual effect"
    missing = [symbol for symbol in value if not rules.deck.shows(symbol)]
    return Reason("the deck has no {symbol}", symbol=missing[0]) if missing else None


SKIP_EFFECT_CARDS: Final[Option] = Option(
    name="skip_effect_cards",
    summary="The cards with that effect: Skip, Skip Everyone, or both.",
    source="8.2; S2, S4",
    takes=Subset(_SKIP_EFFECT_CARDS),
    default=_SKIP_EFFECT_CARDS,
    patch=_patch_skip_effect_cards,
    normalize=lambda value: tuple(symbol for symbol in _SKIP_EFFECT_CARDS if symbol in value),
    unavailable_because=_why_no_skip_effect_cards,
    kind="house_rule",
)
