"""All drawings in one SVG, a `<symbol>` for each face and level."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Final, NamedTuple

import engine
from games.drawings.faces import COLOR_SIZE, DARK, LIGHT, SIZES, color_sign, drawing_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from games.drawings.faces import Level

_WRITTEN: Final[Mapping[int, str]] = str.maketrans({"+": "plus", "*": "spin"})
"""Characters of the notation that no XML id can have."""
_SPRITE: Final = '<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}\n</svg>\n'
_SUFFIXES: Final[Mapping[Level, str]] = {"full": "", "sign": "-sign", "chip": "-chip"}


class Sprite(NamedTuple):
    """The file, and a hash of it."""

    body: bytes
    version: str


def symbol_of(card: str, side: str | None) -> str:
    """Return the id of the drawing of a face, such as `L-R7` or `D-pplus5`."""
    return f"{side or 'N'}-{card.translate(_WRITTEN)}"


@cache
def sprite() -> Sprite:
    """Return the drawings of all faces at each level, and the signs of the colors."""
    symbols = "\n".join(_symbol(name, *size, drawing) for name, size, drawing in _drawings())
    body = _SPRITE.format(symbols=symbols).encode()
    return Sprite(body, sha256(body).hexdigest()[:16])


def _drawings() -> Iterator[tuple[str, tuple[int, int], str]]:
    for card in engine.describe_cards():
        for level, size in SIZES.items():
            name = symbol_of(card.card, card.side) + _SUFFIXES[level]
            yield name, (size.width, size.height), drawing_of(card.card, level)
    for color in LIGHT + DARK:
        yield f"color-{color}", COLOR_SIZE, color_sign(color)


def _symbol(name: str, width: int, height: int, drawing: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 {width} {height}">{drawing}</symbol>'
