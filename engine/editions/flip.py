"""UNO Flip!, base edition (SPEC 1 to 5)."""

from __future__ import annotations

from typing import Final

from engine import cards
from engine.cards import FACE_CODES
from engine.commands import (
    Accept,
    CallUno,
    Catch,
    Challenge,
    CloseTable,
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
from engine.editions.deck_text import points_by_face
from engine.rules import colors, drawing, effects, lobby, matching, plays, rounds, scoring, setup, uno, wild_draws
from engine.ruleset import CardRule, Deck, Enforcement, Ruleset

_PRINTED: Final = """
    R1:p3,v2 R2:oR,v+5 R3:p7,wc R4:oF,v+5 R5:p2,t5 R6:o9,pE R7:o1,v5
    R8:vR,t7 R9:v5,tR R+1:p3,p4 RS:o+5,w RR:v3,t7 RF:p8,v3
    Y1:pE,w Y2:t1,t8 Y3:p+5,v1 Y4:p+5,vF Y5:v9,t8 Y6:oE,wc Y7:o2,v6
    Y8:o2,p1 Y9:v4,t5 Y+1:p1,v8 YS:o3,tF YR:tF,w YF:o8,p4
    G1:o5,oF G2:t+5,tE G3:pF,v2 G4:p8,t9 G5:o7,t4 G6:p5,wc G7:o6,t2
    G8:pR,t9 G9:o+5,pR G+1:o6,t6 GS:o9,v4 GR:o1,p7 GF:t3,wc
    B1:vE,vE B2:o8,p6 B3:v8,t2 B4:v1,t+5 B5:oR,p9 B6:vR,tE B7:o3,oE
    B8:t4,tR B9:o5,vF B+1:p6,t6 BS:p9,t1 BR:o4,w BF:v6,v7
    W:p5,pF,v7,t3
    W2:o4,o7,p2,v9
"""
"""`light:dark,dark`: one entry per light face, one dark face per copy of it."""


def _read(printed: str) -> Deck:
    pairs = [
        (FACE_CODES[light], FACE_CODES[dark])
        for light, darks in (entry.split(":") for entry in printed.split())
        for dark in darks.split(",")
    ]
    return Deck(tuple(light for light, _ in pairs), tuple(dark for _, dark in pairs))


FLIP_DECK: Final = _read(_PRINTED)
FLIP_POINTS: Final = points_by_face(
    {"+1": 10, "+5": 20, "R": 20, "S": 20, "E": 30, "F": 20, "W": 40, "W2": 50, "w": 40, "wc": 60}
)


NUMBERS: Final = dict.fromkeys((*cards.NUMBERS, cards.UNKNOWN), CardRule())
"""Number cards do nothing, and neither does a card of a position that does not matter."""
REVERSE: Final = CardRule(effects=(effects.reverse,), starter=setup.reverse_to_dealer)
SKIP: Final = CardRule(effects=(effects.skip,), starter=setup.skip_first)
WILD: Final = CardRule(starter=setup.first_names_color)


def wild_draw(count: int) -> CardRule:
    """Return the rule of a wild that makes the next seat draw this number of cards."""
    return CardRule(
        effects=(wild_draws.open_challenge,),
        last_effects=(wild_draws.next_pays_wild_draw,),
        starter=setup.back_into_pile,
        penalty=wild_draws.draw_cards(count),
    )


FLIP: Final[Ruleset] = Ruleset(
    game="flip",
    deck=FLIP_DECK,
    points=FLIP_POINTS,
    pair=setup.random_pairing,
    choose_dealer=setup.high_deals,
    cards={
        **NUMBERS,
        cards.DRAW_ONE: CardRule(
            effects=(effects.next_takes(1), effects.skip),
            last_effects=(effects.next_takes(1),),
            starter=setup.penalize_first(1),
        ),
        cards.DRAW_FIVE: CardRule(effects=(effects.next_takes(5), effects.skip), last_effects=(effects.next_takes(5),)),
        cards.REVERSE: REVERSE,
        cards.SKIP: SKIP,
        cards.SKIP_EVERYONE: CardRule(effects=(effects.skip_everyone,)),
        cards.FLIP: CardRule(effects=(effects.flip,), last_effects=(effects.flip,), starter=setup.flip_at_once),
        cards.WILD: WILD,
        cards.WILD_DRAW_TWO: wild_draw(2),
        cards.DARK_WILD: CardRule(),
        cards.WILD_DRAW_COLOR: CardRule(
            effects=(wild_draws.open_challenge,),
            last_effects=(wild_draws.next_pays_wild_draw,),
            penalty=wild_draws.draw_until_color,
            color_when_last=True,
        ),
    },
    playable=matching.same_color_or_symbol,
    may_draw=drawing.always,
    penalize=drawing.take,
    convicts=matching.color_or_wild_convicts,
    ends_color_draw=matching.color_ends_draw,
    enforcement=Enforcement(refused=False, challenged=True),
    uno_closed_by=frozenset({"play", "draw"}),
    scoring=scoring.WINNER_TAKES,
    time_counts=scoring.fewest_cards,
    handlers={
        Play: plays.PlayHandler(),
        Draw: drawing.DrawHandler(),
        Pass: drawing.PassHandler(),
        NameColor: colors.NameColorHandler(),
        Accept: wild_draws.AcceptHandler(),
        Challenge: wild_draws.ChallengeHandler(),
        CallUno: uno.CallUnoHandler(),
        Catch: uno.CatchHandler(),
        TakeSeat: lobby.TakeSeatHandler(),
        LeaveSeat: lobby.LeaveSeatHandler(),
        Start: lobby.StartHandler(),
        CloseTable: lobby.CloseTableHandler(),
        NextRound: setup.NextRoundHandler(),
        TurnStarter: setup.TurnStarterHandler(),
        Expire: rounds.ExpireHandler(),
    },
)
