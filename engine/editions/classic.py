"""Classic UNO and what is played like it: one side, no Flip (SPEC 7.1 to 7.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine import cards
from engine.decks.classic import CLASSIC_108, CLASSIC_POINTS, LIGHT_104
from engine.decks.flip import FLIP_POINTS
from engine.editions.flip import FLIP
from engine.policies import effects, hands, matching, pairing, setup, targets, wild_draws
from engine.ruleset import Target

SINGLE_SIDED: Final = replace(
    FLIP,
    game="single_sided",
    deck=CLASSIC_108,
    points=CLASSIC_POINTS,
    pair=pairing.physical_pairing,
    starters={
        cards.DRAW_TWO: setup.hit_first(2),
        cards.REVERSE: setup.reverse_to_dealer,
        cards.SKIP: setup.skip_first,
        cards.WILD: setup.first_names_color,
        cards.WILD_DRAW_FOUR: setup.back_into_pile,
    },
    effects={
        cards.DRAW_TWO: (effects.next_takes(2), effects.skip),
        cards.REVERSE: (effects.reverse,),
        cards.SKIP: (effects.skip,),
        cards.WILD_DRAW_FOUR: (effects.open_challenge,),
    },
    last_effects={
        cards.DRAW_TWO: (effects.next_takes(2),),
        cards.WILD_DRAW_FOUR: (effects.next_pays_wild_draw,),
    },
    penalties={cards.WILD_DRAW_FOUR: wild_draws.draw_cards(4)},
    steered_by_color=frozenset(),
)
"""What all games with the classic 108 cards share (7.1); games are made of it, it is none itself."""

CLASSIC: Final = replace(
    SINGLE_SIDED,
    game="classic",
    starters={
        **SINGLE_SIDED.starters,
        **dict.fromkeys((cards.SWAP_HANDS, cards.SHUFFLE_HANDS, cards.BLANK), setup.first_names_color),
    },
    effects={
        **SINGLE_SIDED.effects,
        cards.SWAP_HANDS: (hands.swap,),
        cards.SHUFFLE_HANDS: (hands.shuffle,),
    },
    targets={cards.SWAP_HANDS: Target(targets.any_other)},
    late_calls=frozenset({cards.SWAP_HANDS, cards.SHUFFLE_HANDS}),
    may_finish=matching.all_but(cards.SWAP_HANDS, cards.SHUFFLE_HANDS, cards.BLANK),
)
"""The wilds of the larger deck mean the same in either (7.2)."""

CLASSIC_FROM_FLIP: Final = replace(
    SINGLE_SIDED,
    game="classic_from_flip",
    deck=LIGHT_104,
    points=FLIP_POINTS,
    starters={symbol: starter for symbol, starter in FLIP.starters.items() if LIGHT_104.shows(symbol)},
    effects={symbol: effect for symbol, effect in FLIP.effects.items() if LIGHT_104.shows(symbol)},
    last_effects={symbol: effect for symbol, effect in FLIP.last_effects.items() if LIGHT_104.shows(symbol)},
    penalties={symbol: penalty for symbol, penalty in FLIP.penalties.items() if LIGHT_104.shows(symbol)},
)

H2O: Final = replace(
    SINGLE_SIDED,
    game="h2o",
    starters={
        **SINGLE_SIDED.starters,
        **dict.fromkeys((cards.DOWNPOUR_ONE, cards.DOWNPOUR_TWO), setup.first_names_color),
    },
    effects={
        **SINGLE_SIDED.effects,
        cards.DOWNPOUR_ONE: (effects.others_take(1),),
        cards.DOWNPOUR_TWO: (effects.others_take(2),),
    },
    last_effects={
        **SINGLE_SIDED.last_effects,
        cards.DOWNPOUR_ONE: (effects.others_take(1),),
        cards.DOWNPOUR_TWO: (effects.others_take(2),),
    },
)
"""The downpour cards mean the same whether the deck has them or not (7.3)."""
