"""Reads: one game, its events, and the lists. One statement each; visibility is decided here and nowhere else.

A private game does not exist for strangers. What leaves the service of a table or an event is for `engine.view` and
`engine.redact` to say.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.db import connection

import engine
from games import clock as clocks
from games import cursors, errors, event_store, headers, log, quarantine, snapshots, transcripts
from games.records import GameState, Status
from players.selectors import Along

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from engine import Table
    from games.records import Header, LoggedEvent
    from games.transcripts import Transcript

FOREVER: Final = 2**62
"""Stands for the deadline of a game without one: after all others."""
EMPTY_ID: Final = UUID(int=0)


@dataclass(frozen=True, slots=True)
class EventPage:
    """Events after a version, oldest first, with the head of the game at the same moment.

    `seat`: the asker's, None for a spectator. `more`: the log goes on after the last event here.
    """

    version: int
    chain: bytes
    status: Status
    seat: int | None
    events: tuple[LoggedEvent, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class PastState:
    """A table as it was when event `table.version` was recorded, one of `first_seq` to `last_seq` of its command.

    `status` is the game's now; `viewer`: a seat, None for a spectator, or `engine.OPEN`.
    """

    table: Table
    chain: bytes
    recorded_at: datetime
    first_seq: int
    last_seq: int
    status: Status
    viewer: int | None


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game in a list: its header, and how the asker stands to it."""

    header: Header
    seat: int | None

    @property
    def my_turn(self) -> bool:
        """Whether the asker must act now."""
        return self.seat is not None and self.seat == self.header.turn_seat


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a list, read at `now`; `next_cursor` None: there is no more."""

    items: tuple[GameSummary, ...]
    now: datetime
    next_cursor: str | None


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Which games to list; None or False: no restriction."""

    status: Status | None = None
    mine: bool = False
    my_turn: bool = False
    open_seats: bool = False


def reading_game(game_id: UUID) -> Along:
    """What to read of a game in the statement that asks whose token it is; its row is one for `load_game`."""
    return Along(event_store.LOAD, (game_id,))


def load_game(game_id: UUID, player: UUID | None, row: tuple[Any, ...] | None = None) -> GameState:
    """A game as `player` (None: nobody known) finds it; `row`: as `event_store.load`.

    Raises `GameNotFound`, and `GameQuarantined` if the game cannot even be shown.
    """
    try:
        found = event_store.load(game_id, row)
    except errors.GameQuarantined as held:
        if held.header is not None and held.header.private and held.header.seat_of(player) is None:
            raise errors.GameNotFound from None
        raise
    if found is None:
        raise errors.GameNotFound
    seat = found.header.seat_of(player)
    if found.header.private and seat is None:
        raise errors.GameNotFound
    return GameState(found.header, found.table, found.clock, seat, found.now)


FINISHED: Final = """
SELECT g.version, g.status, g.private, s.seat_no, g.quarantined_at IS NOT NULL FROM game g
LEFT JOIN seat s ON s.game_id = g.id AND s.player_id = %s::uuid WHERE g.id = %s::uuid
"""


def transcript(game_id: UUID, player: UUID | None) -> tuple[Transcript, bool]:
    """The transcript of a finished match, and whether the game is private.

    Raises `GameNotFound`, `GameNotFinished`, and `GameQuarantined`: what is in doubt is not signed.
    """
    for version, status, private, seat, quarantined in _rows(FINISHED, (player, game_id)):
        if private and seat is None:
            break
        if quarantined:
            raise errors.GameQuarantined
        if status != Status.FINISHED:
            raise errors.GameNotFinished
        return transcripts.of_game(game_id, version), private
    raise errors.GameNotFound


def record(found: Transcript) -> str:
    """A finished match as text for people. Raises `NoRecord` if it cannot be written by today's rules."""
    try:
        return engine.print_record(engine.record_of(engine.read_transcript(b"".join(found.lines()))))
    except engine.Unexplained:
        raise errors.NoRecord from None


