"""Reads of one game: as it is, as it was, its events, its transcript. Who may see it is decided here and nowhere else.

A private game does not exist for strangers. What leaves the service of a table or an event is for `engine.view` and
`engine.redact` to say.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import engine
from games import errors, event_store, log, partners, quarantine, queries, snapshots, transcripts
from games.records import GameState, Status
from players.selectors import Along

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime
    from uuid import UUID

    from engine import Table
    from games.partners import Seating
    from games.records import LoggedEvent
    from games.transcripts import Transcript


@dataclass(frozen=True, slots=True)
class EventPage:
    """Events after a version, oldest first, with the head of the game at the same moment.

    `seat`: the asker's, None for a spectator. `more`: the log goes on after the last event here.
    """

    version: int
    chain: bytes
    status: Status
    seat: int | None
    seating: Seating | None
    events: tuple[LoggedEvent, ...]
    more: bool

    def shown_to(self, seat: int | None) -> Sequence[int]:
        """The partners who show `seat` their cards."""
        return partners.shown_to(seat, self.seating)


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


def head_of(game_id: UUID) -> log.Head | None:
    """How far a game is: for nobody to see, but to compare with what somebody says that he has seen."""
    return log.head(game_id, None)


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
    """A finished match as text for people. Raises `NoRecord` if it cannot be written by today's rules."""
    try:
        return engine.print_record(engine.record_of(engine.read_transcript(b"".join(found.lines()))))
    except engine.Unexplained:
        raise errors.NoRecord from None


def events_after(game_id: UUID, player: UUID | None, after: int, limit: int, seen_by: int | None = None) -> EventPage:
    """At most `limit` events with seq > `after`.

    `seen_by`: with whose eyes, see `state_at`. Raises `GameNotFound`, `GameQuarantined` if they cannot be read.
    """
    page = _page(game_id, player, after, limit)
    head = _known(None if page is None else page.head)
    _may_see_with_eyes_of(head, seen_by)
    rows = [] if page is None else page.rows
    last = rows[-1].seq if rows else head.version
    with _damage_reported(game_id):
        events = tuple(log.logged(row) for row in rows)
    return EventPage(head.version, head.chain, head.status, head.seat, head.seating, events, more=last < head.version)


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


def _page(game_id: UUID, player: UUID | None, after: int, limit: int) -> log.PageRows | None:
    try:
        return log.page(game_id, player, after, limit)
    except errors.LogCorrupt:
        _known(log.head(game_id, player))  # of the damage of private games strangers hear nothing
        with _damage_reported(game_id):
            raise


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
