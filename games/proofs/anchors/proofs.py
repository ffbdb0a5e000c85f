"""The places of the heads of a game in the log of anchors, and the proofs of them."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from django.db import connection

import engine
from games.proofs.anchors import tree

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date
    from uuid import UUID

# A leaf belongs to a day only once the anchor of that day exists.
PLACES: Final = """
SELECT l.game_id, l.version, l.chain, l.place, a.date, a.size, a.checkpoint
FROM anchor_leaf l JOIN anchor a ON a.date = l.date WHERE l.game_id = ANY(%s::uuid[]) ORDER BY l.game_id, l.place
"""


class Place(NamedTuple):
    """A head of a game: number `place` of the `size` leaves that `checkpoint` states."""

    version: int
    chain: bytes
    place: int
    date: date
    size: int
    checkpoint: str


def places(games: Sequence[UUID]) -> dict[UUID, tuple[Place, ...]]:
    """Return the places of these games, the oldest first. Games that were never anchored are left out."""
    with connection.cursor() as cursor:
        cursor.execute(PLACES, (list(games),))
        rows = cursor.fetchall()
    return {game: tuple(Place(*row[1:]) for row in found) for game, found in groupby(rows, itemgetter(0))}


def proofs(found: Sequence[Place]) -> list[engine.Anchor]:
    """Return the places with their paths."""
    paths = tree.ask(lambda node: [engine.merkle.inclusion(place.place, place.size, node) for place in found])
    return [
        engine.Anchor(
            place.date.isoformat(), place.version, place.chain, place.place, place.size, tuple(path), place.checkpoint
        )
        for place, path in zip(found, paths, strict=True)
    ]
