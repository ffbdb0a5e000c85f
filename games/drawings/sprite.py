"""All drawings in one SVG, a `<symbol>` for each face."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Final, NamedTuple

import engine
from games.drawings.faces import HEIGHT, WIDTH, drawing_of

if TYPE_CHECKING:
    from collections.abc import Mapping

_WRITTEN: Final[Mapping[int, str]] = str.maketrans({"+": "plus", "*": "spin"})
"""Characters of the notation that no XML id can have."""
_SPRITE: Final = '<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}\n</svg>\n'
_SYMBOL: Final = '<symbol id="{name}" viewBox="0 0 {width} {height}">{drawing}</symbol>'


class Sprite(NamedTuple):
    """The file, and a hash of it."""

    body: bytes
    version: str


def symbol_of(card: str, side: str | None) -> str:
    """Return the id of the drawing of a face, such as `L-R7` or `D-pplus5`."""
    return f"{side or 'N'}-{card.translate(_WRITTEN)}"


@cache
def sprite() -> Sprite:
    """Return the drawings of all faces that there are."""
    symbols = "\n".join(
        _SYMBOL.format(name=symbol_of(card.card, card.side), width=WIDTH, height=HEIGHT, drawing=drawing_of(card.card))
        for card in engine.describe_cards()
    )
    body = _SPRITE.format(symbols=symbols).encode()
    return Sprite(body, sha256(body).hexdigest()[:16])
