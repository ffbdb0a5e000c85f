"""The one reader of the log: stored rows, decoded events and the fold. It writes nothing.

A log lies in `event` and `command`, or else in the archive, which is read if those tables have no rows of it. That
leaves no gap: a game is moved in one transaction, once, and each statement sees either all of it or nothing. No other
code selects from those tables, except the lookup of a command's id that `load` makes along with the game's row.
"""

from __future__ import annotations

from datetime import datetime
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar
from uuid import UUID

from django.conf import settings

import engine
from common.database import queries, replica
from common.database.prepared import Prepared
from games import clock as clocks
from games import errors
from games.store import archive, places, shards, spectators
from games.store.option_sets import sight_of
from games.types import CommandRow, EventRow, LoggedEvent, Spectators, Status

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from engine import Table
    from games.clock import Clock
    from games.store.option_sets import Sight

Answer = TypeVar("Answer")

COLUMNS: Final = """
    e.seq, e.type, e.schema_version, e.actor, e.command_id, e.recorded_at,
    e.public, e.private, e.private_commitment, e.chain
"""

RANGE: Final = f"""
SELECT {COLUMNS} FROM event e
WHERE e.game_id = %s::uuid AND e.seq > %s::int AND e.seq <= %s::int ORDER BY e.seq
"""  # noqa: S608 - constants only

HEAD_COLUMNS: Final = f"""
    {spectators.version_column("s.seat_no IS NULL")}, {spectators.chain_column("s.seat_no IS NULL")}, g.status,
    g.private, g.spectators, g.seat_count, s.seat_no, coalesce(s.since_version, 0), g.option_set_id
"""

# The game's row, events and the asker's seat, from one snapshot in one statement. For `{game}` see `shards`.
PAGE: Final = f"""
SELECT {HEAD_COLUMNS}, {COLUMNS}
FROM game g
{places.join("%(player)s::uuid", game="{game}")}
LEFT JOIN event e ON e.game_id = g.id AND e.seq > %(after)s::int
    AND e.seq <= {spectators.version_column("s.seat_no IS NULL")} AND (s.seat_no IS NOT NULL OR NOT g.private)
WHERE g.id = %(game)s::uuid ORDER BY e.seq LIMIT %(limit)s::int
"""  # noqa: S608 - constants only
PAGE_HEAD: Final = 9

# New events of many games, and their players, from one snapshot.
UPDATES: Final = f"""
SELECT g.id, wanted.outside, {spectators.version_column("wanted.outside")}, {spectators.chain_column("wanted.outside")},
    g.status, g.private, g.spectators,
    CASE WHEN {spectators.behind("wanted.outside")} THEN NULL ELSE g.turn_seat END,
    g.acting_seats,
    CASE WHEN {spectators.behind("wanted.outside")} THEN NULL ELSE g.deadline_at END,
    CASE WHEN {spectators.behind("wanted.outside")} THEN 0 ELSE g.asked_seats END,
    CASE WHEN {spectators.behind("wanted.outside")} THEN NULL ELSE g.asked_at END,
    CASE WHEN {spectators.behind("wanted.outside")} THEN NULL ELSE g.table_summary END,
    g.quarantined_at IS NOT NULL,
    g.seats, service_now(),
    g.option_set_id, g.version, n.*
FROM unnest(%(games)s::uuid[], %(outsides)s::boolean[], %(afters)s::int[]) AS wanted (id, outside, after)
JOIN game g ON g.id = {{game}}
LEFT JOIN LATERAL (
    SELECT {COLUMNS} FROM event e
    WHERE e.game_id = {{game}} AND e.seq > wanted.after AND e.seq <= {spectators.version_column("wanted.outside")}
    ORDER BY e.seq LIMIT %(limit)s::int
) n ON true
ORDER BY g.id, wanted.outside, n.seq
"""  # noqa: S608 - constants only
UPDATE_HEAD: Final = 18

