"""The decks with one side of classic UNO and H2O, and the light sides of UNO Flip! without their Flips (SPEC 1.6)."""

from __future__ import annotations

from typing import Final

from engine.cards import FLIP, PLAIN_BACK, SYMBOL_OF
from engine.decks.flip import FLIP_DECK
from engine.decks.printing import one_sided, points_by_face
from engine.ruleset import Deck

COLORED: Final = "0:1 1:2 2:2 3:2 4:2 5:2 6:2 7:2 8:2 9:2 +2:2 R:2 S:2"
"""What each color of the classic deck holds."""
CLASSIC_108: Final = one_sided(COLORED, "W:4 W4:4")
CLASSIC_112: Final = one_sided(COLORED, "W:4 W4:4 WS:1 WB:3")
DOWNPOUR_108: Final = one_sided(COLORED, "W:2 W4:2 WD1:2 WD2:2")
CLASSIC_POINTS: Final = points_by_face(
    {"+2": 20, "R": 20, "S": 20, "W": 50, "W4": 50, "WS": 40, "WX": 40, "WB": 40, "WD1": 20, "WD2": 20}
)
_LIGHT: Final = tuple(face for face in FLIP_DECK.light if SYMBOL_OF[face] != FLIP)
LIGHT_104: Final = Deck(_LIGHT, (PLAIN_BACK,) * len(_LIGHT))
