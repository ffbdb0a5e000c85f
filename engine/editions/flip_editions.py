"""The editions of UNO Flip! with wilds of their own: Marvel, Stranger Things, Transformers (SPEC 1.5, 6)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.cards import HOPPER, MEGATRON, OPTIMUS, SUPER_HERO, VILLAIN, WAFFLE
from engine.commands import Discard
from engine.editions import unique_wilds
from engine.editions.flip import FLIP
from engine.editions.unique_wilds import (
    EDITION_POINTS,
    PLAIN_WILDS,
    among,
    waffle_faces,
    with_plain_wilds,
    with_unique_wilds,
)
from engine.option import Option
from engine.option_types import Choice, Integer, Integers, Switch
from engine.rules import discards, setup, targets
from engine.ruleset import CardRule, DiscardGrant, Ruleset, Target, change_cards

MARVEL: Final[Ruleset] = replace(
    FLIP,
    deck=with_unique_wilds(SUPER_HERO, VILLAIN),
    points=EDITION_POINTS,
    cards={
        **FLIP.cards,
        SUPER_HERO: CardRule(
            effects=(unique_wilds.grants_discard,),
            starter=setup.first_names_color,
            count=unique_wilds.most_cards,
            discard=DiscardGrant(discards.one, names_color=True),
            color_in_effect=True,
        ),
        VILLAIN: CardRule(
            effects=(unique_wilds.draws_and_names_color(3),),
            last_effects=(unique_wilds.draws(3),),
            count=unique_wilds.fewest_cards,
            color_in_effect=True,
        ),
    },
    handlers={**FLIP.handlers, Discard: discards.DiscardHandler()},
)


STRANGER_THINGS: Final[Ruleset] = replace(
    FLIP,
    deck=with_unique_wilds(HOPPER, WAFFLE),
    points=EDITION_POINTS,
    defaults={"starter": "number_only", "scoring": "single_round"},
    cards={
        **FLIP.cards,
        HOPPER: CardRule(
            effects=(unique_wilds.grants_discard,),
            starter=setup.first_names_color,
            count=unique_wilds.most_cards,
            discard=DiscardGrant(discards.half),
        ),
        WAFFLE: CardRule(
            effects=(unique_wilds.draws_until_waffle,),
            last_effects=(unique_wilds.draws_until_waffle,),
            count=unique_wilds.fewest_cards,
        ),
    },
    waffles=waffle_faces((3, 6, 9)),
    handlers={**FLIP.handlers, Discard: discards.DiscardHandler()},
)


TRANSFORMERS: Final[Ruleset] = replace(
    FLIP,
    deck=with_unique_wilds(OPTIMUS, MEGATRON),
    points=EDITION_POINTS,
    defaults={"starter": "number_only", "scoring": "single_round"},
    cards={
        **FLIP.cards,
        OPTIMUS: CardRule(
            effects=(unique_wilds.highest_discards,),
            starter=setup.first_names_color,
            target=Target(targets.opponent),
            discard=DiscardGrant(discards.two),
        ),
        MEGATRON: CardRule(effects=(unique_wilds.lowest_draws,), target=Target(targets.opponent), color_in_effect=True),
    },
    handlers={**FLIP.handlers, Discard: discards.DiscardHandler()},
)


def _patch_edition_plain_wilds(rules: Ruleset, value: int) -> Ruleset:
    return replace(rules, deck=with_plain_wilds(rules.deck, value))


def _why_no_edition_plain_wilds(rules: Ruleset, _value: int) -> str | None:
    return None if PLAIN_WILDS.keys() & rules.cards.keys() else "this edition has no wilds of its own"


EDITION_PLAIN_WILDS: Final[Option] = Option(
    name="edition_plain_wilds",
    summary="How many of the four wilds of each side that are the edition's own are plain ones instead.",
    source="1.5",
    takes=Integer(0, 4),
    default=0,
    patch=_patch_edition_plain_wilds,
    unavailable_because=_why_no_edition_plain_wilds,
)


def _patch_edition_tie(rules: Ruleset, _value: str) -> Ruleset:
    for symbol, card in rules.cards.items():
        if card.count:
            rules = change_cards(rules, (symbol,), target=Target(among(card.count)))
    return rules


def _why_no_edition_tie(rules: Ruleset, _value: str) -> str | None:
    return None if rules.deck.shows(*_counting(rules)) else "no card of this deck counts the hands"


def _counting(rules: Ruleset) -> list[str]:
    return [symbol for symbol, card in rules.cards.items() if card.count]


EDITION_TIE: Final[Option] = Option(
    name="edition_tie",
    summary="Whom a card that counts the hands falls upon in a tie: the first in order, or whom its player targets.",
    source="6; R-EDITION-TIE",
    takes=Choice(("next_in_order", "player_chooses")),
    default="next_in_order",
    patch=_patch_edition_tie,
    unavailable_because=_why_no_edition_tie,
)


def _patch_edition_gift_may_go_out(rules: Ruleset, _value: object) -> Ruleset:
    return replace(rules, discard_leaves=0)


def _why_no_edition_gift_may_go_out(rules: Ruleset, _value: object) -> str | None:
    return None if rules.deck.shows(*_granting(rules)) else "no card of this deck lets a seat discard"


def _granting(rules: Ruleset) -> list[str]:
    return [symbol for symbol, card in rules.cards.items() if card.discard]


EDITION_GIFT_MAY_GO_OUT: Final[Option] = Option(
    name="edition_gift_may_go_out",
    summary="Whether a seat that a card lets discard may go out that way, or keeps its last card.",
    source="6; R-EDITION-LAST",
    takes=Switch(),
    default=False,
    patch=_patch_edition_gift_may_go_out,
    unavailable_because=_why_no_edition_gift_may_go_out,
)


def _patch_waffle_faces(rules: Ruleset, value: tuple[int, ...]) -> Ruleset:
    return replace(rules, waffles=waffle_faces(value))


def _why_no_waffle_faces(rules: Ruleset, value: tuple[int, ...]) -> str | None:
    if not rules.deck.shows(WAFFLE):
        return "no card of this deck asks for a waffle"
    return None if value else "a waffle must be on some number"


WAFFLE_FACES: Final[Option] = Option(
    name="waffle_faces",
    summary="The numbers of the dark side that bear the waffle icon, in all colors.",
    source="6; R-WAFFLE",
    takes=Integers(1, 9, 9),
    default=(3, 6, 9),
    patch=_patch_waffle_faces,
    unavailable_because=_why_no_waffle_faces,
)
