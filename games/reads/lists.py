"""Lists of games: public games, those of a player by urgency, and all games of a player. One statement a page.

A private game is listed only for its players. A match under way has the place in the list that its reader may see
(`games.store.spectators`). For one game see `one_game`.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from common import base64url, clock
from common.database import queries
from games import clock as clocks
from games import errors
from games.store import columns, spectators
from games.types import Status

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from games.types import Game


FOREVER: Final = 2**62
"""The deadline of a game without one: sorts after all others."""
EMPTY_ID: Final = UUID(int=0)
OVER: Final = 3
"""Finished games come after all others in `my_games`."""


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game in a list, and the asker's part in it."""

    game: Game
    seat: int | None

    @property
    def my_turn(self) -> bool:
        """Return whether the asker must act now."""
        return self.seat is not None and self.seat == self.game.turn_seat


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a list, read at `now`. `next_cursor` is None on the last page."""

    items: tuple[GameSummary, ...]
    now: datetime
    next_cursor: str | None


@dataclass(frozen=True, slots=True)
class GameFilter:
    """A filter of games. None or False means no restriction."""

    status: Status | None = None
    mine: bool = False
    my_turn: bool = False
    open_seats: bool = False


@dataclass(frozen=True, slots=True)
class Sitting:
    """A game and the seat of a player in it. `pseudonym` is their name in transcripts."""

    game: Game
    seat: int
    pseudonym: UUID


def list_games(player: UUID | None, where: GameFilter, cursor: str | None, limit: int) -> Page:
    """Return public games, newest first; with `mine` or `my_turn` the games of `player`, private ones too.

    Raises `BadCursor`.
    """
    own = where.mine or where.my_turn
    # Both columns have the same values. A player's own games are found and ordered by their seats.
    age, last_id = ("mine.created_at", "mine.game_id") if own else ("g.created_at", "g.id")
    conditions = ["TRUE" if own else "NOT g.private"]
    parameters: list[Any] = [player]
    if where.open_seats:
        conditions.append("NOT g.private AND g.status = 0 AND g.open_seats > 0")
    if where.status is not None:
        conditions.append("g.status = %s::smallint")
        parameters.append(int(where.status))
    if where.my_turn:
        conditions.append("mine.seat_no = g.turn_seat")
    if own and (where.status is not None or where.my_turn or where.open_seats):
        over = where.status is Status.FINISHED and not where.my_turn and not where.open_seats
        conditions.append(f"mine.over_at IS {'NOT NULL' if over else 'NULL'}")
    if cursor is not None:
        (created,), last = decode_cursor("list", cursor, 1)
        conditions.append(f"({age}, {last_id}) < (%s::timestamptz, %s::uuid)")
        parameters += [_time(created), last]
    join = "JOIN" if own else "LEFT JOIN"
    behind = spectators.behind("mine.seat_no IS NULL")
    sql = f"""
        SELECT {columns.COLUMNS}, mine.seat_no, seen.chain, seen.recorded_at, service_now()
        FROM game g {join} seat mine ON mine.game_id = g.id AND mine.player_id = %s::uuid
        LEFT JOIN LATERAL (
            SELECT e.chain, e.recorded_at FROM event e WHERE e.game_id = g.id AND e.seq = g.spectator_version
        ) seen ON {behind}
        WHERE {" AND ".join(conditions)}
        ORDER BY {age} DESC, {last_id} DESC LIMIT %s::int
    """  # noqa: S608 - made of the constants above
    rows = queries.rows(sql, *parameters, limit + 1)
    items = tuple(_summary(row) for row in rows[:limit])
    following = None
    if len(rows) > limit:
        game = items[-1].game
        following = encode_cursor("list", (clocks.micros(game.created_at),), game.id)
    return Page(items, _now(rows), following)


def _summary(row: tuple[Any, ...]) -> GameSummary:
    game = columns.read_game(row)
    seat, chain, recorded_at = row[columns.WIDTH : columns.WIDTH + 3]
    version = spectators.version_for(game, seat)
    if version == game.version:
        return GameSummary(game, seat)
    seen = replace(
        game,
        version=version,
        chain=bytes(chain or b""),
        turn_seat=None,
        deadline_at=None,
        updated_at=recorded_at or game.created_at,
    )
    return GameSummary(seen, seat)


# Finished games are not read, except for those on the page: a player may have thousands.
MINE: Final = f"""
SELECT {columns.COLUMNS}, mine.seat_no, mine.rank, mine.deadline, mine.age, service_now() FROM (
    SELECT game_id, seat_no,
        CASE WHEN seat_no = turn_seat THEN 0 WHEN status = 1 THEN 1 ELSE 2 END AS rank,
        coalesce((extract(epoch FROM deadline_at) * 1000000)::bigint, {FOREVER}) AS deadline,
        (extract(epoch FROM updated_at) * 1000000)::bigint
            * CASE WHEN seat_no = turn_seat THEN 1 ELSE -1 END AS age
    FROM seat JOIN game ON game.id = seat.game_id WHERE seat.player_id = %(player)s::uuid AND seat.over_at IS NULL
    UNION ALL (
        SELECT game_id, seat_no, {OVER}, {FOREVER}, -(extract(epoch FROM over_at) * 1000000)::bigint
        FROM seat WHERE player_id = %(player)s::uuid AND over_at <= %(over)s::timestamptz
            AND (over_at < %(over)s::timestamptz OR game_id > %(last)s::uuid)
        ORDER BY over_at DESC, game_id LIMIT %(limit)s::int
    )
) mine JOIN game g ON g.id = mine.game_id
WHERE (mine.rank, mine.deadline, mine.age, g.id)
    > (%(rank)s::int, %(deadline)s::bigint, %(age)s::bigint, %(last)s::uuid)
