"""The seats in the row of a game: a copy of the table `seat` with the names of players.

Triggers keep the copy in step (`migrations/sql/seats.sql`), in a cluster of databases `keep_in_step`; a new game is
inserted with it.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import msgspec
from django.conf import settings

from common.database import queries
from games import clock as clocks
from games.types import SeatKind, SeatLoan, SeatRecord

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

OPEN: Final = (SeatKind.OPEN, None)

_KINDS: Final = {int(kind): kind for kind in SeatKind}


@lru_cache(maxsize=2048)
def read(column: str) -> tuple[SeatRecord, ...]:
    """Return the seats in the column `seats`. They change a few times in a match and are read at every request."""
    return tuple(
        SeatRecord(number, _KINDS[kind], None if player is None else UUID(player), name, bot, since, _loan(loan))
        for number, (kind, player, name, bot, since, loan) in enumerate(msgspec.json.decode(column))
    )


def read_at(column: str, now: datetime) -> tuple[SeatRecord, ...]:
    """Return the seats in the column `seats`, with the loans that run at `now`."""
    seats = read(column)
    if all(seat.loan is None or seat.loan.until > now for seat in seats):
        return seats
    return tuple(seat if seat.loan is None or seat.loan.until > now else replace(seat, loan=None) for seat in seats)


def _loan(column: Sequence[Any] | None) -> SeatLoan | None:
    return None if column is None else SeatLoan(UUID(column[0]), column[1], clocks.as_time(column[2]))


def without_players(seats: Iterable[tuple[SeatKind, str | None]]) -> str:
    """Return the column for a new game from the kind and the bot of each seat, as `seats_of` in SQL writes it."""
    return json.dumps([(int(kind), None, None, bot, 0, None) for kind, bot in seats])


def keep_in_step(games: Iterable[UUID]) -> None:
    """Write the copy anew in a cluster of databases, where triggers cannot read the names of players.

    Call it in the transaction that has changed a seat or a loan.
    """
    if settings.DATABASE_SHARDED:
        for game in sorted(set(games)):
            queries.rows("SELECT write_seats(%s::uuid)", game)
