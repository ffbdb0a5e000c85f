"""The current state of a game, and the events of one command, as notifications need them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings

import engine
from common.database.prepared import Prepared
from games.models import AutomaticMove
from games.store import asked_seats, reader, shards
from games.store import load as stored
from games.types import SeatKind, Status
from players.notifications import channels, readers

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime
    from uuid import UUID

    from engine import Event
    from games.clock import Clock
    from games.types import Game, LoggedEvent
    from players.notifications.readers import Reader

RECENT: Final = 60
"""Most events in a report of what happened since a player acted."""
COMMAND_JOINS: Final = f"""
LEFT JOIN (SELECT game_id, seat_no, player_id AS id FROM seat) reader
    ON reader.game_id = %s::uuid AND reader.seat_no = g.turn_seat
{readers.JOINED}
"""  # noqa: S608 - constants only

ON_NODE: Final = Prepared(f"""
SELECT {stored.GAME}, {reader.LAST.format(seq="%s::int", game=shards.POSITIONAL)} FROM game g WHERE g.id = %s::uuid
""")  # noqa: S608 - constants only
"""A game and the last events of a command, in a cluster of databases."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A game and its table at one version, read at `now`."""

    game: Game
    table: engine.Table
    now: datetime
    clock: Clock | None = None

    @property
    def people(self) -> dict[int, UUID]:
        """Return the players at the table by seat."""
        return {
            seat.seat: seat.player
            for seat in self.game.seats
            if seat.kind is SeatKind.HUMAN and seat.player is not None
        }

    def players_of(self, seat: int) -> list[UUID]:
        """Return who plays a seat: its player, and somebody to whom it is lent now."""
        record = self.game.seats[seat]
        lent = [] if record.loan is None else [record.loan.borrower]
        return [self.people[seat], *lent] if seat in self.people else lent

    @property
    def asked(self) -> tuple[int, ...]:
        """Return the seats that must act, or may act in a decision that is open to several, without autopilot."""
        table = self.table
        if self.game.status is not Status.RUNNING:
            return ()
        # Public facts only. Every GET of a player runs this: if it tried what each hand allows, its duration would
        # reveal something of hidden hands (1.27 ms or 1.31 ms, by five cards unlike the others).
        return tuple(seat for seat in asked_seats.seats(table) if seat not in table.autopilot)

    def must_act(self, seat: int | None) -> bool:
        """Return whether the game waits for this seat and no other."""
        return seat is not None and seat == self.table.turn and seat in self.asked


@dataclass(frozen=True, slots=True)
class CommandSnapshot:
    """The events of one command. `is_settled`: the game still waits for the same seats as after it.

    `readers`: the player on turn, who is told of most commands.
    """

    snapshot: Snapshot
    events: tuple[LoggedEvent, ...]
    is_settled: bool
    readers: Mapping[UUID, Reader] = field(default_factory=dict)

    @property
    def actor(self) -> int:
        """Return the seat that sent the command, or `games.types.SYSTEM`."""
        return self.events[0].actor


def load(game_id: UUID) -> Snapshot | None:
    """Return the current game; None if it does not exist."""
    found = stored.load_game(game_id)
    return None if found is None else Snapshot(found.game, found.table, found.now, found.clock)


def command_columns() -> str:
    """Return the columns that `load_command` takes, of `o` (game and last event of a command) with `COMMAND_JOINS`.

    All parameters in both are the id of the game.
    """
    last = reader.LAST.format(seq="o.seq", game=shards.game(shards.POSITIONAL))
    return f"{stored.GAME}, {last}, {readers.columns(channels.channels())}"