# Whether the log has this event with this chain; of an archived one the game's row tells.
REACHES: Final = Prepared("""
SELECT EXISTS (SELECT FROM event e WHERE e.game_id = %s::uuid AND e.seq = %s::int AND e.chain = %s::bytea)
    OR EXISTS (SELECT FROM game g WHERE g.id = %s::uuid AND g.version = %s::int AND g.chain = %s::bytea)
""")

HEAD: Final = f"""
SELECT {HEAD_COLUMNS}
FROM game g {places.join("%(player)s::uuid", game="{game}")}
WHERE g.id = %(game)s::uuid
"""  # noqa: S608 - constants only

# Events, with the language of a player, the version up to which they have looked at the game, and the first events of
# automatic moves, in one statement.
SINCE: Final = f"""
SELECT asker.language, asker.looked, asker.automatic, {COLUMNS}
FROM (SELECT
    (SELECT p.language FROM players_playerpreferences p WHERE p.player_id = %s::uuid) AS language,
    (SELECT s.looked FROM players_seen s WHERE s.player_id = %s::uuid AND s.game_id = %s::uuid) AS looked,
    (SELECT array_agg(a.seq) FROM automatic_move a WHERE a.game_id = %s::uuid AND a.seq > %s::int) AS automatic) asker
LEFT JOIN event e ON e.game_id = %s::uuid AND e.seq > %s::int AND e.seq <= %s::int ORDER BY e.seq
"""  # noqa: S608 - constants only

# The events of the command that event %s belongs to.
TOGETHER: Final = f"""
SELECT {COLUMNS} FROM event x
JOIN command c ON (c.game_id, c.command_id) = (x.game_id, x.command_id)
JOIN event e ON e.game_id = x.game_id AND e.seq BETWEEN c.first_seq AND c.last_seq
WHERE x.game_id = %s::uuid AND x.seq = %s::int ORDER BY e.seq
"""  # noqa: S608 - constants only

# An expression: the last events of a game up to one, as many as nearly all commands have.
USUAL: Final = 8
COMMAND_ID: Final = EventRow._fields.index("command_id")
LAST: Final = f"""
(SELECT json_agg(json_build_array({COLUMNS}) ORDER BY e.seq) FROM event e
WHERE e.game_id = {{game}} AND e.seq BETWEEN {{seq}} - {USUAL - 1} AND {{seq}})
"""  # noqa: S608 - constants only

# The events after %s, up to the end of the command that event %s belongs to.
THROUGH: Final = f"""
SELECT {COLUMNS} FROM event e
WHERE e.game_id = %s::uuid AND e.seq > %s::int AND e.seq <= (
    SELECT c.last_seq FROM event x JOIN command c ON (c.game_id, c.command_id) = (x.game_id, x.command_id)
    WHERE x.game_id = %s::uuid AND x.seq = %s::int)
ORDER BY e.seq
"""  # noqa: S608 - constants only

MATCHING: Final = f"""
SELECT {COLUMNS} FROM event e
WHERE e.game_id = %s::uuid AND e.seq > %s::int AND e.seq <= %s::int
    AND (e.type = ANY(%s::smallint[]) OR e.actor = %s::smallint)
ORDER BY e.seq
"""  # noqa: S608 - constants only
LATEST: Final = f"""
SELECT {COLUMNS} FROM event e
WHERE e.game_id = %s::uuid AND e.seq <= %s::int AND e.type = ANY(%s::smallint[]) ORDER BY e.seq DESC LIMIT 1
"""  # noqa: S608 - constants only
EARLIEST: Final = LATEST.replace("DESC", "")
NOBODY: Final = -1
"""No actor has this number."""

COMMANDS: Final = """
SELECT c.command_id, c.actor, c.fingerprint, c.first_seq, c.last_seq FROM command c
WHERE c.game_id = %s::uuid AND c.first_seq > %s::int ORDER BY c.first_seq
"""

