"""Faces, colors and symbols: what is printed on a card (SPEC 0.1, 1.1).

Inside the engine a face is a small int and everything printed on it is looked up in the tables below, because matching
runs several times per move. The ints are never stored: outside the engine a face is its text (`R5`, `pE`, `wc`).
What a face *does* is not known here.
"""

from __future__ import annotations

from typing import Final

LIGHT: Final = 0
DARK: Final = 1
SIDES: Final = ("L", "D")

LIGHT_COLORS: Final = "RYGB"
DARK_COLORS: Final = "ptov"
COLORS: Final = LIGHT_COLORS + DARK_COLORS
COLORS_OF_SIDE: Final = ((0, 1, 2, 3), (4, 5, 6, 7))
WILD_COLOR: Final = 8
"""Color of a wild face: no color in force equals it."""
NO_COLOR: Final = -1
"""The color in force while somebody must name one."""
NO_FACE: Final = -1
"""The face of a card that is not there (an empty pile)."""

REVERSE: Final = "R"
SKIP: Final = "S"
SKIP_EVERYONE: Final = "E"
FLIP: Final = "F"
DRAW_ONE: Final = "+1"
DRAW_FIVE: Final = "+5"
WILD: Final = "W"
WILD_DRAW_TWO: Final = "W2"
DARK_WILD: Final = "w"
WILD_DRAW_COLOR: Final = "wc"
UNKNOWN: Final = "x"
"""A card that does not matter (SPEC 0.1): it matches nothing and counts nothing."""

NUMBERS: Final = tuple("0123456789")
ACTIONS: Final = (DRAW_ONE, DRAW_FIVE, REVERSE, SKIP, SKIP_EVERYONE, FLIP)
WILDS: Final = (WILD, WILD_DRAW_TWO, DARK_WILD, WILD_DRAW_COLOR)

FACES: Final[tuple[str, ...]] = (
    *(color + symbol for color in COLORS for symbol in NUMBERS + ACTIONS),
    *WILDS,
    UNKNOWN,
)
"""Text of every face, by face code."""
FACE_CODES: Final[dict[str, int]] = {text: code for code, text in enumerate(FACES)}
COLOR_CODES: Final[dict[str, int]] = {text: code for code, text in enumerate(COLORS)}


def _color(text: str) -> int:
    return WILD_COLOR if text in WILDS or text == UNKNOWN else COLOR_CODES[text[0]]


def _symbol(text: str) -> str:
    return text if text in WILDS or text == UNKNOWN else text[1:]


COLOR_OF: Final = tuple(_color(text) for text in FACES)
"""Color code by face code; `WILD_COLOR` for wilds."""
SYMBOL_OF: Final = tuple(_symbol(text) for text in FACES)
"""Number or symbol by face code, as text."""
IS_WILD: Final = tuple(text in WILDS for text in FACES)
MATCHED_BY: Final = tuple(
    "" if IS_WILD[code] or text == UNKNOWN else SYMBOL_OF[code] for code, text in enumerate(FACES)
)
"""Symbol that matches this face; empty for wilds, which are matched by color alone (SPEC 3.2)."""
NUMBER_OF: Final = tuple(int(symbol) if symbol in NUMBERS else -1 for symbol in SYMBOL_OF)
"""Number by face code, -1 for every face that is no number card."""
SIDE_OF: Final = tuple(
    DARK if text in (DARK_WILD, WILD_DRAW_COLOR) or COLOR_OF[code] in COLORS_OF_SIDE[DARK] else LIGHT
    for code, text in enumerate(FACES)
)


def color_text(color: int) -> str | None:
    """Text of a color code, None for `NO_COLOR`."""
    return None if color == NO_COLOR else COLORS[color]


def face_text(face: int) -> str | None:
    """Text of a face code, None for `NO_FACE`."""
    return None if face == NO_FACE else FACES[face]
