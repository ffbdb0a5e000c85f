"""What those who follow games ask again and again: what is new, in many games at once, and whether anything is.

Who may see what of it is said by `News.is_for` and `engine.redact`, each time anew.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.db import DatabaseError, connection

from games import log, partners, queries

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime
    from uuid import UUID

    from games.partners import Seating
    from games.records import LoggedEvent, Status

logger = logging.getLogger(__name__)

HEADS: Final = "SELECT id, version, quarantined_at IS NOT NULL FROM game WHERE id = ANY(%s::uuid[])"
# By the index over seats alone, however many games somebody has played.
ROSTERS: Final = """
SELECT player_id, count(*), bit_xor(uuid_hash(game_id)) FROM seat WHERE player_id = ANY(%s::uuid[]) GROUP BY player_id
"""

Mark = tuple[int, bool]
"""How far a game is, and whether it is on hold."""


@dataclass(frozen=True, slots=True)
class News:
    """The events of a game after a version, oldest first, and how the game stands; `seats` by player.

    `more`: there are events beyond these. `on_hold`: nothing changes in it before an operator has looked, or its log
    cannot be read. `mark`: what `marks` says of it.
    """

    game_id: UUID
    version: int
    chain: bytes
    status: Status
    private: bool
    turn: int | None
    deadline_at: datetime | None
    on_hold: bool
    seats: Mapping[UUID, int]
    seating: Seating | None
    events: tuple[LoggedEvent, ...]
    more: bool
    mark: Mark

    def seat_of(self, player: UUID | None) -> int | None:
        """The seat of a player, None if he has none."""
        return None if player is None else self.seats.get(player)

    def shown_to(self, seat: int | None) -> Sequence[int]:
        """The partners who show `seat` their cards."""
        return partners.shown_to(seat, self.seating)

    def is_for(self, player: UUID | None) -> bool:
        """Whether he may know of the game."""
        return not self.private or self.seat_of(player) is not None


def news(wanted: Mapping[UUID, int], limit: int) -> dict[UUID, News]:
    """Of these games at most `limit` events each after the version given. Games that do not exist are left out."""
    return {rows.game_id: _read(rows, wanted[rows.game_id], limit) for rows in log.news(wanted, limit)}


def _read(rows: log.NewRows, after: int, limit: int) -> News:
    mark = rows.version, rows.on_hold
    try:
        events = tuple(log.logged(row) for row in log.missed(rows, after, limit))
    except DatabaseError:
        raise
    except Exception:
        # One game that cannot be read must not keep the others from being told.
        logger.exception("the log of game %s cannot be read after event %d", rows.game_id, after)
        events, rows = (), rows._replace(on_hold=True)
    last = events[-1].seq if events else rows.version
    return News(*rows[:-1], events=events, more=last < rows.version, mark=mark)


def marks(game_ids: Collection[UUID]) -> dict[UUID, Mark]:
    """How far these games are, in one statement."""
    return {game_id: (version, on_hold) for game_id, version, on_hold in queries.rows(HEADS, list(game_ids))}


def rosters(players: Collection[UUID]) -> dict[UUID, tuple[int, int]]:
    """What changes, for each of these players, when he sits down somewhere or stands up; in one statement."""
    return {player: (count, mixed) for player, count, mixed in queries.rows(ROSTERS, list(players))}


def now() -> datetime:
    """The service's time."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT service_now()")
        found: datetime = cursor.fetchone()[0]
        return found