def events_after(game_id: UUID, player: UUID | None, after: int, limit: int, seen_by: int | None = None) -> EventPage:
    """At most `limit` events with seq > `after`.

    `seen_by`: with whose eyes, see `state_at`. Raises `GameNotFound`, `GameQuarantined` if they cannot be read.
    """
    page = log.page(game_id, player, after, limit)
    head = _known(None if page is None else page.head)
    _may_see_with_eyes_of(head, seen_by)
    rows = [] if page is None else page.rows
    last = rows[-1].seq if rows else head.version
    with _damage_reported(game_id):
        events = tuple(log.logged(row) for row in rows)
    return EventPage(head.version, head.chain, head.status, head.seat, events, more=last < head.version)


def state_at(game_id: UUID, player: UUID | None, version: int, seen_by: int | None = None) -> PastState:
    """The table after event `version` as the asker knew it then.

    `seen_by`, for finished matches only: as a seat knew it, or `engine.OPEN`; None: as the asker. While the match runs
    there is nothing to see between the events of a command: the pile lies there shuffled and not dealt yet.
    Raises `GameNotFound`, `NoSuchVersion`, `WithinCommand`, `GameNotFinished`, `NoSuchSeat`, `GameQuarantined`.
    """
    head = _known(log.head(game_id, player))
    _may_see_with_eyes_of(head, seen_by)
    if not 1 <= version <= head.version:
        raise errors.NoSuchVersion(last=head.version)
    with _damage_reported(game_id):
        moment = snapshots.moment(game_id, version)
    first, last = moment.rows[0].seq, moment.rows[-1].seq
    if head.status is not Status.FINISHED and version != last:
        raise errors.WithinCommand(before=first - 1, after=last)
    viewer = head.seat if seen_by is None else seen_by
    return PastState(moment.table, moment.event.chain, moment.event.recorded_at, first, last, head.status, viewer)


def _known(head: log.Head | None) -> log.Head:
    """The head, if the asker may know of the game. Raises `GameNotFound`."""
    if head is None or (head.private and head.seat is None):
        raise errors.GameNotFound
    return head


def _may_see_with_eyes_of(head: log.Head, viewer: int | None) -> None:
    if viewer is None:
        return
    if head.status is not Status.FINISHED:
        raise errors.GameNotFinished
    if viewer >= head.seats:
        raise errors.NoSuchSeat(last=head.seats - 1)


@contextmanager
def _damage_reported(game_id: UUID) -> Iterator[None]:
    """Raises `GameQuarantined` where a game that is on hold cannot even be read."""
    try:
        yield
    except Exception as error:
        if quarantine.among([game_id]):
            raise errors.GameQuarantined from error
        raise


def list_games(player: UUID | None, where: GameFilter, cursor: str | None, limit: int) -> Page:
    """Public games, newest first; with `mine` or `my_turn` the games `player` sits in, private ones too.

    Raises `BadCursor`.
    """
    own = where.mine or where.my_turn
    conditions = ["TRUE" if own else "NOT g.private"]
    parameters: list[Any] = [player]
    if where.open_seats:
        conditions.append("NOT g.private AND g.status = 0 AND g.open_seats > 0")
    if where.status is not None:
        conditions.append("g.status = %s::smallint")
        parameters.append(int(where.status))
    if where.my_turn:
        conditions.append("mine.seat_no = g.turn_seat")
    if cursor is not None:
        (created,), last = cursors.decode("list", cursor, 1)
        conditions.append("(g.created_at, g.id) < (%s::timestamptz, %s::uuid)")
        parameters += [_time(created), last]
    # Whoever asks only for his own games has few: start from his seats. Else walk the index by age.
    join = "JOIN" if own else "LEFT JOIN"
    sql = f"""
        SELECT {headers.COLUMNS}, mine.seat_no, service_now()
        FROM game g {join} seat mine ON mine.game_id = g.id AND mine.player_id = %s::uuid
        WHERE {" AND ".join(conditions)}
        ORDER BY g.created_at DESC, g.id DESC LIMIT %s::int
    """  # noqa: S608 - made of the constants above
    rows = _rows(sql, [*parameters, limit + 1])
    items = tuple(GameSummary(headers.read(row), row[headers.WIDTH]) for row in rows[:limit])
    following = None
    if len(rows) > limit:
        header = items[-1].header
        following = cursors.encode("list", (clocks.micros(header.created_at),), header.id)
    return Page(items, _now(rows), following)


