"""Knowledge about the active face of a card whose back is visible.

A secret pairing tells nothing; the printed or a given pairing leaves at most a few faces (SPEC 1.4).
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from engine.bots.faces import FACE
from engine.cards import FACES
from engine.editions.flip import FLIP_DECK
from engine.editions.unique_wilds import PLAIN_WILDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    Shares = Mapping[str, float]
    """Part of the cards by color, wilds under ''."""

_PRINTED: Final = tuple(
    f"{FACES[light]}/{FACES[dark]}" for light, dark in zip(FLIP_DECK.light, FLIP_DECK.dark, strict=True)
)


def colors_behind(pairing: object) -> Mapping[str, Shares]:
    """Return the colors that a card may have, by its back; empty if the pairing is secret."""
    if pairing == "physical":
        return _colors_behind(_PRINTED)
    if isinstance(pairing, tuple):
        return _colors_behind(pairing)
    return {}


@lru_cache(maxsize=16)
def _colors_behind(cards: tuple[str, ...]) -> Mapping[str, Shares]:
    fronts: defaultdict[str, list[str]] = defaultdict(list)
    for card in cards:
        light, _, dark = card.partition("/")
        fronts[dark].append(light)
        fronts[light].append(dark)
    for unique, plain in PLAIN_WILDS.items():  # an edition prints its unique wild in place of the plain one
        fronts.setdefault(unique, fronts[plain])
    return {back: _shares(faces) for back, faces in fronts.items() if faces}


def _shares(faces: list[str]) -> Shares:
    colors = [FACE[face].color for face in faces]
    return {color: colors.count(color) / len(colors) for color in sorted(set(colors))}


def shares_behind(behind: Mapping[str, Shares], backs: Iterable[str]) -> dict[str, float]:
    """Return the expected share of each color among the cards with these backs; empty without backs."""
    seen = [behind.get(back, {}) for back in backs]
    total: defaultdict[str, float] = defaultdict(float)
    for shares in seen:
        for color, share in shares.items():
            total[color] += share
    return {color: share / len(seen) for color, share in total.items()}
