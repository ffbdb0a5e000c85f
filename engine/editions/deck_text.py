"""Parsing of decks: copies and points of each face."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import FACE_CODES, FACES, LIGHT_COLORS, NUMBER_OF, PLAIN_BACK, SYMBOL_OF
from engine.ruleset import Deck

if TYPE_CHECKING:
    from collections.abc import Mapping


def one_sided(colored: str, wilds: str) -> Deck:
    """Return a deck with faces on one side: `symbol:copies` of each color and of the wilds; the backs are plain."""
    faces = [
        FACE_CODES[face]
        for printed, colors in ((colored, LIGHT_COLORS), (wilds, ("",)))
        for color in colors
        for symbol, copies in (entry.split(":") for entry in printed.split())
        for face in [color + symbol] * int(copies)
    ]
    return Deck(tuple(faces), (PLAIN_BACK,) * len(faces))


def points_by_face(points: Mapping[str, int]) -> tuple[int, ...]:
    """Return points by face code: numbers their value, others by symbol, a card that does not matter 0."""
    return tuple(
        NUMBER_OF[face] if NUMBER_OF[face] >= 0 else points.get(SYMBOL_OF[face], 0) for face in range(len(FACES))
    )
