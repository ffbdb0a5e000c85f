"""The one door: people, bots, the lobby and the worker change a game only through `submit`.

Load, judge by the engine, append. A conflict is re-read and judged again, a retry gets the first answer again.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from django.db import transaction

import engine
from games import clock, dispatch, errors, event_store, log, projections
from games.records import SYSTEM, GameState, Header, Outcome, SeatKind, SeatRecord, Status, Work
from games.services import replies

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from engine import Command, Event
    from games.event_store import Appended, Loaded, SeatChange
    from games.projections import Columns

REDECISIONS: Final = 3
"""How often a command without an expected version is judged again after others were faster."""

WORKER_PRINCIPAL: Final = b"worker"


@dataclass(frozen=True, slots=True)
class Actor:
    """Who asks: a person by his id, or the worker (None)."""

    player: UUID | None


WORKER: Final = Actor(None)


@dataclass(frozen=True, slots=True)
class Request:
    """A command's envelope.

    `command_id` is chosen by the client and unique within the game; `request_hash` is SHA-256 over what was asked, so
    that the same id with another request is noticed. `expected_version` None: apply it to whatever the game has become.
    `promise_work`: leave an outbox entry if the worker is to go on from here; False for the worker himself, whose moves
    are covered by the entry he holds.
    """

    game_id: UUID
    actor: Actor
    command_id: UUID
    request_hash: bytes
    expected_version: int | None = None
    promise_work: bool = True

    def fingerprint(self) -> bytes:
        """What was asked and by whom: nobody gets the answer to another's command."""
        player = self.actor.player
        return sha256((WORKER_PRINCIPAL if player is None else player.bytes) + self.request_hash).digest()


@dataclass(frozen=True, slots=True)
class Move:
    """What a plan makes of a request: `command` for `seat` (None: for no seat), recorded as done by `actor`."""

    actor: int
    seat: int | None
    command: Command
    seat_change: SeatChange | None = None


Plan = Callable[["Loaded"], Move]
"""Decides, without the rules, who acts with which command; raises if the asker may not, and `GameNotFound` if he may
not even know."""


def submit_command(
    *,
    game_id: UUID,
    actor: Actor,
    command: Command,
    command_id: UUID,
    request_hash: bytes,
    expected_version: int | None,
) -> Outcome:
    """Make a seated player's command.

    Raises `engine.RuleViolation`, and of `games.errors`: GameNotFound, NotSeated, StaleVersion, CommandIdReused,
    GameFinished, StoreBusy. Nothing is written then.
    """

    def plan(loaded: Loaded) -> Move:
        seat = seated(loaded.header, actor)
        return Move(actor=seat, seat=seat, command=command)

    return submit(Request(game_id, actor, command_id, request_hash, expected_version), plan)


def submit(request: Request, plan: Plan) -> Outcome:
    """Carry out a request, once; see `submit_command` for what it raises."""
    fingerprint = request.fingerprint()
    for _ in range(1 + REDECISIONS):
        loaded = event_store.load_for_command(request.game_id, request.actor.player, request.command_id)
        if loaded is None:
            raise errors.GameNotFound
        earlier = loaded.earlier
        if earlier is not None and earlier.fingerprint == fingerprint:
            return replies.repeat(loaded.header, earlier.first_seq, earlier.last_seq)
        if earlier is not None:
            raise errors.CommandIdReused if _knows(loaded.header, request.actor) else errors.GameNotFound
        move = plan(loaded)
        if loaded.header.status is Status.FINISHED:
            raise errors.GameFinished
        if clock.is_overdue(loaded.header.deadline_at, loaded.now) and request.command_id != _expiry_of(loaded):
            expire_round(request.game_id, loaded.table.round)
            continue
        if request.expected_version not in {None, loaded.header.version}:
            raise _stale(request, loaded)
        secret = chance(loaded)
        events = engine.act(loaded.table, move.seat, move.command, secret)
        outcome = append(request, loaded, move, events, secret)
        if outcome is not None:
            return outcome
        if request.expected_version is not None:
            break
    raise _stale(request, _reload(request))


class _NotOverdueError(Exception):
    """The round has ended, or has time left."""


def expire_round(game_id: UUID, round_number: int) -> None:
    """End this round because its time has run out; once, whoever notices first, and never early."""

    def plan(loaded: Loaded) -> Move:
        if loaded.table.round != round_number or not clock.is_overdue(loaded.header.deadline_at, loaded.now):
            raise _NotOverdueError
        return Move(SYSTEM, None, engine.Expire())

    with suppress(_NotOverdueError, errors.StaleVersion):
        submit(Request(game_id, WORKER, clock.expiry_id(game_id, round_number), clock.ASKED), plan)


