"""What those who follow games ask again and again: what is new, in many games at once, and whether anything is.

Who may see what of it is said by `News.is_for` and `engine.redact`, each time anew.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.db import DatabaseError, connection

from common.database import queries
from games.store import reader, spectators

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from datetime import datetime
    from uuid import UUID

    from games.store.option_sets import Sight
    from games.store.reader import Audience
    from games.types import LoggedEvent, Spectators, Status

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

    `outside`: for spectators, who are told nothing that they may not see yet. `more`: there are events beyond these.
    `on_hold`: nothing changes in it before an operator has looked, or its log cannot be read. `mark`: what `marks` says
    of it.
    """

    game_id: UUID
    outside: bool
    version: int
    chain: bytes
    status: Status
    private: bool
    spectators: Spectators
    turn: int | None
    deadline_at: datetime | None
    on_hold: bool
    seats: Mapping[UUID, int]
    sight: Sight
    events: tuple[LoggedEvent, ...]
    more: bool
    mark: Mark

    def seat_of(self, player: UUID | None) -> int | None:
        """The seat of a player, None if he has none."""
        return None if player is None else self.seats.get(player)

    def is_for(self, player: UUID | None) -> bool:
        """Whether they may see the game."""
        seat = self.seat_of(player)
        return self.is_known_to(player) and spectators.are_admitted(self.spectators, self.status, seat)

    def is_known_to(self, player: UUID | None) -> bool:
        """Whether they may know of the game."""
        return not self.private or self.seat_of(player) is not None


def news(wanted: Mapping[Audience, int], limit: int) -> dict[Audience, News]:
    """For these audiences at most `limit` events each after the version given.

    Games that do not exist are left out.
    """
    found = {(rows.game_id, rows.outside): rows for rows in reader.news(wanted, limit)}
    return {audience: _read(rows, wanted[audience], limit) for audience, rows in found.items()}


def _read(rows: reader.NewRows, after: int, limit: int) -> News:
    mark = rows.last, rows.on_hold
    try:
        events = tuple(reader.logged(row) for row in reader.missed(rows, after, limit))
    except DatabaseError:
        raise
    except Exception:
        # One game that cannot be read must not keep the others from being told.
        logger.exception("the log of game %s cannot be read after event %d", rows.game_id, after)
        events, rows = (), rows._replace(on_hold=True)
    last = events[-1].seq if events else rows.version
    return News(*rows[:-2], events=events, more=last < rows.version, mark=mark)


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
