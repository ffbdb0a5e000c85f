"""How a header is selected and read: the columns every query on `game g` shares."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final
from uuid import UUID

from games import option_sets
from games.records import Header, Origin, SeatKind, SeatRecord, Spectators, Status

COLUMNS: Final = """
    g.id, g.version, g.chain, g.status, g.private, g.spectators, g.spectator_version, g.invite_code,
    g.game, g.edition, g.option_set_id, g.turn_seat, g.deadline_at,
    g.followed, g.quarantined_at, g.created_at, g.updated_at,
    g.origin_id, g.origin_version, g.origin_future,
    (SELECT json_agg(json_build_array(s.seat_no, s.kind, s.player_id,
            (SELECT p.name FROM players_player p WHERE p.id = s.player_id), s.bot))
        FROM seat s WHERE s.game_id = g.id)
"""
# Names one by one and seats unsorted: a handful of rows, and no plan of joins and sorts around them.
WIDTH: Final = 21
"""Number of columns in `COLUMNS`."""

_STATUSES: Final = {int(status): status for status in Status}
_SPECTATORS: Final = {int(spectators): spectators for spectators in Spectators}
_KINDS: Final = {int(kind): kind for kind in SeatKind}
_id: Final = lru_cache(maxsize=4096)(UUID)
"""The ids of those who play much are read again and again."""


def read(row: tuple[Any, ...]) -> Header:
    """The header in the first `WIDTH` columns of `row`."""
    (
        game_id, version, chain, status, private, spectators, spectator_version, invite_code,
        game, edition, option_set,
        turn_seat, deadline_at, followed, quarantined_at, created_at, updated_at,
        origin_id, origin_version, origin_future, seats,
    ) = row[:WIDTH]  # fmt: skip
    return Header(
        id=game_id,
        version=version,
        chain=bytes(chain),
        status=_STATUSES[status],
        private=private,
        spectators=_SPECTATORS[spectators],
        spectator_version=spectator_version,
        invite_code=invite_code,
        game=game,
        edition=edition,
        option_set=option_sets.find(option_set),
        seats=tuple(
            SeatRecord(number, _KINDS[kind], None if player is None else _id(player), name, bot or None)
            for number, kind, player, name, bot in sorted(seats or ())
        ),
        turn_seat=turn_seat,
        deadline_at=deadline_at,
        followed=followed,
        quarantined_at=quarantined_at,
        created_at=created_at,
        updated_at=updated_at,
        origin=None if origin_id is None else Origin(origin_id, origin_version, origin_future),
    )
