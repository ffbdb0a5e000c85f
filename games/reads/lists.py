"""Lists of games: public games, those of a player by urgency, and all games of a player. One statement a page.

A private game is listed only for its players. A match under way has the place in the list that its reader may see
(`games.store.spectators`). For one game see `one_game`.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import UUID

from django.conf import settings

import engine
from common import base64url, clock
from common.database import queries
from games import clock as clocks
from games import errors
from games.models import FormerSeat
from games.store import acting_seats, columns, places, shards, spectators, table_summary
from games.types import Speed, Status
from players.reliability import reliability_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime

    from games.types import Game


FOREVER: Final = 2**62
"""The deadline of a game without one: sorts after all others."""
WHOLE: Final = 100
"""In percent."""
EMPTY_ID: Final = UUID(int=0)
OVER: Final = 4
"""Finished games come after all others in `my_games`."""


CAN_ACT: Final = acting_seats.can_act_column("mine.seat_no")


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game in a list, and the asker's part in it.

    `can_act`: they have a legal command now. `table`: the table in short, None if they may not see it yet.
    """

    game: Game
    seat: int | None
    can_act: bool
    table: Mapping[str, object] | None

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
    """A filter of games. None or False means no restriction. `player`: a player who must have a seat.

    `substitute`: only matches with a seat that may be taken over.
    `suits_me`: the asker meets the reliability that the table asks for, and has blocked nobody there.
    """

    status: Status | None = None
    mine: bool = False
    my_turn: bool = False
    can_act: bool = False
    open_seats: bool = False
    substitute: bool = False
    ruleset: str | None = None
    edition: str | None = None
    speed: Speed | None = None
    player: UUID | None = None
    suits_me: bool = False

    @property
    def is_about_kinds(self) -> bool:
        """Return whether the filter asks for some rulesets, editions or speeds among all public games."""
        if self.is_own or self.player is not None:
            return False
        return self.ruleset is not None or self.edition is not None or self.speed is not None

    @property
    def is_own(self) -> bool:
        """Return whether only games in which the asker plays a seat, also one on loan, are left."""
        return self.mine or self.my_turn or self.can_act

    @property
    def is_unfinished(self) -> bool:
        """Return whether no finished game is left, whatever `status` says."""
        return self.my_turn or self.can_act or self.open_seats or self.substitute


@dataclass(frozen=True, slots=True)
class Sitting:
    """A game and the seat of a player in it. `pseudonym` is their name in transcripts."""

    game: Game
    seat: int
    pseudonym: UUID


def list_games(player: UUID | None, where: GameFilter, cursor: str | None, limit: int) -> Page:
    """Return public games, newest first; with `mine`, `my_turn` or `can_act` the games of `player`, private ones too.

    A game in which a seat is lent to them is one of theirs as long as the loan runs.

    A page costs its games, except where a filter by ruleset, edition or speed thins out the games of one player:
    then it may read all of that player's. Raises `BadCursor`.
    """
    parameters: dict[str, Any] = {
        "viewer": shards.asker(player),
        "player": where.player,
        "status": None if where.status is None else int(where.status),
        "ruleset": where.ruleset,
        "edition": where.edition,
        "speed": None if where.speed is None else int(where.speed),
        "limit": limit + 1,
    }
    if where.suits_me and player is not None:
        found = reliability_of(player)
        parameters["share"] = WHOLE if found is None else found.share
        if settings.DATABASE_SHARDED:
            parameters["blocked"] = [one for (one,) in queries.rows(BLOCKED, player)]
    if cursor is not None:
        (created,), last = decode_cursor("list", cursor, 1)
        parameters |= {"created": _time(created), "last": last}
    if where.is_about_kinds:
        parameters |= _kinds(where)
    source = _source(where, is_first=cursor is None)
    sql = f"""
        SELECT {columns.COLUMNS}, mine.seat_no, {CAN_ACT}, g.table_summary, seen.chain, seen.recorded_at, service_now()
        FROM {source.tables}
        LEFT JOIN LATERAL (
            SELECT e.chain, e.recorded_at FROM event e WHERE e.game_id = g.id AND e.seq = g.spectator_version
        ) seen ON {spectators.behind("mine.seat_no IS NULL")}
        WHERE {" AND ".join(source.conditions) or "true"}
        ORDER BY {source.created} DESC, {source.id} DESC LIMIT %(limit)s::int
    """  # noqa: S608 - made of the constants above
    rows = queries.rows(sql, **parameters)
    items = tuple(_summary(row) for row in rows[:limit])
    following = None
    if len(rows) > limit:
        game = items[-1].game
        following = encode_cursor("list", (clocks.micros(game.created_at),), game.id)
    return Page(items, _now(rows), following)


