"""Faces as a bot reads them. No rule is decided here: what is printed on an unknown card may be guessed."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.cards import COLORS, FACE_CODES, FACES, UNKNOWN
from engine.editions.unique_wilds import EDITION_POINTS

WILDS: Final = "Ww"
"""The first letter of the text of a wild face (SPEC 0.1)."""
_OF_ACTION: Final = 20
_OF_WILD: Final = 50
_DRAWS: Final = {"wc": 4, "WHF": 3, "H2": 3, "WAA": 3, "H1": 1, "WAH": 1}
"""Cards that are drawn on average until a named color comes up, or pressed out of a launcher."""


class Face(NamedTuple):
    """A printed face. `color` is empty for a wild; `draws`: cards that the next seat must expect to take."""

    color: str
    symbol: str
    points: int
    draws: int


def read_face(text: str) -> Face:
    """Return the face of this text, for a card of any game."""
    if text[:1] in COLORS:
        color, symbol = text[:1], text[1:].rstrip("*")
        amount = symbol[1:] if symbol.startswith("+") else ""
    else:
        color, symbol, amount = "", text, text[-1:]
    draws = _DRAWS.get(symbol, int(amount) if amount.isdecimal() else 0)
    return Face(color, symbol, _points(text, color, symbol), draws)


def _points(text: str, color: str, symbol: str) -> int:
    if symbol.isdecimal():
        return int(symbol)
    if printed := EDITION_POINTS[FACE_CODES[text]] if text in FACE_CODES else 0:
        return printed
    if color:
        return _OF_ACTION
    return 0 if text == UNKNOWN else _OF_WILD


FACE: Final = {text: read_face(text) for text in FACES}
"""Faces by text."""