MINE: Final = f"""
SELECT {headers.COLUMNS}, mine.seat_no, mine.rank, mine.deadline, mine.age, service_now() FROM (
    SELECT *,
        CASE WHEN seat_no = turn_seat THEN 0 WHEN status = 1 THEN 1 WHEN status = 0 THEN 2 ELSE 3 END AS rank,
        coalesce((extract(epoch FROM deadline_at) * 1000000)::bigint, {FOREVER}) AS deadline,
        (extract(epoch FROM updated_at) * 1000000)::bigint
            * CASE WHEN seat_no = turn_seat THEN 1 ELSE -1 END AS age
    FROM seat JOIN game ON game.id = seat.game_id WHERE seat.player_id = %s::uuid
) mine JOIN game g ON g.id = mine.id
WHERE (mine.rank, mine.deadline, mine.age, g.id) > (%s::int, %s::bigint, %s::bigint, %s::uuid)
ORDER BY mine.rank, mine.deadline, mine.age, g.id LIMIT %s::int
"""  # noqa: S608 - constants only
RANKED: Final = headers.WIDTH + 1


def my_games(player: UUID, cursor: str | None, limit: int) -> Page:
    """The games a player sits in, the most urgent first.

    Where he must act, by deadline and then by how long the others have waited; then running games, tables not
    started and finished games, the latest first. Raises `BadCursor`.
    """
    start, last = ((-1, 0, 0), EMPTY_ID) if cursor is None else cursors.decode("mine", cursor, 3)
    parameters: list[Any] = [player, *start, last, limit + 1]
    rows = _rows(MINE, parameters)
    items = tuple(GameSummary(headers.read(row), row[headers.WIDTH]) for row in rows[:limit])
    following = None
    if len(rows) > limit:
        following = cursors.encode("mine", rows[limit - 1][RANKED:-1], items[-1].header.id)
    return Page(items, _now(rows), following)


SITTINGS: Final = f"""
SELECT {headers.COLUMNS}, mine.seat_no, mine.seat_uid
FROM seat mine JOIN game g ON g.id = mine.game_id WHERE mine.player_id = %s::uuid AND g.id > %s::uuid
ORDER BY g.id LIMIT %s::int
"""  # noqa: S608 - constants only
SITTINGS_AT_ONCE: Final = 100


@dataclass(frozen=True, slots=True)
class Sitting:
    """A game somebody sits in; `pseudonym`: what transcripts call him there."""

    header: Header
    seat: int
    pseudonym: UUID


def sittings(player: UUID) -> Iterator[Sitting]:
    """Every game a player sits in, in no particular order, read as it is asked for."""
    last = EMPTY_ID
    while rows := _rows(SITTINGS, (player, last, SITTINGS_AT_ONCE)):
        for row in rows:
            yield Sitting(headers.read(row), *row[headers.WIDTH :])
        last = rows[-1][0]


def _rows(sql: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows


def _now(rows: Sequence[tuple[Any, ...]]) -> datetime:
    """The database's time: the last column, or asked for where nothing was found."""
    now: datetime = rows[0][-1] if rows else _rows("SELECT service_now()", ())[0][0]
    return now


def _time(micros: int) -> datetime:
    try:
        return clocks.as_time(micros)
    except OverflowError:
        raise errors.BadCursor from None
