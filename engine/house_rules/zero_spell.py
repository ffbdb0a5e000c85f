"""A number that lets its player swap hands, or drop a color (SPEC 8.2, S4)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.cards import COLOR_CODES, COLOR_OF
from engine.errors import Reason
from engine.option import Option
from engine.option_types import Choice, Integer
from engine.rules import discards, hands
from engine.rules.targets import any_other
from engine.rules.uno import lapse, settle_call
from engine.ruleset import Target

if TYPE_CHECKING:
    from engine.ruleset import Resolution, Ruleset


def swap_if_aimed(resolution: Resolution) -> None:
    """Swap the player's hand with that of the seat that the card is aimed at, if there is one."""
    if resolution.table.target is None:
        _settle(resolution)
    else:
        hands.swap(resolution)


def drop_color(resolution: Resolution) -> None:
    """Put all cards of the color said with the card under it; do nothing if none was said."""
    assert resolution.play is not None  # noqa: S101  it is its effect
    if resolution.play.dump is not None:
        active = resolution.table.faces[resolution.table.side]
        color = COLOR_CODES[resolution.play.dump]
        cards = [card for card in resolution.table.hands[resolution.seat] if COLOR_OF[active[card]] == color]
        discards.discard(resolution, resolution.seat, cards, called=False)
    _settle(resolution)


def _settle(resolution: Resolution) -> None:
    """Settle UNO for the cards that the player holds now; a call made with the card lapses if there are more."""
    if len(resolution.table.hands[resolution.seat]) == 1:
        settle_call(resolution, resolution.seat, called=False)
    lapse(resolution)


def symbols(number: int) -> tuple[str, str]:
    """Return the symbols of the number on plain cards and on Spin cards."""
    return str(number), f"{number}*"


def _patch_zero_spell(rules: Ruleset, value: str) -> Ruleset:
    spells = symbols(rules.spell_number)
    spell = swap_if_aimed if value == "swap_one" else drop_color
    changed = {
        symbol: replace(
            card,
            effects=(spell, *card.effects),
            target=Target(any_other, needed=False) if value == "swap_one" else card.target,
            drops_color=value == "dump_color",
            changes_hand=True,
        )
        for symbol, card in rules.cards.items()
        if symbol in spells
    }
    return replace(rules, has_spell=True, cards={**rules.cards, **changed})


def _why_no_zero_spell(rules: Ruleset, _value: str) -> str | None:
    if rules.deck.shows(*symbols(rules.spell_number)):
        return None
    return Reason("the deck has no {number}; choose another spell number", number=rules.spell_number)


ZERO_SPELL: Final[Option] = Option(
    name="zero_spell",
    summary="Whether the player of a number may swap hands with a seat, or drop all cards of a color under it.",
    source="8.2; S4",
    takes=Choice(("off", "swap_one", "dump_color")),
    default="off",
    patch=_patch_zero_spell,
    reads=("spell_number",),
    unavailable_because=_why_no_zero_spell,
    kind="house_rule",
)


def _patch_spell_number(rules: Ruleset, value: int) -> Ruleset:
    return replace(rules, spell_number=value)


def _why_no_spell_number(rules: Ruleset, _value: int) -> str | None:
    return None if rules.has_spell else "the spell is off"


SPELL_NUMBER: Final[Option] = Option(
    name="spell_number",
    summary="The number that casts the spell; a deck without a 0 needs another one.",
    source="8.2; S4",
    takes=Integer(0, 9),
    default=0,
    patch=_patch_spell_number,
    unavailable_because=_why_no_spell_number,
    kind="house_rule",
)
