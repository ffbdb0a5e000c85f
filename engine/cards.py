"""Faces, colors and symbols: what is printed on a card (SPEC 0.1, 1.1).

Inside the engine a face is a small int and everything printed on it is looked up in the tables below, because matching
runs several times per move. The ints are never stored: outside the engine a face is its text (`R5`, `pE`, `wc`).
What a face *does* is not known here.
"""

from __future__ import annotations

from typing import Final, NamedTuple

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
"""The color in force while a seat must name one."""
NO_FACE: Final = -1
"""The face of a card that is not there (an empty pile)."""

REVERSE: Final = "R"
SKIP: Final = "S"
SKIP_EVERYONE: Final = "E"
FLIP: Final = "F"
DRAW_ONE: Final = "+1"
DRAW_FIVE: Final = "+5"
DRAW_TWO: Final = "+2"
HIT_ONE: Final = "H1"
HIT_TWO: Final = "H2"
DISCARD_ALL: Final = "DA"
TRADE_HANDS: Final = "TH"

WILD: Final = "W"
WILD_DRAW_TWO: Final = "W2"
DARK_WILD: Final = "w"
WILD_DRAW_COLOR: Final = "wc"
SUPER_HERO: Final = "WH"
VILLAIN: Final = "wv"
HOPPER: Final = "WJ"
WAFFLE: Final = "we"
OPTIMUS: Final = "WO"
MEGATRON: Final = "wm"
WILD_DRAW_FOUR: Final = "W4"
SWAP_HANDS: Final = "WS"
SHUFFLE_HANDS: Final = "WX"
BLANK: Final = "WB"
DOWNPOUR_ONE: Final = "WD1"
DOWNPOUR_TWO: Final = "WD2"
ALL_HIT: Final = "WAH"
HIT_FIRE: Final = "WHF"
ATTACK_ATTACK: Final = "WAA"
UNKNOWN: Final = "x"
"""A card that does not matter (SPEC 0.1), and the plain back of a deck with one side: it matches and counts nothing."""

NUMBERS: Final = tuple("0123456789")
SPINS: Final = tuple(f"{number}*" for number in "12345")
"""Numbers that make the next seat spin (SPEC 7.5); they match like their numbers."""
ACTIONS: Final = (DRAW_ONE, DRAW_FIVE, REVERSE, SKIP, SKIP_EVERYONE, FLIP)
LIGHT_ACTIONS: Final = (DRAW_TWO, HIT_ONE, HIT_TWO, DISCARD_ALL, TRADE_HANDS, *SPINS)
"""Symbols of decks with one side, which is the light one."""
LIGHT_WILDS: Final = (
    WILD, WILD_DRAW_TWO, SUPER_HERO, HOPPER, OPTIMUS, WILD_DRAW_FOUR, SWAP_HANDS, SHUFFLE_HANDS, BLANK, DOWNPOUR_ONE,
    DOWNPOUR_TWO, ALL_HIT, HIT_FIRE, ATTACK_ATTACK,
)  # fmt: skip
DEMANDS: Final = {DRAW_ONE: 1, DRAW_FIVE: 5, DRAW_TWO: 2, WILD_DRAW_TWO: 2, WILD_DRAW_FOUR: 4, WILD_DRAW_COLOR: 0}
"""Cards that a draw card demands, by symbol. Wild Draw Color has no number."""
EXTRA_FOR_INNOCENT: Final = 2
"""Cards that the challenger of a legal wild draw card draws besides what it demands (SPEC 3.6)."""
DARK_WILDS: Final = (DARK_WILD, WILD_DRAW_COLOR, VILLAIN, WAFFLE, MEGATRON)
WILDS: Final = LIGHT_WILDS + DARK_WILDS

FACES: Final[tuple[str, ...]] = (
    *(color + symbol for color in COLORS for symbol in NUMBERS + ACTIONS),
    *(color + symbol for color in LIGHT_COLORS for symbol in LIGHT_ACTIONS),
    *WILDS,
    UNKNOWN,
)
"""Text of every face, by face code."""
FACE_CODES: Final[dict[str, int]] = {text: code for code, text in enumerate(FACES)}
PLAIN_BACK: Final = FACE_CODES[UNKNOWN]
"""The other face of every card of a deck with one side."""
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
    "" if IS_WILD[code] or text == UNKNOWN else SYMBOL_OF[code].rstrip("*") for code, text in enumerate(FACES)
)
"""Symbol that matches this face; empty for wilds, which are matched by color alone (SPEC 3.2)."""
NUMBER_OF: Final = tuple(int(symbol) if symbol in NUMBERS else -1 for symbol in MATCHED_BY)
"""Number by face code, -1 for every face that is no number card."""
NO_NUMBERS: Final = frozenset(
    symbol for symbol, number in zip(SYMBOL_OF, NUMBER_OF, strict=True) if number < 0 and symbol != UNKNOWN
)
"""The symbols of cards that are no number cards."""
SIDE_OF: Final = tuple(
    DARK if text in DARK_WILDS or COLOR_OF[code] in COLORS_OF_SIDE[DARK] else LIGHT for code, text in enumerate(FACES)
)


def color_text(color: int) -> str | None:
    """Return the text of a color code, None for `NO_COLOR`."""
    return None if color == NO_COLOR else COLORS[color]


def face_text(face: int) -> str | None:
    """Return the text of a face code, None for `NO_FACE`."""
    return None if face == NO_FACE else FACES[face]


class Labels(NamedTuple):
    """The names that a theme gives to the light colors and to symbols of the notation (SPEC 0.1)."""

    colors: dict[str, str]
    symbols: dict[str, str]


THEMES: Final[dict[str, Labels]] = {
    "plain": Labels({}, {}),
    "shore": Labels(
        {"R": "Coral", "Y": "Sand", "G": "Kelp", "B": "Wave"},
        {"R": "Tide turns", "S": "Low water", "+1": "Drizzle", "+2": "Shower", "W": "Rainbow", "W4": "Storm"},
    ),
    "orchard": Labels(
        {"R": "Cherry", "Y": "Quince", "G": "Pear", "B": "Plum"},
        {"R": "Turn back", "S": "Rest", "+1": "Windfall", "+2": "Basket", "W": "Blossom", "W4": "Harvest"},
    ),
}
"""Labels by theme; `plain` is the deck as its game names it."""
