"""Reads of one game: its current and past states, events and transcript. Access is decided only here.

A private game does not exist for strangers, and spectators see a running match as far as `games.store.spectators`
allows. `engine.view` and `engine.redact` decide what of a table or an event leaves the service.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import engine
from common.database import queries, replica
from games import errors
from games.proofs import transcripts
from games.store import load, quarantine, reader, replay, shards, spectators
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
"""Most events of a match that is written as text on request. That takes a thread up to a second."""


@dataclass(frozen=True, slots=True)
class EventPage:
    """Events after a version, oldest first, with the head of the game for the asker at the same moment.

    `seat` is the asker's, None for a spectator, and theirs after version `since`. `more` tells that the log goes on
    after the last event here.
    """

    version: int
    chain: bytes
    status: Status
    seat: int | None
    since: int
    sight: Sight
    events: tuple[LoggedEvent, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class PastState:
    """A table as it was when event `table.version` was recorded, one of `first_seq` to `last_seq` of its command.

    `status` is that of the game now. `viewer` is a seat, None for a spectator, or `engine.OPEN`.
    """

    table: Table
    chain: bytes
    recorded_at: datetime
    first_seq: int
    last_seq: int
    status: Status
    viewer: int | None


def bearer_and_game(sha256: bytes, game_id: UUID) -> tuple[Bearer, tuple[Any, ...]] | None:
    """Return the holder of the token of this digest and the game's row for `load_game`, in one statement."""
    return find_bearer_with(sha256, load.LOAD, game_id)


def load_game(game_id: UUID, player: UUID | None, row: tuple[Any, ...] | None = None) -> GameState:
    """Return a game as `player` (None: anonymous) may see it. `row` is as in `games.store.load.load_game`.

    Raises `GameNotFound`, `NoSpectators`, and `GameQuarantined` if the game cannot even be shown.
    """
    return as_seen(find_game(game_id, player, row))


def as_seen(state: GameState) -> GameState:
    """Return the game at the version its asker may see; for a spectator perhaps as it was before the round.

    Raises `NoSpectators`.
    """
    game = state.game
    spectators.admit(game.spectators, game.status, state.seat)
    version = spectators.version_for(game, state.seat)
    if version == game.version:
        return state

    def fold() -> replay.Replayed:
        return replay.fold_to(game.id, version, since=version - 1)

    with damage_reported(game.id):
        past = reader.from_replica(reader.Tip(game.id, game.version, game.chain), fold) or fold()
    then = replay.game_at(game, past.table, past.clock, past.rows)
    # The status stays the current one: the table is taken, and no player can join any more.
    return replace(state, game=replace(then, status=game.status), table=past.table, clock=past.clock)


def find_game(game_id: UUID, player: UUID | None, row: tuple[Any, ...] | None = None) -> GameState:
    """Return the current game if `player` may know of it, for decisions of the service. Show only `as_seen` of it.

    Raises `GameNotFound`, and `GameQuarantined` if the game cannot even be read.
    """
    found = load.load_game(game_id, row, is_known=lambda game: game.is_known_to(player))
    if found is None:
        raise errors.GameNotFound
    game = found.game.as_known_to(player)
    return GameState(game, found.table, found.clock, game.seat_played_by(player), found.now)


def tip_of(game_id: UUID) -> tuple[int, bytes] | None:
    """Return version and chain of a game. Do not show them: they are for comparison with what a client claims."""
    return reader.tip(game_id)


FINISHED: Final = """
SELECT g.version, g.chain, g.status, g.private, s.seat_no, g.quarantined_at IS NOT NULL FROM game g
LEFT JOIN seat s ON s.game_id = g.id AND s.player_id = %s::uuid WHERE g.id = %s::uuid
"""


