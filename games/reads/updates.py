"""Updates of many games at once, for streams: new events, versions, the seats of players, and what has changed.

`GameUpdate.is_for` and `engine.redact` decide who may see what of them.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.db import DatabaseError

from common.database import queries
from engine import NewerCode
from games.store import acting_seats, asked_seats, reader, seats, spectators, table_summary
from games.store.option_sets import NOTHING_SHOWN, sight_of
from games.types import Spectators, Status

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from datetime import datetime
    from uuid import UUID

    from games.store.option_sets import Sight
    from games.store.reader import Audience, ChangedGame
    from games.types import EventRow, LoggedEvent, SeatRecord

logger = logging.getLogger(__name__)

HEADS: Final = "SELECT id, version, quarantined_at IS NOT NULL FROM game WHERE id = ANY(%s::uuid[])"
# Uses only the indexes over seats and loans, however many games a player has played.
ROSTERS: Final = """
SELECT player_id, count(*), bit_xor(uuid_hash(game_id)) FROM (
    SELECT player_id, game_id FROM seat WHERE player_id = ANY(%s::uuid[])
    UNION ALL
    SELECT borrower_id, game_id FROM loan WHERE borrower_id = ANY(%s::uuid[]) AND until_at > service_now()
) theirs GROUP BY player_id
"""

Mark = tuple[int, bool]
"""The version of a game, and whether it is quarantined."""
Roster = tuple[int, int]
"""A value that changes when a player takes or leaves a seat, or when one is lent to them."""


class Place(NamedTuple):
    """The place of a player at a table, see `GameUpdate.place_of`."""

    seat: int | None = None
    since: int = 0


OUTSIDE: Final = Place()
"""The place of spectators."""


@dataclass(frozen=True, slots=True)
class GameUpdate:
    """The events of a game after a version, oldest first, and its state.

    `places` are by player: the seat that they have, or that is lent to them, and the version since which it is theirs.

    `outside` marks an update for spectators, who get nothing that they may not see yet. `more` tells that there are
    further events. `quarantined` tells that nothing changes in the game until an operator acts, or that its log
    cannot be read. `waits` tells that newer code has moved the game in a way that this code cannot read: there are
    no events here then, and another process has them. `mark` is the entry of the game in `marks`. `table` is the
    table in short, as in `lists.GameSummary`.
    """

    game_id: UUID
    outside: bool
    version: int
    chain: bytes
    status: Status
    private: bool
    spectators: Spectators
    turn: int | None
    acting_seats: int
    deadline_at: datetime | None
    waits_for: tuple[int, ...]
    asked_at: datetime | None
    table: Mapping[str, object] | None
    quarantined: bool
    waits: bool
    places: Mapping[UUID, Place]
    sight: Sight
    events: tuple[LoggedEvent, ...]
    more: bool
    mark: Mark

    def seat_of(self, player: UUID | None) -> int | None:
        """Return the seat that a player has, or that is lent to them; None if there is neither."""
        return self.place_of(player).seat

    def place_of(self, player: UUID | None) -> Place:
        """Return the place of a player."""
        return OUTSIDE if player is None else self.places.get(player, OUTSIDE)

    def can_act(self, seat: int | None) -> bool:
        """Return whether the player on this seat (None: a spectator) can act."""
        return acting_seats.can_act(self.acting_seats, seat, quarantined=self.quarantined)

    def is_for(self, player: UUID | None) -> bool:
        """Return whether the player may see the game."""
        seat = self.seat_of(player)
        return self.is_known_to(player) and spectators.are_admitted(self.spectators, self.status, seat)

    def is_known_to(self, player: UUID | None) -> bool:
        """Return whether the player may know of the game."""
        return not self.private or self.seat_of(player) is not None


def after(wanted: Mapping[Audience, int], limit: int) -> dict[Audience, GameUpdate]:
    """Return for these audiences at most `limit` events each after the version given.

    Games that do not exist are left out.
    """
    found = (_update(columns, rows, wanted, limit) for columns, rows in reader.updates(wanted, limit))
    return {(update.game_id, update.outside): update for update in found}


def _update(columns: tuple[Any, ...], rows: list[EventRow], wanted: Mapping[Audience, int], limit: int) -> GameUpdate:
    (
        game_id, outside, version, chain, status, private, admitted, turn, acting, deadline_at, asked, asked_at,
        summary, quarantined, seating, now, option_set, last,
    ) = columns  # fmt: skip
    start, mark = wanted[game_id, outside], (last, quarantined)
    events: tuple[LoggedEvent, ...] = ()
    sight, waits = NOTHING_SHOWN, False
    try:
        sight = sight_of(option_set)
        if not rows and start < version:
            rows = reader.read(game_id, start, min(start + limit, version))
        events = tuple(reader.logged(row) for row in rows)
    except DatabaseError:
        raise
    except NewerCode as newer:
        logger.warning("game %s has to wait for newer code: %s", game_id, newer)
        waits = True
    except Exception:
        # One game that cannot be read must not delay the updates of the others.
        logger.exception("the log of game %s cannot be read after event %d", game_id, start)
        quarantined = True
    return GameUpdate(
        game_id, outside, version, reader.chain_of(game_id, chain), Status(status), private, Spectators(admitted), turn,
        acting, deadline_at, asked_seats.read(asked), asked_at, table_summary.read(summary), quarantined, waits,
        _places(seats.read_at(seating, now)), sight, events,
        more=(events[-1].seq if events else version) < version, mark=mark,
    )  # fmt: skip


def _places(seated: Collection[SeatRecord]) -> dict[UUID, Place]:
    lent = {one.loan.borrower: Place(one.seat, one.loan.since) for one in seated if one.loan is not None}
    return lent | {one.player: Place(one.seat, one.since) for one in seated if one.player is not None}


def changed_since(time: datetime) -> list[ChangedGame]:
    """Return the games with events recorded since then, in one statement whose cost is that of these events."""
    return reader.changed_since(time)


def marks(game_ids: Collection[UUID]) -> dict[UUID, Mark]:
    """Return version and quarantine of these games, in one statement."""
    return {game_id: (version, quarantined) for game_id, version, quarantined in queries.rows(HEADS, list(game_ids))}


def rosters(players: Collection[UUID]) -> dict[UUID, Roster]:
    """Return the rosters of these players, in one statement. Players without any seat are left out."""
    return {player: (count, mixed) for player, count, mixed in queries.rows(ROSTERS, list(players), list(players))}
