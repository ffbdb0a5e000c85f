"""The decks of the editions of UNO Flip!: the printed cards with unique wilds in the places of the plain ones (1.5).

Which dark face is really behind which light face is not known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.cards import (
    DARK,
    DARK_WILD,
    FACE_CODES,
    FACES,
    HOPPER,
    MEGATRON,
    NUMBER_OF,
    OPTIMUS,
    SIDE_OF,
    SUPER_HERO,
    VILLAIN,
    WAFFLE,
    WILD,
)
from engine.decks.flip import FLIP_DECK, FLIP_POINTS
from engine.ruleset import Deck

if TYPE_CHECKING:
    from collections.abc import Sequence

PLAIN_WILDS: Final = {
    SUPER_HERO: WILD, HOPPER: WILD, OPTIMUS: WILD, VILLAIN: DARK_WILD, WAFFLE: DARK_WILD, MEGATRON: DARK_WILD,
}  # fmt: skip
"""The plain wild whose place a unique one takes."""
_UNIQUE_POINTS: Final = 40

EDITION_POINTS: Final = tuple(
    _UNIQUE_POINTS if face in {FACE_CODES[unique] for unique in PLAIN_WILDS} else points
    for face, points in enumerate(FLIP_POINTS)
)
"""Points by face code."""


def with_unique_wilds(light: str, dark: str) -> Deck:
    """The deck of UNO Flip! with these in the places of `W` and `w`."""
    unique = {FACE_CODES[WILD]: FACE_CODES[light], FACE_CODES[DARK_WILD]: FACE_CODES[dark]}
    return Deck(*(tuple(unique.get(face, face) for face in faces) for faces in FLIP_DECK))


def with_plain_wilds(deck: Deck, count: int) -> Deck:
    """The deck with the first `count` unique wilds of each side replaced by plain ones."""
    return Deck(*(_with_plain(faces, count) for faces in deck))


def _with_plain(faces: tuple[int, ...], count: int) -> tuple[int, ...]:
    plain = {FACE_CODES[unique]: FACE_CODES[wild] for unique, wild in PLAIN_WILDS.items()}
    places = [place for place, face in enumerate(faces) if face in plain][:count]
    return tuple(plain[face] if place in places else face for place, face in enumerate(faces))


def waffle_faces(numbers: Sequence[int]) -> frozenset[int]:
    """The dark faces of these numbers, which bear the waffle icon (R-WAFFLE)."""
    return frozenset(face for face in range(len(FACES)) if SIDE_OF[face] == DARK and NUMBER_OF[face] in numbers)
