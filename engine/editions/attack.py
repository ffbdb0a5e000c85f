"""UNO Attack: a launcher in place of the draw pile (SPEC 7.4)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine import cards
from engine.commands import Accept, Challenge, Draw, Pass, Press
from engine.decks.attack import ATTACK_1998, ATTACK_POINTS
from engine.editions.classic import SINGLE_SIDED
from engine.handlers.launcher import PRESS
from engine.policies import effects, gifts, hands, launcher, matching, setup, targets
from engine.ruleset import Target

_GONE: Final = (Draw, Pass, Accept, Challenge)
"""Nothing is drawn and played at once, and nothing can be challenged."""

ATTACK: Final = replace(
    SINGLE_SIDED,
    game="attack",
    deck=ATTACK_1998,
    points=ATTACK_POINTS,
    starters={
        **SINGLE_SIDED.starters,
        cards.HIT_ONE: setup.hit_first(1),
        cards.HIT_TWO: setup.hit_first(2),
        cards.TRADE_HANDS: setup.back_into_pile,
        cards.ALL_HIT: launcher.all_press_first,
        cards.HIT_FIRE: setup.first_names_color,
        cards.ATTACK_ATTACK: setup.first_names_color,
    },
    colored_starters={cards.HIT_FIRE: launcher.first_presses_until_fired},
    hit=launcher.presses,
    may_finish=matching.all_but(cards.TRADE_HANDS),
    targets={cards.TRADE_HANDS: Target(targets.any_other), cards.ATTACK_ATTACK: Target(targets.any_other)},
    late_calls=frozenset({cards.DISCARD_ALL, cards.TRADE_HANDS}),
    effects={
        cards.REVERSE: (effects.reverse,),
        cards.SKIP: (effects.skip,),
        cards.HIT_ONE: (effects.next_takes(1), effects.skip),
        cards.HIT_TWO: (effects.next_takes(2), effects.skip),
        cards.DISCARD_ALL: (gifts.discard_color,),
        cards.TRADE_HANDS: (hands.swap,),
        cards.ALL_HIT: (effects.others_take(1),),
        cards.HIT_FIRE: (launcher.next_presses_until_fired, effects.skip),
        cards.ATTACK_ATTACK: (launcher.target_presses(2),),
        cards.DRAW_TWO: (effects.next_takes(2), effects.skip),
        cards.WILD_DRAW_FOUR: (effects.next_takes(4), effects.skip),
    },
    last_effects={
        cards.HIT_ONE: (effects.next_takes(1),),
        cards.HIT_TWO: (effects.next_takes(2),),
        cards.ALL_HIT: (effects.others_take(1),),
        cards.HIT_FIRE: (launcher.next_presses_until_fired,),
        cards.DRAW_TWO: (effects.next_takes(2),),
        cards.WILD_DRAW_FOUR: (effects.next_takes(4),),
    },
    penalties={},
    uno_closed_by=frozenset({"play", "press"}),
    launcher_weights=launcher.WEIGHTS,
    handlers={command: handler for command, handler in SINGLE_SIDED.handlers.items() if command not in _GONE}
    | {Press: PRESS},
)
"""The cards mean the same whichever deck has them (`attack_deck`)."""
