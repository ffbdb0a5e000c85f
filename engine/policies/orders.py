"""The order of cards that everybody may know the backs of: it must tell nothing of what was known of them before."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from engine.chance import MiscKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from engine.ruleset import Draft


def in_secret_order(
    draft: Draft, hands: Iterable[Iterable[int]], face: Callable[[int], int]
) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """The hands by their faces, equal ones in a secret order (docs/protocol.md), and these faces."""
    ordered, by_hand = [], []
    stream = None
    for held in hands:
        hand = sorted(held, key=face)
        faces = tuple(map(face, hand))
        if len(set(faces)) < len(faces):
            stream = stream or draft.tape.misc(MiscKind.HANDS, draft.table.version)
            for first, last in _runs(faces):
                hand[first:last] = stream.shuffle(hand[first:last])
        ordered.append(tuple(hand))
        by_hand.append(faces)
    return ordered, by_hand


def _runs(faces: tuple[int, ...]) -> list[tuple[int, int]]:
    """Where equal faces lie side by side, as slices."""
    starts = [place for place, face in enumerate(faces) if not place or face != faces[place - 1]]
    return [(first, last) for first, last in pairwise([*starts, len(faces)]) if last - first > 1]