BLOCKED: Final = "SELECT blocked_id FROM players_block WHERE blocker_id = %s::uuid"
BEFORE: Final = "({created}, {id}) < (%(created)s::timestamptz, %(last)s::uuid)"
OF_KIND_BEFORE: Final = """
(k.created_at AT TIME ZONE 'UTC', k.id) < (%(created)s::timestamptz AT TIME ZONE 'UTC', %(last)s::uuid)"""
MY_SEAT: Final = places.join("%(viewer)s::uuid", "mine")
MY_SEAT_ON_NODES: Final = places.join_many("%(viewer)s::uuid", "mine")
# The newest of the caller's seats, and those that are lent to them now, which are few.
OWN: Final = """
(
    (SELECT mine.game_id, mine.seat_no, mine.created_at FROM seat mine JOIN game g ON g.id = mine.game_id
    WHERE mine.player_id = %(viewer)s::uuid {of_seats}
    ORDER BY mine.created_at DESC, mine.game_id DESC LIMIT %(limit)s::int)
    UNION ALL
    SELECT mine.game_id, mine.seat_no, g.created_at FROM loan mine JOIN game g ON g.id = mine.game_id
    WHERE mine.borrower_id = %(viewer)s::uuid AND mine.until_at > service_now() {of_loans}
) mine JOIN game g ON g.id = mine.game_id
"""
PUBLIC: Final = "theirs.player_id = %(player)s::uuid AND NOT theirs.private"
# Asked for each of the caller's games: other games of the player, which may be private, are never read.
SHARED: Final = "(SELECT true FROM seat t WHERE t.player_id = %(player)s::uuid AND t.game_id = mine.game_id)"
NOT_PRIVATE: Final = "NOT k.private"
# Newcomers meet every reliability. By the index over seats of a game.
SUITS: Final = """
({game}.min_reliability IS NULL OR {game}.min_reliability <= %(share)s::smallint) AND NOT EXISTS (
    SELECT FROM seat s JOIN players_block b ON b.blocked_id = s.player_id
    WHERE s.game_id = {game}.id AND b.blocker_id = %(viewer)s::uuid
)"""
# In a cluster of databases blocks lie on another node than the games.
SUITS_ON_NODES: Final = """
(g.min_reliability IS NULL OR g.min_reliability <= %(share)s::smallint) AND NOT EXISTS (
    SELECT FROM seat s WHERE s.game_id = g.id AND s.player_id = ANY(%(blocked)s::uuid[])
)"""
# No index has the games of several kinds by age. So the newest of each kind are read, and of these the newest.
KINDS: Final = """
(
    SELECT newest.id FROM unnest(
        %(rulesets)s::text[], %(editions)s::text[], %(speeds)s::smallint[], %(statuses)s::smallint[]
    ) AS kind (game, edition, speed, status)
    CROSS JOIN LATERAL (
        SELECT k.id, k.created_at AT TIME ZONE 'UTC' AS age FROM game k
        WHERE (k.game, k.edition, k.speed, k.status) = (kind.game, kind.edition, kind.speed, kind.status)
            AND {conditions}
        ORDER BY age DESC, k.id DESC LIMIT %(limit)s::int
    ) newest
    ORDER BY newest.age DESC, newest.id DESC LIMIT %(limit)s::int
) page JOIN game g ON g.id = page.id
"""


