"""Reads of one game: as it is, as it was, its events, its transcript. Access is decided here and nowhere else.

A private game does not exist for strangers, and spectators see a running match as far as `games.store.spectators`
lets them. `engine.view` and `engine.redact` decide what of a table or an event leaves the service.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import engine
from common.database import queries
from games import errors
from games.proofs import transcripts
from games.store import columns, load, quarantine, reader, replay, spectators
from games.types import GameState, Status
from players.selectors import Bearer, find_bearer_with

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from uuid import UUID

    from engine import Table
    from games.proofs.transcripts import Transcript
    from games.store.option_sets import Sight
    from games.types import EventRow, LoggedEvent

LONGEST_RECORD: Final = 10_000
"""Events of a match that is written down for anybody who asks. It takes a thread up to a second."""


@dataclass(frozen=True, slots=True)
class EventPage:
    """Events after a version, oldest first, with the head of the game for the asker at the same moment.

    `seat`: the asker's, None for a spectator. `more`: the log goes on after the last event here.
    """

    version: int
    chain: bytes
    status: Status
    seat: int | None
    sight: Sight
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


def bearer_and_game(sha256: bytes, game_id: UUID) -> tuple[Bearer, tuple[Any, ...]] | None:
    """The holder of the token of this digest and the game's row for `load_game`, in one statement."""
    return find_bearer_with(sha256, load.LOAD, game_id)


def load_game(game_id: UUID, player: UUID | None, row: tuple[Any, ...] | None = None) -> GameState:
    """A game as `player` (None: nobody known) may see it; `row`: as `event_store.load`.

    Raises `GameNotFound`, `NoSpectators`, and `GameQuarantined` if the game cannot even be shown.
    """
    return as_seen(find_game(game_id, player, row))


def as_seen(state: GameState) -> GameState:
    """The game where its asker may see it: a spectator of a match under way, perhaps, as it stood before the round.

    Raises `NoSpectators`.
    """
    header = state.header
    spectators.admit(header.spectators, header.status, state.seat)
    version = spectators.version_for(header, state.seat)
    if version == header.version:
        return state
    with _damage_reported(header.id):
        past = replay.fold_to(header.id, version, since=version - 1)
    then = columns.header_at(header, past.table, past.clock, past.rows[-1])
    # That a match is under way is no part of it: the table is taken, and nobody can join any more.
    return replace(state, header=replace(then, status=header.status), table=past.table, clock=past.clock)


def find_game(game_id: UUID, player: UUID | None, row: tuple[Any, ...] | None = None) -> GameState:
    """A game as it is, which `player` may know of, for the service to decide by: `as_seen` is what they are shown.

    Raises `GameNotFound`, and `GameQuarantined` if the game cannot even be read.
    """
    found = load.load_game(game_id, row, is_known=lambda header: header.is_known_to(player))
    if found is None:
        raise errors.GameNotFound
    return replace(found, seat=found.header.seat_of(player))


def tip_of(game_id: UUID) -> tuple[int, bytes] | None:
    """Version and chain of a game: for nobody to see, but to compare with what somebody says that they have seen."""
    return reader.tip(game_id)


FINISHED: Final = """
SELECT g.version, g.status, g.private, s.seat_no, g.quarantined_at IS NOT NULL FROM game g
LEFT JOIN seat s ON s.game_id = g.id AND s.player_id = %s::uuid WHERE g.id = %s::uuid
"""


def transcript(game_id: UUID, player: UUID | None) -> tuple[Transcript, bool]:
    """The transcript of a finished match, and whether the game is private.

    Raises `GameNotFound`, `GameNotFinished`, and `GameQuarantined`: what is in doubt is not signed.
    """
    for version, status, private, seat, quarantined in queries.rows(FINISHED, player, game_id):
        if private and seat is None:
            break
        if quarantined:
            raise errors.GameQuarantined
        if status != Status.FINISHED:
            raise errors.GameNotFinished
        return transcripts.of_game(game_id, version), private
    raise errors.GameNotFound


