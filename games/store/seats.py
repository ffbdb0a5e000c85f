"""The seats in the row of a game: a copy of the table `seat` with the names of players.

Triggers keep the copy in step (`migrations/sql/seats.sql`); a new game is inserted with it.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Final
from uuid import UUID

import msgspec

from games.types import SeatKind, SeatRecord

if TYPE_CHECKING:
    from collections.abc import Iterable

OPEN: Final = (SeatKind.OPEN, None)

_KINDS: Final = {int(kind): kind for kind in SeatKind}


@lru_cache(maxsize=2048)
def read(column: str) -> tuple[SeatRecord, ...]:
    """Return the seats in the column `seats`. They change a few times in a match and are read at every request."""
    return tuple(
        SeatRecord(number, _KINDS[kind], None if player is None else UUID(player), name, bot, since)
        for number, (kind, player, name, bot, since) in enumerate(msgspec.json.decode(column))
    )


def without_players(seats: Iterable[tuple[SeatKind, str | None]]) -> str:
    """Return the column for a new game from the kind and the bot of each seat, as `seats_of` in SQL writes it."""
    return json.dumps([(int(kind), None, None, bot, 0) for kind, bot in seats])