# All rows of some games.
LOGS: Final = f"""
SELECT e.game_id, {COLUMNS} FROM event e WHERE e.game_id = ANY(%s::uuid[]) ORDER BY e.game_id, e.seq
"""  # noqa: S608 - constants only
COMMANDS_OF_LOGS: Final = """
SELECT c.game_id, c.command_id, c.actor, c.fingerprint, c.first_seq, c.last_seq FROM command c
WHERE c.game_id = ANY(%s::uuid[]) ORDER BY c.game_id, c.first_seq
"""

# Walks from game to game by the index, so that no part costs more than its own games.
GAMES: Final = """
WITH RECURSIVE found (game_id) AS (
    (SELECT game_id FROM {table} WHERE game_id > %s::uuid ORDER BY game_id LIMIT 1)
    UNION ALL
    SELECT (SELECT t.game_id FROM {table} t WHERE t.game_id > f.game_id ORDER BY t.game_id LIMIT 1)
    FROM found f WHERE f.game_id IS NOT NULL
)
SELECT game_id FROM found WHERE game_id IS NOT NULL LIMIT %s::int
"""
LOGGED: Final = [GAMES.format(table=table) for table in ("event", "command", "game_archive")]
# A cluster of databases takes no recursion over all of its nodes.
GAMES_ON_NODES: Final = "SELECT DISTINCT game_id FROM {table} WHERE game_id > %s::uuid ORDER BY game_id LIMIT %s::int"
LOGGED_ON_NODES: Final = [GAMES_ON_NODES.format(table=table) for table in ("event", "command", "game_archive")]


# Games with events recorded since then, possibly repeated, and those archived since. Part of other statements.
GAMES_SINCE: Final = """
SELECT l.game_id FROM (SELECT %s::timestamptz AS time) since, LATERAL (
    SELECT e.game_id FROM event e WHERE e.recorded_at >= since.time
    UNION ALL SELECT a.game_id FROM game_archive a WHERE a.moved_at >= since.time) l
"""


SEAT_TAKEN: Final = [
    number for number, event in engine.EVENT_TYPES.items() if engine.TAGS[event] in {"seat_taken", "seat_taken_over"}
]
SEATED: Final = [number for number, event in engine.EVENT_TYPES.items() if event is engine.SeatLent] + SEAT_TAKEN
# Games with events recorded since then, and their players if somebody has sat down.
CHANGED: Final = """
SELECT c.game_id, c.version, CASE WHEN c.seated THEN ARRAY(
    SELECT s.player_id FROM seat s WHERE s.game_id = c.game_id AND s.player_id IS NOT NULL
    UNION ALL SELECT l.borrower_id FROM loan l WHERE l.game_id = c.game_id AND l.until_at > service_now()) ELSE '{}' END
FROM (
    SELECT e.game_id, max(e.seq) AS version, bool_or(e.type = ANY(%s::smallint[])) AS seated
    FROM event e WHERE e.recorded_at >= %s::timestamptz GROUP BY e.game_id
) c
"""


class ChangedGame(NamedTuple):
    """A game with new events. `players`: all of its players if one of the events is of `SEATED`; else empty."""

    game_id: UUID
    version: int
    players: list[UUID]


class Head(NamedTuple):
    """How far a game goes for an asker. `seat` is theirs, None if they have none; `seats` are all of the game.

    `since`: they took the seat over after this version.
    """

    version: int
    chain: bytes
    status: Status
    private: bool
    spectators: Spectators
    seats: int
    seat: int | None
    since: int
    sight: Sight


class Tip(NamedTuple):
    """An event of a game and the chain after it, as the primary knows them."""

    game_id: UUID
    version: int
    chain: bytes


Audience = tuple[UUID, bool]
"""A game, and whether it is for spectators, who see a running match only up to their version."""


def read(game_id: UUID, after: int, upto: int) -> list[EventRow]:
    """Return the rows with `after` < seq <= `upto`, in order."""
    rows = [EventRow._make(row) for row in queries.rows(RANGE, game_id, after, upto)] if after < upto else []
    return rows or [row for row in archive.around(game_id, after, upto) if after < row.seq <= upto]