class _Source(NamedTuple):
    """Where a list begins: tables that have its games `g` by age, and the caller's seat `mine`.

    `created` and `id` are columns of the game, or their copies in a seat, which an index has in order.
    """

    tables: str
    conditions: tuple[str, ...]
    created: str = "g.created_at"
    id: str = "g.id"


def _source(where: GameFilter, *, is_first: bool) -> _Source:
    my_seat = MY_SEAT_ON_NODES if settings.DATABASE_SHARDED else MY_SEAT
    if where.is_own:
        shared = () if where.player is None else (SHARED,)
        seats = (*shared, *_conditions(where, "mine", is_first=is_first))
        loans = (*shared, *_conditions(where, None, is_first=is_first))
        tables = OWN.format(of_seats=_and(seats), of_loans=_and(loans))
        return _Source(tables, (), "mine.created_at", "mine.game_id")
    if where.player is not None:
        tables = f"seat theirs JOIN game g ON g.id = theirs.game_id {my_seat}"
        conditions = (PUBLIC, *_conditions(where, "theirs", is_first=is_first))
        return _Source(tables, conditions, "theirs.created_at", "theirs.game_id")
    conditions = tuple(_conditions(where, None, is_first=is_first))
    if settings.DATABASE_SHARDED or not where.is_about_kinds:
        return _Source(f"game g {my_seat}", ("NOT g.private", *conditions))
    narrowed = [NOT_PRIVATE]
    if where.open_seats:
        narrowed.append("k.open_seats > 0")
    if where.substitute:
        narrowed.append("k.vacant_seats > 0")
    if where.suits_me:
        narrowed.append(SUITS.format(game="k"))
    if not is_first:
        narrowed.append(OF_KIND_BEFORE)
    return _Source(f"{KINDS.format(conditions=' AND '.join(narrowed))} {MY_SEAT}", conditions)


def _and(conditions: Sequence[str]) -> str:
    return "".join(f" AND {condition}" for condition in conditions)


def _kinds(where: GameFilter) -> dict[str, list[Any]]:
    """Return the kinds of public games that the filter lets through, as columns."""
    pairs = [
        pair
        for pair in engine.rulesets().values()
        if where.ruleset in {None, pair[0]} and where.edition in {None, pair[1]}
    ]
    speeds = list(Speed) if where.speed is None else [where.speed]
    statuses = [
        status
        for status in Status
        if where.status in {None, status}
        and (not where.open_seats or status is Status.LOBBY)
        and (not where.substitute or status is Status.RUNNING)
    ]
    kinds = [(*pair, int(speed), int(status)) for pair, speed, status in product(pairs, speeds, statuses)]
    names = ("rulesets", "editions", "speeds", "statuses")
    return {name: [kind[place] for kind in kinds] for place, name in enumerate(names)}


def _conditions(where: GameFilter, seat: str | None, *, is_first: bool) -> Iterator[str]:
    """Yield what the filter and the page demand of a game, and what follows for the seat by which it is found."""
    demands = (
        (where.open_seats, "NOT g.private AND g.status = 0 AND g.open_seats > 0"),
        (where.substitute, "NOT g.private AND g.status = 1 AND g.vacant_seats > 0"),
        (where.status is not None, "g.status = %(status)s::smallint"),
        (where.suits_me, SUITS_ON_NODES if settings.DATABASE_SHARDED else SUITS.format(game="g")),
        (where.my_turn, "mine.seat_no = g.turn_seat"),
        (where.can_act, CAN_ACT),
        (where.ruleset is not None, "g.game = %(ruleset)s::text"),
        (where.edition is not None, "g.edition = %(edition)s::text"),
        (where.speed is not None, "g.speed = %(speed)s::smallint"),
    )
    yield from (condition for is_asked, condition in demands if is_asked)
    if seat is not None and (where.status is not None or where.is_unfinished):
        over = where.status is Status.FINISHED and not where.is_unfinished
        yield f"{seat}.over_at IS {'NOT NULL' if over else 'NULL'}"
    if not is_first:
        created, game = ("g.created_at", "g.id") if seat is None else (f"{seat}.created_at", f"{seat}.game_id")
        yield BEFORE.format(created=created, id=game)