def record(found: Transcript) -> str:
    """A finished match as text for people. Raises `NoRecord` if it is too long, or not written by today's rules."""
    if found.events > LONGEST_RECORD:
        raise errors.NoRecord
    try:
        return engine.print_record(engine.record_of(engine.read_transcript(b"".join(found.lines()))))
    except engine.CannotInfer:
        raise errors.NoRecord from None


def events_after(game_id: UUID, player: UUID | None, after: int, limit: int, seen_by: int | None = None) -> EventPage:
    """At most `limit` events with seq > `after`.

    `seen_by`: with whose eyes, see `state_at`. Raises `GameNotFound`, `NoSpectators`, `GameQuarantined` if they cannot
    be read.
    """
    found, rows = _page(game_id, player, after, limit) or (None, [])
    head = _known(found)
    _may_see_with_eyes_of(head, seen_by)
    last = rows[-1].seq if rows else head.version
    with _damage_reported(game_id):
        events = tuple(reader.logged(row) for row in rows)
    return EventPage(head.version, head.chain, head.status, head.seat, head.sight, events, more=last < head.version)


def head_of(game_id: UUID, player: UUID | None) -> reader.Head:
    """How far a game goes for the asker, and their seat. Raises `GameNotFound`, `NoSpectators`."""
    return _known(reader.head(game_id, player))


def state_at(game_id: UUID, player: UUID | None, version: int, seen_by: int | None = None) -> PastState:
    """The table after event `version` as the asker knew it then.

    `seen_by`, for finished matches only: as a seat knew it, or `engine.OPEN`; None: as the asker. While the match runs
    there is nothing to see between the events of a command: the pile lies there shuffled and not dealt yet.
    Raises `GameNotFound`, `NoSpectators`, `NoSuchVersion`, `WithinCommand`, `GameNotFinished`, `NoSuchSeat`,
    `GameQuarantined`.
    """
    head = head_of(game_id, player)
    _may_see_with_eyes_of(head, seen_by)
    if not 1 <= version <= head.version:
        raise errors.NoSuchVersion(last=head.version)
    with _damage_reported(game_id):
        moment = replay.moment(game_id, version)
    first, last = moment.rows[0].seq, moment.rows[-1].seq
    if head.status is not Status.FINISHED and version != last:
        raise errors.WithinCommand(before=first - 1, after=last)
    viewer = head.seat if seen_by is None else seen_by
    return PastState(moment.table, moment.event.chain, moment.event.recorded_at, first, last, head.status, viewer)


def _page(game_id: UUID, player: UUID | None, after: int, limit: int) -> tuple[reader.Head, list[EventRow]] | None:
    try:
        return reader.page(game_id, player, after, limit)
    except errors.LogCorrupt:
        _known(reader.head(game_id, player))  # of the damage of private games strangers hear nothing
        with _damage_reported(game_id):
            raise


def _known(head: reader.Head | None) -> reader.Head:
    """The head, if the asker may see the game. Raises `GameNotFound`, `NoSpectators`."""
    if head is None or (head.private and head.seat is None):
        raise errors.GameNotFound
    spectators.admit(head.spectators, head.status, head.seat)
    return head


def _may_see_with_eyes_of(head: reader.Head, viewer: int | None) -> None:
    if viewer is None:
        return
    if head.status is not Status.FINISHED:
        raise errors.GameNotFinished
    if viewer >= head.seats:
        raise errors.NoSuchSeat(last=head.seats - 1)


@contextmanager
def _damage_reported(game_id: UUID) -> Iterator[None]:
    """Raises `GameQuarantined` where a quarantined game cannot even be read."""
    try:
        yield
    except Exception as error:
        if quarantine.among([game_id]):
            raise errors.GameQuarantined from error
        raise