def logs(game_ids: Sequence[UUID]) -> dict[UUID, tuple[list[EventRow], list[CommandRow]]]:
    """Return all rows of these games, in two statements; none of a game that is archived."""
    found: dict[UUID, tuple[list[EventRow], list[CommandRow]]] = {game_id: ([], []) for game_id in game_ids}
    for game_id, *row in queries.rows(LOGS, list(game_ids)):
        found[game_id][0].append(EventRow._make(row))
    for game_id, *row in queries.rows(COMMANDS_OF_LOGS, list(game_ids)):
        found[game_id][1].append(CommandRow._make(row))
    return found


def read_to(tip: Tip, after: int, upto: int) -> list[EventRow]:
    """Return `read` of the game of `tip`, at most up to it; from the replica if there is one."""

    def whole() -> list[EventRow]:
        rows = read(tip.game_id, after, upto)
        if len(rows) != upto - after:
            raise errors.LogCorrupt(f"game {tip.game_id}: {len(rows)} events after {after} instead of up to {upto}")
        return rows

    found = from_replica(tip, whole) if after < upto else []
    return read(tip.game_id, after, upto) if found is None else found


def from_replica(tip: Tip, ask: Callable[[], Answer]) -> Answer | None:
    """Return `ask()`, which reads the log up to `tip` and nothing else, from the replica; None: ask the primary.

    A log never changes, and its chain binds all of it. So a replica that has the event of this number with this chain
    has everything before it as well, however late it is, and one of a lost branch of the database has not.
    """

    def has_all() -> bool:
        row = REACHES.one(tip.game_id, tip.version, tip.chain, tip.game_id, tip.version, tip.chain)
        return row is not None and bool(row[0])

    return replica.read(ask, has_all=has_all, missing=(errors.LogCorrupt, LookupError, ValueError))


def through(game_id: UUID, after: int, seq: int) -> list[EventRow]:
    """Return the rows after `after` up to the end of the command that event `seq` belongs to."""
    rows = [EventRow._make(row) for row in queries.rows(THROUGH, game_id, after, game_id, seq)]
    if rows:
        return rows
    rows = archive.around(game_id, after, seq)
    last = {row.command_id for row in rows if row.seq == seq}
    return [row for row in rows if row.seq > after and (row.seq <= seq or row.command_id in last)]


def command_events(game_id: UUID, seq: int) -> list[EventRow]:
    """Return the rows of the command that event `seq` belongs to; empty if there is no such event."""
    rows = [EventRow._make(row) for row in queries.prepared(TOGETHER, game_id, seq)]
    rows = rows or archive.around(game_id, seq - 1, seq)
    together = {row.command_id for row in rows if row.seq == seq}
    return [row for row in rows if row.command_id in together]


def command_of(game_id: UUID, seq: int, last: Sequence[Sequence[Any]] | None) -> list[EventRow]:
    """Return the rows of the command that ended with event `seq`, of which `last` is what `LAST` selected.

    Empty if there is no such event.
    """
    own = [_from_json(row) for row in last or () if row[COMMAND_ID] == (last or ())[-1][COMMAND_ID]]
    is_whole = len(own) < len(last or ()) and own[-1].seq == seq
    return own if is_whole else command_events(game_id, seq)


def changed_since(time: datetime) -> list[ChangedGame]:
    """Return the games with events recorded since then. A command that was recorded, but not committed, is missing."""
    return [ChangedGame(*row) for row in queries.prepared(CHANGED, SEATED, time)]


def _from_json(row: Sequence[Any]) -> EventRow:
    seq, code, schema_version, actor, command_id, recorded_at, public, private, commitment, chain = row
    moment = datetime.fromisoformat(recorded_at)
    return EventRow(
        seq, code, schema_version, actor, UUID(command_id), moment, _bytes(public),
        None if private is None else _bytes(private), None if commitment is None else _bytes(commitment), _bytes(chain),
    )  # fmt: skip