def _summary(row: tuple[Any, ...]) -> GameSummary:
    game = columns.read_game(row)
    seat, can_act, summary, chain, recorded_at = row[columns.WIDTH : columns.WIDTH + 5]
    version = spectators.version_for(game, seat)
    if version == game.version:
        return GameSummary(game, seat, can_act, table_summary.read(summary))
    seen = replace(
        game,
        version=version,
        chain=bytes(chain or b""),
        turn_seat=None,
        waits_for=(),
        asked_at=None,
        deadline_at=None,
        updated_at=recorded_at or game.created_at,
    )
    return GameSummary(seen, seat, can_act, None)


# Finished games are not read, except for those on the page: a player may have thousands.
MINE: Final = f"""
SELECT {columns.COLUMNS}, mine.seat_no, {CAN_ACT}, g.table_summary, mine.rank, mine.deadline, mine.age, service_now()
FROM (
    SELECT game_id, seat_no,
        CASE WHEN seat_no = turn_seat THEN 0 WHEN {acting_seats.can_act_column("seat_no")} THEN 1
            WHEN status = 1 THEN 2 ELSE 3 END AS rank,
        coalesce((extract(epoch FROM deadline_at) * 1000000)::bigint, {FOREVER}) AS deadline,
        (extract(epoch FROM updated_at) * 1000000)::bigint
            * CASE WHEN seat_no = turn_seat THEN 1 ELSE -1 END AS age
    FROM (
        SELECT game_id, seat_no FROM seat WHERE player_id = %(player)s::uuid AND over_at IS NULL
        UNION ALL
        SELECT game_id, seat_no FROM loan WHERE borrower_id = %(player)s::uuid AND until_at > service_now()
    ) open JOIN game g ON g.id = open.game_id
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
RANKED: Final = columns.WIDTH + 3


def my_games(player: UUID, cursor: str | None, limit: int) -> Page:
    """Return the games of a player, the most urgent first, also those in which a seat is lent to them.

    First the games where they must act, by deadline and then by how long the others have waited. Then games where they
    can act but need not, other running games, tables not started and finished games, the latest first. Raises
    `BadCursor`.
    """
    (rank, deadline, age), last = ((-1, 0, 0), EMPTY_ID) if cursor is None else decode_cursor("mine", cursor, 3)
    over = _time(-age) if rank == OVER else "infinity"
    start = {"rank": rank, "deadline": deadline, "age": age, "last": last, "over": over}
    rows = queries.rows(MINE, player=player, **start, limit=limit + 1)
    items = tuple(_own_summary(row) for row in rows[:limit])
    following = None
    if len(rows) > limit:
        following = encode_cursor("mine", rows[limit - 1][RANKED:-1], items[-1].game.id)
    return Page(items, _now(rows), following)


def _own_summary(row: tuple[Any, ...]) -> GameSummary:
    seat, can_act, summary = row[columns.WIDTH : RANKED]
    return GameSummary(columns.read_game(row), seat, can_act, table_summary.read(summary))


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


def former_seats(player: UUID) -> list[dict[str, Any]]:
    """Return the seats of a player that others have taken over, as their export shows them."""
    return [
        {
            "game": one.game_id,
            "seat": one.seat_no,
            "pseudonym": one.seat_uid,
            "since_version": one.since_version,
            "until_version": one.until_version,
        }
        for one in FormerSeat.objects.filter(player_id=player).order_by("game_id", "until_version")
    ]


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
