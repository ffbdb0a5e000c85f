"""UNO Flip! Marvel: Super Heroes on the light side, Villains on the dark one (SPEC 1.5, 6)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.cards import SUPER_HERO, VILLAIN
from engine.commands import Discard
from engine.decks.editions import EDITION_POINTS, with_unique_wilds
from engine.editions.flip import FLIP
from engine.handlers import discards
from engine.policies import counting, gifts, setup
from engine.ruleset import Gift, Ruleset

MARVEL: Final[Ruleset] = replace(
    FLIP,
    deck=with_unique_wilds(SUPER_HERO, VILLAIN),
    points=EDITION_POINTS,
    starters={**FLIP.starters, SUPER_HERO: setup.first_names_color},
    counted={SUPER_HERO: counting.most_cards, VILLAIN: counting.fewest_cards},
    gifts={SUPER_HERO: Gift(gifts.one, names_color=True)},
    colored_by_others=frozenset({SUPER_HERO, VILLAIN}),
    effects={
        **FLIP.effects,
        SUPER_HERO: (counting.discards,),
        VILLAIN: (counting.draws_and_names_color(3),),
    },
    last_effects={**FLIP.last_effects, VILLAIN: (counting.draws(3),)},
    handlers={**FLIP.handlers, Discard: discards.HANDLER},
)