def transcript(game_id: UUID, player: UUID | None) -> tuple[Transcript, bool]:
    """Return the transcript of a finished match, and whether the game is private.

    Raises `GameNotFound`, `GameNotFinished`, and `GameQuarantined`: a match in doubt is not signed.
    """
    for version, chain, status, private, seat, quarantined in queries.rows(FINISHED, shards.asker(player), game_id):
        if private and seat is None:
            break
        if quarantined:
            raise errors.GameQuarantined
        if status != Status.FINISHED:
            raise errors.GameNotFinished
        return transcripts.of_game(game_id, version, bytes(chain)), private
    raise errors.GameNotFound


def record(found: Transcript) -> str:
    """Return a finished match as text. Raises `NoRecord` if it is too long or today's rules did not write it."""
    if found.events > LONGEST_RECORD:
        raise errors.NoRecord
    try:
        return engine.print_record(engine.record_of(engine.read_transcript(b"".join(found.lines()))))
    except engine.CannotInfer:
        raise errors.NoRecord from None


def events_after(game_id: UUID, player: UUID | None, after: int, limit: int, seen_by: int | None = None) -> EventPage:
    """Return at most `limit` events with seq > `after`; from the replica if there is one.

    `seen_by` chooses the viewer, see `state_at`. Raises `GameNotFound`, `NoSpectators`, `GameQuarantined` if they
    cannot be read.
    """
    found, rows = _page(game_id, player, after, limit) or (None, [])
    head = _known(found)
    _may_see_with_eyes_of(head, seen_by)
    last = rows[-1].seq if rows else head.version
    with damage_reported(game_id):
        events = tuple(reader.logged(row) for row in rows)
    return EventPage(
        head.version, head.chain, head.status, head.seat, head.since, head.sight, events, more=last < head.version
    )


def head_of(game_id: UUID, player: UUID | None) -> reader.Head:
    """Return how far a game goes for the asker, and their seat. Raises `GameNotFound`, `NoSpectators`."""
    return _known(reader.head(game_id, player))


def state_at(game_id: UUID, player: UUID | None, version: int, seen_by: int | None = None) -> PastState:
    """Return the table after event `version` as the asker knew it then.

    `seen_by`, for finished matches only, is a seat or `engine.OPEN`; None means the asker. While the match runs,
    states between the events of a command are hidden: there the pile is shuffled but not dealt yet. Raises
    `GameNotFound`, `NoSpectators`, `NoSuchVersion`, `WithinCommand`, `GameNotFinished`, `NoSuchSeat`,
    `GameQuarantined`.
    """
    head = head_of(game_id, player)
    _may_see_with_eyes_of(head, seen_by)
    if not 1 <= version <= head.version:
        raise errors.NoSuchVersion(last=head.version)
    tip = reader.Tip(game_id, head.version, head.chain)
    with damage_reported(game_id):
        moment = reader.from_replica(tip, lambda: replay.moment(game_id, version)) or replay.moment(game_id, version)
    first, last = moment.rows[0].seq, moment.rows[-1].seq
    if head.status is not Status.FINISHED and version != last:
        raise errors.WithinCommand(before=first - 1, after=last)
    own = head.seat if version > head.since else None
    viewer = own if seen_by is None else seen_by
    return PastState(moment.table, moment.event.chain, moment.event.recorded_at, first, last, head.status, viewer)


def _page(game_id: UUID, player: UUID | None, after: int, limit: int) -> tuple[reader.Head, list[EventRow]] | None:
    try:
        if replica.is_there():
            head = _known(reader.head(game_id, player))
            tip = reader.Tip(game_id, head.version, head.chain)
            return head, reader.read_to(tip, after, min(after + limit, head.version))
        return reader.page(game_id, player, after, limit)
    except errors.LogCorrupt:
        _known(reader.head(game_id, player))  # strangers learn nothing of damage in private games
        with damage_reported(game_id):
            raise


def _known(head: reader.Head | None) -> reader.Head:
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
        raise errors.NoSuchSeat(parameter="as", last=head.seats - 1)


@contextmanager
def damage_reported(game_id: UUID) -> Iterator[None]:
    """Raise `GameQuarantined` if a quarantined game cannot even be read."""
    try:
        yield
    except Exception as error:
        if quarantine.among([game_id]):
            raise errors.GameQuarantined from error
        raise
