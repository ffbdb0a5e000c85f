"""UNO Flip!, base edition (SPEC 1 to 5)."""

from __future__ import annotations

from typing import Final

from engine import cards
from engine.commands import (
    Accept,
    CallUno,
    Catch,
    Challenge,
    Draw,
    Expire,
    LeaveSeat,
    NameColor,
    NextRound,
    Pass,
    Play,
    Start,
    TakeSeat,
    TurnStarter,
)
from engine.decks.flip import FLIP_DECK, FLIP_POINTS
from engine.handlers import challenges, colors, draws, lobby, plays, rounds, uno
from engine.policies import dealers, drawing, effects, matching, pairing, scoring, setup, wild_draws
from engine.ruleset import Enforcement, Ruleset

FLIP: Final = Ruleset(
    game="flip",
    deck=FLIP_DECK,
    points=FLIP_POINTS,
    pair=pairing.random_pairing,
    choose_dealer=dealers.high_deals,
    starters={
        cards.DRAW_ONE: setup.hit_first(1),
        cards.REVERSE: setup.reverse_to_dealer,
        cards.SKIP: setup.skip_first,
        cards.FLIP: setup.flip_at_once,
        cards.WILD: setup.first_names_color,
        cards.WILD_DRAW_TWO: setup.back_into_pile,
    },
    playable=matching.same_color_or_symbol,
    may_draw=drawing.always,
    hit=drawing.take,
    effects={
        cards.DRAW_ONE: (effects.next_takes(1), effects.skip),
        cards.DRAW_FIVE: (effects.next_takes(5), effects.skip),
        cards.REVERSE: (effects.reverse,),
        cards.SKIP: (effects.skip,),
        cards.SKIP_EVERYONE: (effects.skip_everyone,),
        cards.FLIP: (effects.flip,),
        cards.WILD_DRAW_TWO: (effects.open_challenge,),
        cards.WILD_DRAW_COLOR: (effects.open_challenge,),
    },
    last_effects={
        cards.DRAW_ONE: (effects.next_takes(1),),
        cards.DRAW_FIVE: (effects.next_takes(5),),
        cards.FLIP: (effects.flip,),
        cards.WILD_DRAW_TWO: (effects.next_pays_wild_draw,),
        cards.WILD_DRAW_COLOR: (effects.next_pays_wild_draw,),
    },
    convicts=matching.color_or_wild_convicts,
    ends_color_draw=matching.color_ends_draw,
    penalties={
        cards.WILD_DRAW_TWO: wild_draws.draw_cards(2),
        cards.WILD_DRAW_COLOR: wild_draws.draw_until_color,
    },
    steered_by_color=frozenset({cards.WILD_DRAW_COLOR}),
    enforcement=Enforcement(refused=False, challenged=True),
    uno_closed_by=frozenset({"play", "draw"}),
    scoring=scoring.WINNER_TAKES,
    time_counts=scoring.fewest_cards,
    handlers={
        Play: plays.HANDLER,
        Draw: draws.DRAW,
        Pass: draws.PASS,
        NameColor: colors.HANDLER,
        Accept: challenges.ACCEPT,
        Challenge: challenges.CHALLENGE,
        CallUno: uno.CALL,
        Catch: uno.CATCH,
        TakeSeat: lobby.TAKE,
        LeaveSeat: lobby.LEAVE,
        Start: lobby.START,
        NextRound: rounds.NEXT_ROUND,
        TurnStarter: rounds.TURN_STARTER,
        Expire: rounds.EXPIRE,
    },
)