def load_command(game_id: UUID, seq: int, row: tuple[Any, ...] | None = None) -> CommandSnapshot | None:
    """Return the command whose last event is number `seq`; None if there is none.

    `row` has the `command_columns` if they were read already. One statement, unless the command has many events, the
    log is archived or the cache of the game invalid.
    """
    row = row or _read_command(game_id, seq)
    state = None if row is None else stored.load_game(game_id, row[: stored.GAME_WIDTH])
    if row is None or state is None:
        return None
    last, *reader_of_turn = row[stored.GAME_WIDTH :]
    rows = reader.command_of(game_id, seq, last)
    if not rows:
        return None
    now = Snapshot(state.game, state.table, state.now, state.clock)
    player = reader_of_turn[0] if reader_of_turn else None
    on_turn = {} if player is None else {player: readers.read(reader_of_turn, channels.channels())}
    return CommandSnapshot(now, tuple(reader.logged(row) for row in rows), not moved_on(now, seq), on_turn)


def _read_command(game_id: UUID, seq: int) -> tuple[Any, ...] | None:
    if settings.DATABASE_SHARDED:  # players lie on another node
        return ON_NODE.one(game_id, seq, seq, game_id)
    columns = command_columns()
    before, behind = ([game_id] * part.count("%s") for part in (columns, COMMAND_JOINS))
    return _command(columns).one(*before, game_id, seq, *behind)


@lru_cache
def _command(columns: str) -> Prepared:
    return Prepared(f"""
        SELECT {columns} FROM (SELECT %s::uuid AS game_id, %s::int AS seq) o JOIN game g ON g.id = o.game_id
        {COMMAND_JOINS}
    """)  # noqa: S608 - constants only


def moved_on(now: Snapshot, seq: int, seat: int | None = None) -> bool:
    """Return whether any seat was asked to act after event `seq`, or this `seat` has acted."""
    if now.game.version == seq:
        return False
    actor = reader.NOBODY if seat is None else seat
    return bool(reader.matching(now.game.id, seq, now.game.version, asked_seats.ASKING, actor))


def asked_at(now: Snapshot) -> datetime:
    """Return when the current actor's turn began."""
    return now.game.asked_at or now.game.updated_at


def since_acting(now: Snapshot, seat: int) -> tuple[list[Event], bool]:
    """Return the events since the player of this seat acted, and whether there are more before.

    At most the latest `RECENT`, and not what was before they took the seat over. A move that was made for the player is
    told to them like those of others.
    """
    version = now.game.version
    first = max(now.game.since(seat), version - RECENT)
    rows = reader.read(now.game.id, first, version)
    mine = AutomaticMove.objects.filter(game_id=now.game.id, seat=seat, seq__gt=first)
    acted = reader.acted(rows, seat, set(mine.values_list("seq", flat=True)))
    return [reader.decoded(row) for row in rows if row.seq > acted], not acted and version > RECENT


def newcomers(now: Snapshot, seq: int) -> set[int]:
    """Return the seats that were taken, or taken over, after event `seq`."""
    if now.game.version == seq:
        return set()
    rows = reader.matching(now.game.id, seq, now.game.version, reader.SEAT_TAKEN)
    events: list[Any] = [reader.decoded(row) for row in rows]
    return {event.seat for event in events}


def told_apart(events: Sequence[Event]) -> list[bool]:
    """Return for each event whether it is news: the end of a pause is not if the next event continues it.

    The log has such a pair when the end of a vacation is moved.
    """
    return [not _goes_on(event, then) for event, then in zip_longest(events, events[1:])]


def _goes_on(event: Event, then: Event | None) -> bool:
    return (
        isinstance(event, engine.ClockResumed)
        and isinstance(then, engine.ClockPaused)
        and (event.reason, event.seat) == (then.reason, then.seat)
    )


def asks(logged: LoggedEvent) -> bool:
    """Return whether a seat must act after this event."""
    return engine.TAGS[type(logged.event)] in asked_seats.ASKS


def calls(logged: LoggedEvent) -> bool:
    """Return whether the seat that must act after this event must be notified: it is asked, or an agreed pause is over.

    A player who heard weeks ago that it is their turn should hear that their time runs again.
    """
    event = logged.event
    return asks(logged) or (isinstance(event, engine.ClockResumed) and event.seat is None)