def _expiry_of(loaded: Loaded) -> UUID:
    return clock.expiry_id(loaded.header.id, loaded.table.round)


def append(
    request: Request, loaded: Loaded, move: Move, events: Sequence[Event], secret: engine.Chance
) -> Outcome | None:
    """Record `events`, already folded into the table of `loaded`; None if somebody else was faster."""
    table = loaded.table
    columns = projections.columns(table)
    outbox_kind = _work_for_the_worker(request, columns)
    batch = event_store.Batch(
        actor=move.actor,
        command_id=request.command_id,
        fingerprint=request.fingerprint(),
        events=events,
        table=table,
        columns=columns,
        salt=secret.private_salt,
        deadline_at=clock.deadline_after(loaded.header.deadline_at, table, events, loaded.now),
        outbox_kind=outbox_kind,
        seat_change=move.seat_change,
    )
    appended = event_store.append(loaded, batch)
    match appended.outcome:
        case "ok":
            if outbox_kind is not None:
                transaction.on_commit(lambda: dispatch.wake(request.game_id))
            header = _header_after(loaded, batch, appended)
            return Outcome(header, table, _seat_after(move), appended.events, replayed=False)
        case "replayed":
            # A twin of this request was faster between our reading and our writing.
            first, last = appended.first_seq or 0, appended.last_seq or 0
            return replies.repeat(loaded.header, first, last)
        case "key_reused":
            raise errors.CommandIdReused
        case "finished":
            raise errors.GameFinished
        case "missing":
            raise errors.GameNotFound
        case _:
            return None


def chance(loaded: Loaded) -> engine.Chance:
    """The chance of the match. The seed is there as long as the match runs."""
    if loaded.seed is None:
        raise errors.LogCorrupt(f"game {loaded.header.id}: the seed of a running match is gone")
    return engine.Chance(loaded.header.id.bytes, loaded.seed)


def seated(header: Header, actor: Actor) -> int:
    """The seat of the asker. Raises `NotSeated`, or `GameNotFound` if the game is none of his business."""
    seat = header.seat_of(actor.player)
    if seat is None:
        raise errors.GameNotFound if header.private else errors.NotSeated
    return seat


def _knows(header: Header, actor: Actor) -> bool:
    return not header.private or header.seat_of(actor.player) is not None


def _work_for_the_worker(request: Request, columns: Columns) -> int | None:
    """The kind of work this command leaves behind, if any."""
    if not request.promise_work or not columns.worker_due:
        return None
    return int(Work.DEAL_NEXT_ROUND if columns.turn_seat is None else Work.WAKE_BOTS)


def _header_after(loaded: Loaded, batch: event_store.Batch, appended: Appended) -> Header:
    columns = batch.columns
    change = batch.seat_change
    seats = loaded.header.seats
    if change is not None:
        name = loaded.asker_name if change.kind is SeatKind.HUMAN else None
        record = SeatRecord(change.seat, change.kind, change.player, name, change.bot or None)
        seats = (*seats[: change.seat], record, *seats[change.seat + 1 :])
    return replace(
        loaded.header,
        version=appended.version,
        chain=appended.chain,
        status=columns.status,
        turn_seat=columns.turn_seat,
        deadline_at=batch.deadline_at,
        seats=seats,
        updated_at=loaded.now,
    )


def _seat_after(move: Move) -> int | None:
    """The seat of the asker when all is done: who has stood up has none."""
    if move.actor == SYSTEM:
        return None
    change = move.seat_change
    if change is not None and change.kind is SeatKind.OPEN and change.seat == move.actor:
        return None
    return move.actor


def _reload(request: Request) -> Loaded:
    loaded = event_store.load_for_command(request.game_id, request.actor.player, request.command_id)
    if loaded is None:
        raise errors.GameNotFound
    return loaded


def _stale(request: Request, loaded: Loaded) -> errors.StaleVersion:
    header = loaded.header
    expected = request.expected_version
    rows = []
    if expected is not None and expected < header.version:
        rows = log.read(header.id, expected, min(header.version, expected + errors.StaleVersion.MISSED_LIMIT))
    state = GameState(header, loaded.table, header.seat_of(request.actor.player))
    return errors.StaleVersion(state=state, missed=[log.logged(row) for row in rows])
