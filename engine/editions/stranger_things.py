"""UNO Flip! Stranger Things: Jim Hopper on the light side, Eleven's Waffle on the dark one (SPEC 1.5, 6)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.cards import HOPPER, WAFFLE
from engine.commands import Discard
from engine.decks.editions import EDITION_POINTS, waffle_faces, with_unique_wilds
from engine.editions.flip import FLIP
from engine.handlers import discards
from engine.policies import counting, gifts, setup
from engine.ruleset import Gift, Ruleset

STRANGER_THINGS: Final[Ruleset] = replace(
    FLIP,
    deck=with_unique_wilds(HOPPER, WAFFLE),
    points=EDITION_POINTS,
    defaults={"starter": "number_only", "scoring": "single_round"},
    starters={**FLIP.starters, HOPPER: setup.first_names_color},
    counted={HOPPER: counting.most_cards, WAFFLE: counting.fewest_cards},
    gifts={HOPPER: Gift(gifts.half)},
    waffles=waffle_faces((3, 6, 9)),
    effects={**FLIP.effects, HOPPER: (counting.discards,), WAFFLE: (counting.draws_until_waffle,)},
    last_effects={**FLIP.last_effects, WAFFLE: (counting.draws_until_waffle,)},
    handlers={**FLIP.handlers, Discard: discards.HANDLER},
)