def _bytes(text: str) -> bytes:
    return bytes.fromhex(text[2:])


def matching(game_id: UUID, after: int, upto: int, types: Sequence[int], actor: int = NOBODY) -> list[EventRow]:
    """Return the rows with `after` < seq <= `upto` that have one of these types or this actor, in order."""
    rows = [EventRow._make(row) for row in queries.rows(MATCHING, game_id, after, upto, list(types), actor)]
    archived = [] if rows else archive.around(game_id, after, upto)
    return rows or [row for row in archived if after < row.seq <= upto and (row.type in types or row.actor == actor)]


def latest(game_id: UUID, upto: int, types: Sequence[int]) -> EventRow | None:
    """Return the last row with seq <= `upto` that has one of these types."""
    found = queries.rows(LATEST, game_id, upto, list(types))
    if found:
        return EventRow._make(found[0])
    archived = (row for row in reversed(archive.around(game_id, 0, upto)) if row.seq <= upto and row.type in types)
    return next(archived, None)


def earliest(game_id: UUID, upto: int, types: Sequence[int]) -> EventRow | None:
    """Return the first row with seq <= `upto` that has one of these types; None if the log lies in the archive."""
    found = queries.rows(EARLIEST, game_id, upto, list(types))
    return EventRow._make(found[0]) if found else None


def commands(game_id: UUID, after: int = 0) -> list[CommandRow]:
    """Return the accepted commands of a game whose events come after event `after`, in order."""
    rows = [CommandRow._make(row) for row in queries.rows(COMMANDS, game_id, after)]
    return rows or [command for command in archive.commands(game_id) if command.first_seq > after]


def archived_command(game_id: UUID, command_id: UUID) -> CommandRow | None:
    """Return an accepted command of a game whose log lies in the archive."""
    return next((command for command in archive.commands(game_id) if command.command_id == command_id), None)


def games(after: UUID, limit: int) -> list[UUID]:
    """Return the next games, by id, that have a log, with or without a row of their own."""
    logged = LOGGED_ON_NODES if settings.DATABASE_SHARDED else LOGGED
    found = {row[0] for statement in logged for row in queries.rows(statement, after, limit)}
    return sorted(found)[:limit]


def head(game_id: UUID, player: UUID | None) -> Head | None:
    """Return the head of a game for a player; None if there is no such game."""
    found = queries.rows(HEAD.format(game=shards.game(shards.NAMED)), player=shards.asker(player), game=game_id)
    return _head(game_id, found[0]) if found else None


def tip(game_id: UUID) -> tuple[int, bytes] | None:
    """Return version and chain of a game, whatever spectators may see; None if there is no such game."""
    found = queries.rows("SELECT version, chain FROM game WHERE id = %s::uuid", game_id)
    return (found[0][0], bytes(found[0][1])) if found else None


def page(game_id: UUID, player: UUID | None, after: int, limit: int) -> tuple[Head, list[EventRow]] | None:
    """Return the head for a player and at most `limit` (1 or more) rows after `after`, read at the same moment.

    Strangers get no rows of a private game. Returns None if there is no such game.
    """
    sql = PAGE.format(game=shards.game(shards.NAMED))
    found = queries.rows(sql, player=shards.asker(player), after=after, game=game_id, limit=limit)
    if not found:
        return None
    # A game without events in the range is one row of NULLs.
    rows = [EventRow._make(row[PAGE_HEAD:]) for row in found if row[PAGE_HEAD] is not None]
    first = _head(game_id, found[0])
    if not rows and after < first.version and (first.seat is not None or not first.private):
        rows = read(game_id, after, min(after + limit, first.version))
    return first, rows


