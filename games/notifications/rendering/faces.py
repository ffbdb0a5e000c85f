"""The look of a face: a sign, a letter for its color, and paint. All designs are our own, not those of printed decks.

Color is never the only sign: a card has its symbol and the letter or the word of its color. Light faces are solid,
dark ones glow on black, and a wild has a stripe in all four colors of its side.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from django.utils.safestring import SafeString

import engine
from games.drawings import faces as drawings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.drawings.faces import Paint
    from games.notifications.rendering.texts import Texts

LIGHT_COLORS: Final = drawings.LIGHT
DARK_COLORS: Final = drawings.DARK
COLORS: Final = LIGHT_COLORS + DARK_COLORS
_UNKNOWN: Final = "x"
_STAR: Final = "★"
_NARROW, _LETTER = 66, 8
"""Pixels: the usual width of a card, and that of a letter."""


PAINTS: Final[Mapping[str, Paint]] = {
    **{color: drawings.PAINTS[color] for color in COLORS},
    "light": drawings.PAINTS["L"],
    "dark": drawings.PAINTS["D"],
    "none": drawings.PAINTS["x"],
}
"""Paints by color, for the wilds of each side, and for an unknown card: those of the drawings."""

_SIGNS: Final[Mapping[str, str]] = {
    "R": "⇄", "S": "⊘", "E": "⊘⊘", "F": "⇅", "H1": "»1", "H2": "»2", "DA": "⇓", "TH": "⇆",
    "W": "★", "w": "★", "W2": "+2", "W4": "+4", "wc": "+…", "WH": "★H", "wv": "★v", "WJ": "★J", "we": "★e", "WO": "★O",
    "wm": "★m", "WS": "⇆", "WX": "≈", "WB": "□", "WD1": "↓1", "WD2": "↓2", "WAH": "»★", "WHF": "»…", "WAA": "»»",
}  # fmt: skip


class Face(NamedTuple):
    """A face as it is drawn.

    `sign`: big, in the middle · `short`: for a small chip, letter and sign · `name`: in full · `caption`: lines under
    the sign that add to it · `stripe`: the colors of a wild, else empty.
    """

    text: str
    sign: str
    short: str
    name: str
    caption: tuple[str, ...]
    paint: Paint
    stripe: tuple[str, ...]

    @property
    def shade(self) -> str:
        """Return the class of its paint in the style sheet of the pages."""
        if self.stripe:
            return "light" if self.text[0].isupper() else "dark"
        return self.text[0] if len(self.text) > 1 else "none"

    @property
    def drawing(self) -> SafeString:
        """Return its sign and shape as the elements of an SVG of 60 by 84."""
        return SafeString(drawings.mark_of(self.text))

    @property
    def is_captioned(self) -> bool:
        """Return whether the caption says less than the name."""
        return self.caption != (self.name,)

    @property
    def width(self) -> int:
        """Return the width of a drawn card in pixels: more than usual if a word of its caption needs it."""
        return max(_NARROW, *(len(word) * _LETTER for line in self.caption for word in line.split()))


class Deck(NamedTuple):
    """Names the cards of a match in a language; `theme` is the word of the option."""

    texts: Texts
    theme: str

    def face(self, text: str) -> Face:
        """Return the face of this notation. Raises KeyError for an unknown one."""
        if text == _UNKNOWN:
            unknown = self.texts.words["unknown_card"]
            return Face(text, "?", "?", unknown, (unknown,), PAINTS["none"], ())
        if text[0] in COLORS and text[1:]:
            return self._colored(text[0], text[1:])
        return self._wild(text)

    def color(self, color: str) -> str:
        """Return the name of a color in force."""
        return self._themed_color(color) or self.texts.colors[color]

    def letter(self, color: str) -> str:
        """Return the letters for a color beside its paint: capital on the light side, small on the dark one."""
        themed = self._themed_color(color)
        return themed[0] if themed else self.texts.letters[color]

    def _colored(self, color: str, symbol: str) -> Face:
        shade = self._themed_color(color) or self.texts.card_colors[color]
        sign = _SIGNS.get(symbol, symbol)
        number = symbol.rstrip("*")
        caption: tuple[str, ...]
        if not number.isdigit():
            title = self._title(symbol)
            name, caption = self.texts.words["named"].format(color=shade, name=title), (shade, title)
        elif symbol == number:
            name, caption = self.texts.words["numbered"].format(color=shade, number=number), (shade,)
        else:
            name = self.texts.words["spinning"].format(
                card=self.texts.words["numbered"].format(color=shade, number=number)
            )
            caption = (shade, self.texts.words["spin"])
        return Face(
            color + symbol, sign, f"{self.letter(color)}\N{NO-BREAK SPACE}{sign}", name, caption, PAINTS[color], ()
        )

    def _wild(self, text: str) -> Face:
        name, sign = self._title(text), _SIGNS[text]
        short = sign if _STAR in sign else _STAR + sign
        if text[0].isupper():
            return Face(text, sign, short, name, (name,), PAINTS["light"], _shades(LIGHT_COLORS, 0))
        return Face(text, sign, short, name, (name,), PAINTS["dark"], _shades(DARK_COLORS, 1))

    def _title(self, symbol: str) -> str:
        return engine.THEMES[self.theme].symbols.get(symbol) or self.texts.cards[symbol]

    def _themed_color(self, color: str) -> str | None:
        return engine.THEMES[self.theme].colors.get(color)


def _shades(colors: str, place: int) -> tuple[str, ...]:
    return tuple(PAINTS[color][place] for color in colors)


def deck_of(view: engine.View, texts: Texts) -> Deck:
    """Return the names of the cards of this match."""
    return Deck(texts, str(view.options.get("theme", "plain")))