ORDER BY mine.rank, mine.deadline, mine.age, g.id LIMIT %(limit)s::int
"""  # noqa: S608 - constants only
RANKED: Final = columns.WIDTH + 1


def my_games(player: UUID, cursor: str | None, limit: int) -> Page:
    """Return the games of a player, the most urgent first.

    First the games where they must act, by deadline and then by how long the others have waited. Then running games,
    tables not started and finished games, the latest first. Raises `BadCursor`.
    """
    (rank, deadline, age), last = ((-1, 0, 0), EMPTY_ID) if cursor is None else decode_cursor("mine", cursor, 3)
    over = _time(-age) if rank == OVER else "infinity"
    start = {"rank": rank, "deadline": deadline, "age": age, "last": last, "over": over}
    rows = queries.rows(MINE, player=player, **start, limit=limit + 1)
    items = tuple(GameSummary(columns.read_game(row), row[columns.WIDTH]) for row in rows[:limit])
    following = None
    if len(rows) > limit:
        following = encode_cursor("mine", rows[limit - 1][RANKED:-1], items[-1].game.id)
    return Page(items, _now(rows), following)


SITTINGS: Final = f"""
SELECT {columns.COLUMNS}, mine.seat_no, mine.seat_uid
FROM seat mine JOIN game g ON g.id = mine.game_id WHERE mine.player_id = %s::uuid AND g.id > %s::uuid
ORDER BY g.id LIMIT %s::int
"""  # noqa: S608 - constants only
SITTINGS_AT_ONCE: Final = 100


def sittings(player: UUID) -> Iterator[Sitting]:
    """Yield every game of a player, in no particular order, while reading."""
    last = EMPTY_ID
    while rows := queries.rows(SITTINGS, player, last, SITTINGS_AT_ONCE):
        for row in rows:
            yield Sitting(columns.read_game(row), *row[columns.WIDTH :])
        last = rows[-1][0]


def _now(rows: Sequence[tuple[Any, ...]]) -> datetime:
    now: datetime = rows[0][-1] if rows else clock.now()
    return now


def _time(micros: int) -> datetime:
    try:
        return clocks.as_time(micros)
    except OverflowError:
        raise errors.BadCursor(parameter="cursor") from None


_PREFIX: Final = {"list": b"\x01", "mine": b"\x02"}


def encode_cursor(kind: str, numbers: tuple[int, ...], last: UUID) -> str:
    """Return a cursor of list `kind` for signed 64-bit `numbers` and the id that breaks ties."""
    raw = _PREFIX[kind] + struct.pack(f">{len(numbers)}q", *numbers) + last.bytes
    return base64url.write(raw)


def decode_cursor(kind: str, token: str, count: int) -> tuple[tuple[int, ...], UUID]:
    """Return the `count` numbers and the id of a cursor. Raises `BadCursor` unless `encode_cursor` made it."""
    try:
        raw = base64url.read(token)
    except ValueError:
        raise errors.BadCursor(parameter="cursor") from None
    if len(raw) != 1 + 8 * count + 16 or raw[:1] != _PREFIX[kind]:
        raise errors.BadCursor(parameter="cursor")
    return struct.unpack(f">{count}q", raw[1 : 1 + 8 * count]), UUID(bytes=raw[-16:])
