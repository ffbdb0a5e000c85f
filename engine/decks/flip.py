"""The 112 double-sided cards of UNO Flip!, with the dark face printed behind each light face (SPEC 1.1, 1.4)."""

from __future__ import annotations

from typing import Final

from engine.cards import FACE_CODES
from engine.decks.printing import points_by_face
from engine.ruleset import Deck

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
