"""UNO Flip! Transformers: Optimus Prime on the light side, Megatron on the dark one (SPEC 1.5, 6)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.cards import MEGATRON, OPTIMUS
from engine.commands import Discard
from engine.decks.editions import EDITION_POINTS, with_unique_wilds
from engine.editions.flip import FLIP
from engine.handlers import discards
from engine.policies import duels, gifts, setup, targets
from engine.ruleset import Gift, Ruleset, Target

TRANSFORMERS: Final[Ruleset] = replace(
    FLIP,
    deck=with_unique_wilds(OPTIMUS, MEGATRON),
    points=EDITION_POINTS,
    defaults={"starter": "number_only", "scoring": "single_round"},
    starters={**FLIP.starters, OPTIMUS: setup.first_names_color},
    targets=dict.fromkeys((OPTIMUS, MEGATRON), Target(targets.opponent)),
    gifts={OPTIMUS: Gift(gifts.two)},
    colored_by_others=frozenset({MEGATRON}),
    effects={**FLIP.effects, OPTIMUS: (duels.highest_discards,), MEGATRON: (duels.lowest_draws,)},
    handlers={**FLIP.handlers, Discard: discards.HANDLER},
)
