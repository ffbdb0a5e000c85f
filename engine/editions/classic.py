"""Classic UNO and games played like it: one side, no Flip (SPEC 7.1 to 7.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine import cards
from engine.cards import DOWNPOUR_ONE, FACE_CODES, PLAIN_BACK, SHUFFLE_HANDS, SWAP_HANDS, SYMBOL_OF
from engine.editions.deck_text import one_sided, points_by_face
from engine.editions.flip import FLIP, FLIP_DECK, FLIP_POINTS, NUMBERS, REVERSE, SKIP, WILD, wild_draw
from engine.option import Option
from engine.option_types import Choice, Numbers, Switch
from engine.rules import effects, hands, setup, targets
from engine.ruleset import CardRule, Deck, Target

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.ruleset import Ruleset


COLORED: Final = "0:1 1:2 2:2 3:2 4:2 5:2 6:2 7:2 8:2 9:2 +2:2 R:2 S:2"
"""The symbols of each color of the classic deck."""
CLASSIC_108: Final = one_sided(COLORED, "W:4 W4:4")
CLASSIC_112: Final = one_sided(COLORED, "W:4 W4:4 WS:1 WB:3")
DOWNPOUR_108: Final = one_sided(COLORED, "W:2 W4:2 WD1:2 WD2:2")
CLASSIC_POINTS: Final = points_by_face(
    {"+2": 20, "R": 20, "S": 20, "W": 50, "W4": 50, "WS": 40, "WX": 40, "WB": 40, "WD1": 20, "WD2": 20}
)
_LIGHT: Final = tuple(face for face in FLIP_DECK.light if SYMBOL_OF[face] != cards.FLIP)
LIGHT_104: Final = Deck(_LIGHT, (PLAIN_BACK,) * len(_LIGHT))


SINGLE_SIDED: Final[Ruleset] = replace(
    FLIP,
    game="single_sided",
    deck=CLASSIC_108,
    points=CLASSIC_POINTS,
    pair=setup.physical_pairing,
    cards={
        **NUMBERS,
        cards.DRAW_TWO: CardRule(
            effects=(effects.next_takes(2), effects.skip),
            last_effects=(effects.next_takes(2),),
            starter=setup.penalize_first(2),
        ),
        cards.REVERSE: REVERSE,
        cards.SKIP: SKIP,
        cards.WILD: WILD,
        cards.WILD_DRAW_FOUR: wild_draw(4),
    },
    defaults={"wild_matches_color": False},
)
"""The ruleset that all games with the classic 108 cards share (7.1); it is not a game itself."""

_HANDS_WILD: Final = CardRule(starter=setup.first_names_color, may_finish=False)

CLASSIC: Final[Ruleset] = replace(
    SINGLE_SIDED,
    game="classic",
    cards={
        **SINGLE_SIDED.cards,
        cards.SWAP_HANDS: replace(
            _HANDS_WILD, effects=(hands.swap,), target=Target(targets.any_other), changes_hand=True
        ),
        cards.SHUFFLE_HANDS: replace(_HANDS_WILD, effects=(hands.shuffle,), changes_hand=True),
        cards.BLANK: _HANDS_WILD,
    },
)
"""The wilds of the larger deck mean the same in either (7.2)."""

CLASSIC_FROM_FLIP: Final[Ruleset] = replace(
    SINGLE_SIDED,
    game="classic_from_flip",
    deck=LIGHT_104,
    points=FLIP_POINTS,
    cards={symbol: card for symbol, card in FLIP.cards.items() if symbol in NUMBERS or LIGHT_104.shows(symbol)},
)


def _downpour(count: int) -> CardRule:
    rain = (effects.others_take(count),)
    return CardRule(effects=rain, last_effects=rain, starter=setup.first_names_color)


H2O: Final[Ruleset] = replace(
    SINGLE_SIDED,
    game="h2o",
    cards={**SINGLE_SIDED.cards, cards.DOWNPOUR_ONE: _downpour(1), cards.DOWNPOUR_TWO: _downpour(2)},
)
"""The downpour cards mean the same whether the deck has them or not (7.3)."""


def _patch_deck(rules: Ruleset, _value: int) -> Ruleset:
    return replace(rules, deck=CLASSIC_112)


def _why_no_deck(rules: Ruleset, _value: int) -> str | None:
    return None if SWAP_HANDS in rules.cards else "it gives no meaning to the cards of the larger deck"


DECK: Final[Option] = Option(
    name="deck",
    summary="Cards of the classic deck: 108, or 112 with a wild that moves hands and three blank wilds.",
    source="1.6, 7.2",
    takes=Numbers((108, 112)),
    default=108,
    patch=_patch_deck,
    unavailable_because=_why_no_deck,
)


_OLDER: Final = {FACE_CODES[SWAP_HANDS]: FACE_CODES[SHUFFLE_HANDS]}


def _imply_hands_wild(value: str) -> Mapping[str, object]:
    return {"deck": 112} if value == "shuffle" else {}


def _patch_hands_wild(rules: Ruleset, _value: str) -> Ruleset:
    light = tuple(_OLDER.get(face, face) for face in rules.deck.light)
    return replace(rules, deck=rules.deck._replace(light=light))


def _why_no_hands_wild(rules: Ruleset, _value: str) -> str | None:
    return None if SHUFFLE_HANDS in rules.cards else "it gives no meaning to a wild that moves hands"


HANDS_WILD: Final[Option] = Option(
    name="hands_wild",
    summary="What the wild that moves hands does: swap two hands or, as on older cards, shuffle them all.",
    source="1.6, 7.2",
    takes=Choice(("swap", "shuffle")),
    default="swap",
    patch=_patch_hands_wild,
    reads=("deck",),
    implies=_imply_hands_wild,
    unavailable_because=_why_no_hands_wild,
)


def _patch_h2o_downpour(rules: Ruleset, _value: object) -> Ruleset:
    return replace(rules, deck=DOWNPOUR_108)


def _why_no_h2o_downpour(rules: Ruleset, _value: object) -> str | None:
    return None if DOWNPOUR_ONE in rules.cards else "it gives no meaning to Wild Downpour cards"


H2O_DOWNPOUR: Final[Option] = Option(
    name="h2o_downpour",
    summary="Whether the deck of H2O has Wild Downpour cards, which make all other seats draw.",
    source="1.6, 7.3; X-H2O",
    takes=Switch(),
    default=False,
    patch=_patch_h2o_downpour,
    unavailable_because=_why_no_h2o_downpour,
)