class Since(NamedTuple):
    """The rows of `read`, with a player's language ("" for unknown) and the version up to which they have looked.

    `automatic`: the first events of automatic moves.
    """

    language: str
    looked: int
    automatic: Collection[int]
    rows: list[EventRow]


def since(game_id: UUID, player: UUID, after: int, upto: int) -> Since:
    """Return the events of a game with what is known of their reader."""
    found = queries.rows(SINCE, player, player, game_id, game_id, after, game_id, after, upto)
    language, looked, automatic = found[0][:3]
    rows = [EventRow._make(row[3:]) for row in found if row[3] is not None]
    rows = rows or (read(game_id, after, upto) if after < upto else [])
    return Since(language or "", looked or 0, automatic or (), rows)


def acted(rows: Iterable[EventRow], seat: int, automatic: Collection[int]) -> int:
    """Return the number of the last event that the player of `seat` caused; 0 if these rows have none.

    `automatic`: the first events of moves that were made for players.
    """
    rows = list(rows)
    made = {row.command_id for row in rows if row.seq in automatic}
    return max((row.seq for row in rows if row.actor == seat and row.command_id not in made), default=0)


def updates(wanted: Mapping[Audience, int], limit: int) -> Iterator[tuple[tuple[Any, ...], list[EventRow]]]:
    """Yield for these audiences the columns of `UPDATES` and at most `limit` rows after the version given.

    Games that do not exist are left out. Rows that lie in the archive must be read by `read`.
    """
    for part in shards.apart(wanted):
        yield from _updates(part, limit)


def _updates(wanted: Mapping[Audience, int], limit: int) -> Iterator[tuple[tuple[Any, ...], list[EventRow]]]:
    games, outsides = [game for game, _ in wanted], [outside for _, outside in wanted]
    if not games:
        return
    found = queries.rows(
        UPDATES.format(game=shards.game(shards.NAMED, "wanted.id")),
        game=games[0], games=games, outsides=outsides, afters=list(wanted.values()), limit=limit,
    )  # fmt: skip
    for _, group in groupby(found, itemgetter(0, 1)):
        rows = list(group)
        yield rows[0][:UPDATE_HEAD], [EventRow._make(row[UPDATE_HEAD:]) for row in rows if row[UPDATE_HEAD] is not None]


def _head(game_id: UUID, row: tuple[Any, ...]) -> Head:
    version, chain, status, private, watched, seats, seat, since, option_set = row[:PAGE_HEAD]
    return Head(
        version,
        chain_of(game_id, chain),
        Status(status),
        private,
        Spectators(watched),
        seats,
        seat,
        since,
        sight_of(option_set),
    )


def chain_of(game_id: UUID, chain: bytes | None) -> bytes:
    """Return the selected chain, or that of the state before the first event for None."""
    return engine.chain_genesis(game_id.bytes) if chain is None else bytes(chain)


def logged(row: EventRow) -> LoggedEvent:
    """Return a row as an event with its place in the log."""
    return LoggedEvent(
        row.seq, row.recorded_at, row.actor, row.command_id, decoded(row), row.chain, row.private_commitment
    )


class Fold(NamedTuple):
    """The result of folding a log or its beginning."""

    table: Table
    clock: Clock | None


def fold(rows: Sequence[EventRow]) -> Fold:
    """Return table and clock after `rows`, a whole log or its beginning."""
    table, clock = engine.Table(), None
    for _, command in groupby(rows, key=attrgetter("command_id")):
        clock = advance(table, clock, list(command))
    return Fold(table, clock)


def advance(table: Table, clock: Clock | None, command: Sequence[EventRow]) -> Clock | None:
    """Fold one command into `table` and return the clock after it."""
    events = [decoded(row) for row in command]
    engine.replay(events, table)
    return clocks.advance(clock, table, command[0].actor, events, clocks.micros(command[0].recorded_at))


def decoded(row: EventRow) -> engine.Event:
    """Return the decoded event of a row."""
    return engine.decode_event(row.type, row.schema_version, row.public, row.private)
