"""Chance that follows a script: tests set the order of the cards, the code under test deals them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import engine
from engine.cards import FACE_CODES
from engine.chance import MiscKind, Stream, Tape
from engine.editions.flip import FLIP_DECK

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


class _FixedStream(Stream):
    def __init__(self, order: Sequence[Any]) -> None:
        super().__init__(bytes(32))
        self._order = order

    def shuffle(self, _items: Iterable[Any]) -> list[Any]:
        return list(self._order)


class _StillStream(Stream):
    def __init__(self) -> None:
        super().__init__(bytes(32))

    def shuffle(self, items: Iterable[Any]) -> list[Any]:
        return list(items)


class _ScriptedTape(Tape):
    def __init__(self, piles: Mapping[int, Sequence[int]], misc: Mapping[int, Sequence[int]]) -> None:
        super().__init__(bytes(32))
        self._piles = piles
        self._misc = misc

    def shuffle(self, epoch: int, items: Iterable[Any]) -> list[Any]:
        return list(self._piles[epoch]) if epoch in self._piles else super().shuffle(epoch, items)

    def misc(self, kind: int, counter: int) -> Stream:
        if kind == MiscKind.REDEAL:
            return _StillStream()
        return _FixedStream(self._misc[kind]) if kind in self._misc else super().misc(kind, counter)


class ScriptedChance(engine.Chance):
    """`piles`: card ids by shuffle, top last; `dark`: dark face by card id; `dealer`: the deck of the dealer draw.

    A redealt position stays as it is.
    """

    def __init__(
        self,
        *,
        piles: Mapping[int, Sequence[int]] | None = None,
        dark: Sequence[int] | None = None,
        dealer: Sequence[int] | None = None,
        seed: bytes = bytes(32),
    ) -> None:
        super().__init__(bytes(16), seed)
        misc = {MiscKind.PAIRING: dark, MiscKind.DEALER: dealer}
        self._tape = _ScriptedTape(piles or {}, {kind: order for kind, order in misc.items() if order is not None})

    def tape(self, _transcript: bytes) -> Tape:
        return self._tape


def card_ids(*cards: str) -> list[int]:
    """Return the ids of printed cards, each named by its light face; a second `R5` is another card than the first."""
    left = list(enumerate(FLIP_DECK.light))
    ids = []
    for card in cards:
        found = next(pair for pair in left if pair[1] == FACE_CODES[card])
        left.remove(found)
        ids.append(found[0])
    return ids


def with_on_top(ids: Sequence[int]) -> list[int]:
    """Return the whole deck with these cards on top, the first of them topmost."""
    return [card for card in range(len(FLIP_DECK.light)) if card not in ids] + list(ids)[::-1]
