"""The only way to change a game: people, bots, the lobby and the worker call `submit`.

It loads the game, lets the engine decide, and appends. After a conflict it loads and decides again. A retry gets the
first answer again.
"""

from __future__ import annotations

import logging
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction

import engine
from games import clock as clocks
from games import errors, hints, notifications
from games.reads import one_game
from games.services import failures, replies, system, timeouts, vacation_rules, weekends
from games.services.envelope import WORKER, Actor, Decision, Envelope, Resolver, always
from games.store import append, asked_seats, columns, load, reader, vacant_seats
from games.types import SYSTEM, Game, GameState, Outcome, SeatKind, SeatRecord, Status, Work
from players.locks import keep_player
from players.selectors import Bearer, find_bearer_with, guests_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from datetime import tzinfo

    from engine import Command, Event
    from games.clock import Deadline
    from games.services.system import Purpose
    from games.store.append import Appended
    from games.store.columns import DerivedColumns
    from games.store.deadlines import Watch
    from games.store.load import Earlier, Loaded
    from players.models import Vacation

logger = logging.getLogger(__name__)

REDECISIONS: Final = 3
"""How often a command without an expected version is decided again after a conflict."""

ATTEMPTS: Final = 10
"""How often a game is loaded for a command of the service before it is left to the next run."""

NO_COMMAND: Final = UUID(int=0)
"""Asks for no earlier command. A player may still send a command with this id; it is not looked up here."""

SEAT_OF_PLAYER: Final = "seat_of_player"
"""The constraint that a player has one seat in a game."""

TAKES_BACK: Final = (engine.TakeBack, engine.Resign)
"""The commands that a player whose seat is on autopilot may send without taking the seat back first."""

LENDERS: Final = (engine.Vote, engine.Resign)
"""The commands that only the player of a seat may send, and nobody to whom it is lent."""

UNTIMED: Final = (engine.Vote, engine.Resign)
"""Commands that need no turn: they may be sent although the seat's own time is up."""


def bearer_and_game(sha256: bytes, game_id: UUID) -> tuple[Bearer, tuple[Any, ...]] | None:
    """Return the holder of the token of this digest and the game's row for `submit_command`, in one statement.

    The command's id is in the body, which is not read before the asker is known. So the row holds no earlier command
    of this id; `submit` looks for one where it matters.
    """
    if settings.DATABASE_SHARDED:
        return find_bearer_with(sha256, load.LOAD_FROM_NODE, NO_COMMAND, game_id)
    return find_bearer_with(sha256, load.LOAD_FOR_COMMAND, None, None, game_id)


def submit_command(
    *,
    game_id: UUID,
    actor: Actor,
    command: Command,
    command_id: UUID,
    request_hash: bytes,
    expected_version: int | None,
    row: tuple[Any, ...] | None = None,
) -> Outcome:
    """Make a seated player's command. `row` is the game as `bearer_and_game` has read it; None reads it here.

    Raises `engine.RuleViolation`, and of `games.errors`: GameNotFound, NotSeated, StaleVersion, CommandIdReused,
    GameFinished, GameQuarantined, StoreBusy. Nothing is written then.
    """

    def plan(loaded: Loaded) -> Decision:
        seat = playing(loaded.game, actor)
        if loaded.game.borrowed and isinstance(command, LENDERS):
            raise errors.LenderOnly
        if seat in loaded.table.resigned:
            raise errors.SeatHasResigned
        back = seat in loaded.table.autopilot and not isinstance(command, TAKES_BACK)
        return Decision(actor=seat, seat=seat, command=command, first=engine.TakeBack() if back else None)

    return submit(Envelope(game_id, actor, command_id, request_hash, expected_version), plan, row)


def submit(request: Envelope, plan: Resolver, row: tuple[Any, ...] | None = None) -> Outcome:
    """Carry out a request once. Raises as `submit_command`."""
    if row is None:
        return _submit(request, plan)
    try:
        return _submit(request, plan, row)
    except errors.StoreBusy:
        raise
    except (engine.RuleViolation, errors.GameError):
        # `append` recognises a repeated command that is legal again. Any other is refused here, but may be the retry
        # of an accepted one.
        outcome = _repeated(request, _loaded(request))
        if outcome is None:
            raise
        return outcome


def _submit(request: Envelope, plan: Resolver, row: tuple[Any, ...] | None = None) -> Outcome:
    settles_first = not request.settles
    for _ in range(1 + REDECISIONS):
        loaded = _loaded(request, row)
        row = None
        repeated = _repeated(request, loaded)
        if repeated is not None:
            return repeated
        move = plan(loaded)
        if loaded.game.status is Status.FINISHED:
            raise errors.GameFinished
        try:
            if settles_first and _settled_first(loaded, move):
                continue
        except failures.Noted:
            settles_first = False
            continue
        if request.expected_version not in {None, loaded.game.version}:
            raise _stale(request, loaded)
        secret = chance(loaded)
        events = _events(loaded, move, secret)
        outcome = record(request, loaded, move, events, secret)
        if outcome is not None:
            return outcome
        if request.expected_version is not None:
            break
    raise _stale(request, _loaded(request))


def submit_needed(
    game_id: UUID,
    purpose: Purpose,
    needed: Callable[[GameState], Decision | None],
    *,
    load_it: Callable[[UUID], GameState | None] = load.load_game,
) -> None:
    """Make commands of the service until `needed` returns None. Each is decided again after a conflict.

    Raises `StoreBusy` after too many conflicts.
    """
    for _ in range(ATTEMPTS):
        state = load_it(game_id)
        decision = None if state is None else needed(state)
        if state is None or decision is None:
            return
        with suppress(errors.StaleVersion, errors.GameFinished):
            submit(system.envelope(game_id, purpose, state.game.version), always(decision))
    raise errors.StoreBusy


def settle(game_id: UUID, watch: Watch | None = None) -> bool:
    """Make the command that is due after a time-out. Returns False if none is due yet.

    `watch` holds the outages if they were read already. Raises `failures.Noted` if the command fails.
    """
    return _settled(game_id, lambda: load.load_for_command(game_id, None, NO_COMMAND), watch) is not None


def settle_together(game_ids: Sequence[UUID], watch: Watch) -> list[UUID]:
    """Do as `settle` for several games, in one read and one write, and a read more where vacations or weekends matter.

    Returns those that must be settled one by one.

    A game that another process has changed meanwhile is left to it. Failures are noted, and raise nothing.
    """
    rows = load.rows_for_service(game_ids)
    late = [found for game_id, row in rows.items() if (found := _late(game_id, row)) is not None]
    vacations = vacation_rules.read(late)
    zones = weekends.zones(loaded for loaded, _ in late)
    due = [ready for loaded, _ in late if (ready := _prepared(loaded, watch, vacations, zones)) is not None]
    try:
        appended = append.append_together([(loaded, batch) for loaded, _, batch in due]) if due else []
    except Exception as failure:  # noqa: BLE001 - each is tried by itself, and its own failure noted
        logger.warning("%d games cannot be settled together: %s", len(due), type(failure).__name__)
        return list(game_ids)
    for (_, request, batch), written in zip(due, appended, strict=True):
        if written is not None:
            _wake(request, batch)
    return [game_id for game_id in game_ids if game_id not in rows]


def _late(game_id: UUID, row: tuple[Any, ...]) -> tuple[Loaded, Deadline] | None:
    with suppress(errors.GameQuarantined, failures.Noted), _noted(game_id):
        loaded = load.load_for_command(game_id, None, NO_COMMAND, row)
        late = None if loaded is None else timeouts.overdue(loaded)
        return None if loaded is None or late is None else (loaded, late)
    return None


def _prepared(
    loaded: Loaded, watch: Watch, vacations: Sequence[Vacation], zones: Mapping[UUID, tzinfo]
) -> tuple[Loaded, Envelope, append.Batch] | None:
    with suppress(errors.GameQuarantined, failures.Noted), _noted(loaded.game.id):
        due = timeouts.due_command(loaded, watch, vacations)
        if due is None:
            return None
        secret = chance(loaded)
        request = timeouts.request(loaded)
        return loaded, request, _batch(request, loaded, due, _events(loaded, due, secret, zones), secret)
    return None


@contextmanager
def _noted(game_id: UUID) -> Iterator[None]:
    """Note a failure to settle the game. Raises `failures.Noted` then, and `GameQuarantined`."""
    try:
        yield
    except errors.GameQuarantined:
        raise
    except Exception as failure:
        raise failures.note(game_id, Work.SETTLE, failure) from failure


def settle_state(state: GameState) -> GameState | None:
    """As `settle`, for a loaded game. Returns the game after it, None if nothing is due yet."""
    return _settled(state.game.id, lambda: load.with_seed(state))


def _settled(game_id: UUID, load_it: Callable[[], Loaded | None], watch: Watch | None = None) -> GameState | None:
    try:
        loaded = load_it()
        due = None if loaded is None else timeouts.due_command(loaded, watch)
        if loaded is None or due is None:
            return None
        return _record(loaded, due) or load.load_game(game_id)
    except errors.GameQuarantined:
        return None
    except Exception as failure:
        raise failures.note(game_id, Work.SETTLE, failure) from failure


def _repeated(request: Envelope, loaded: Loaded) -> Outcome | None:
    """Return the outcome of this request if it was accepted before. Raises `CommandIdReused`, `GameNotFound`."""
    earlier = loaded.earlier
    if earlier is None:
        return None
    if earlier.fingerprint == request.fingerprint() or _was_a_guests(request, earlier):
        return replies.repeat(loaded.game, earlier.first_seq, earlier.last_seq)
    raise errors.CommandIdReused if _knows(loaded.game, request.actor) else errors.GameNotFound


def _was_a_guests(request: Envelope, earlier: Earlier) -> bool:
    """Return whether a guest made this request who was later merged into the asking account."""
    player = request.actor.player
    guests = [] if player is None else guests_of(player)
    return any(replace(request, actor=Actor(guest)).fingerprint() == earlier.fingerprint for guest in guests)


def _settled_first(loaded: Loaded, move: Decision) -> bool:
    """Return whether time had run out, so that the game has changed before this move.

    Raises `TooLate` if the time of the moving seat had run out. If what is due cannot be recorded, raises `StoreBusy`
    for a move that has to wait for it, and `failures.Noted` for any other. `loaded` must not be used after that.
    """
    late = timeouts.overdue(loaded)
    if late is None or timeouts.is_welcome(loaded, late, move.actor):
        return False
    try:
        due = timeouts.due_command(loaded)
        if due is None:
            return False
        _record(loaded, due)
    except Exception as failure:
        noted = failures.note(loaded.game.id, Work.SETTLE, failure)
        waits = late.seat in {None, move.actor} and not isinstance(move.command, UNTIMED)
        raise (errors.StoreBusy if waits else noted) from failure
    # An outage or a vacation that is recorded only now gives time back instead.
    if late.seat == move.actor and isinstance(due.command, engine.TimeOut):
        raise errors.TooLate(deadline_at=clocks.as_time(late.at).isoformat())
    return True


def _record(loaded: Loaded, due: Decision) -> Outcome | None:
    """Record what is due in the loaded game. `loaded` must not be used after that.

    Returns None after a conflict: others have recorded the same, or made a move that changes everything.
    """
    secret = chance(loaded)
    with suppress(errors.GameFinished):
        return record(timeouts.request(loaded), loaded, due, _events(loaded, due, secret), secret)
    return None


def _events(
    loaded: Loaded, move: Decision, secret: engine.Chance, zones: Mapping[UUID, tzinfo] | None = None
) -> list[Event]:
    first = [] if move.first is None else engine.act(loaded.table, move.seat, move.first, secret)
    events = first + engine.act(loaded.table, move.seat, move.command, secret)
    note = weekends.noted_with(loaded, events, zones)
    return events if note is None else events + engine.act(loaded.table, None, note, secret)


def record(
    request: Envelope, loaded: Loaded, move: Decision, events: Sequence[Event], secret: engine.Chance
) -> Outcome | None:
    """Record `events`, already folded into the table of `loaded`. Returns None after a conflict."""
    batch = _batch(request, loaded, move, events, secret)
    appended = _appended(loaded, batch)
    match appended.outcome:
        case "ok":
            _wake(request, batch)
            game = _game_after(loaded, batch, appended)
            seat = _seat_after(move)
            return Outcome(game, batch.table, batch.clock, seat, loaded.now, appended.events, replayed=False)
        case "replayed":
            # A repeated request was recorded between our read and our write.
            first, last = appended.first_seq or 0, appended.last_seq or 0
            return replies.repeat(loaded.game, first, last)
        case "key_reused":
            raise errors.CommandIdReused
        case "finished":
            raise errors.GameFinished
        case "missing":
            raise errors.GameNotFound
        case _:
            return None


def _batch(
    request: Envelope, loaded: Loaded, move: Decision, events: Sequence[Event], secret: engine.Chance
) -> append.Batch:
    table = loaded.table
    derived = columns.derive(table)
    return append.Batch(
        actor=move.actor,
        command_id=request.command_id,
        fingerprint=request.fingerprint(),
        events=events,
        table=table,
        columns=derived,
        salt=secret.private_salt,
        clock=clocks.advance(loaded.clock, table, move.actor, events, clocks.micros(loaded.now)),
        outbox_kind=_work_for_the_worker(request, derived),
        notify=loaded.game.followed or (not request.silent and notifications.calls_for_notifications(events, table)),
        seat_change=move.seat_change,
        asked_at=asked_seats.since(loaded.game.asked_at, derived.waits_for, events, loaded.now),
        vacant=vacant_seats.seats(table, loaded.game.seats),
    )


def _wake(request: Envelope, batch: append.Batch) -> None:
    """Wake streams and worker after the commit."""
    transaction.on_commit(partial(hints.moved, request.game_id))
    # The worker looks again after its own moves: a hint for each would crowd out all others.
    if batch.outbox_kind is not None or (batch.notify and request.promise_work):
        transaction.on_commit(partial(hints.wake, request.game_id))


def _appended(loaded: Loaded, batch: append.Batch) -> Appended:
    """As `append_events`, with the account of a player who sits down locked: no merge or ban until it is written.

    Raises `PlayerNotFound`.
    """
    change = batch.seat_change
    if change is None or change.player is None:
        return append.append_events(loaded, batch)
    try:
        with transaction.atomic():
            keep_player(change.player)
            return append.append_events(loaded, batch)
    except IntegrityError as clash:
        constraint = getattr(getattr(clash.__cause__, "diag", None), "constraint_name", None) or ""
        if not constraint.startswith(SEAT_OF_PLAYER):  # the number of a shard may follow
            raise
        # A guest merged into the player meanwhile has left them a seat here: load again.
        return append.Appended("conflict", loaded.game.version)


def chance(loaded: Loaded) -> engine.Chance:
    """Return the chance of the match. The seed exists as long as the match runs."""
    if loaded.seed is None:
        raise errors.LogCorrupt(f"game {loaded.game.id}: the seed of a running match is gone")
    return engine.Chance(loaded.game.id.bytes, loaded.seed)


def seated(game: Game, actor: Actor) -> int:
    """Return the seat of an asker who may know of the game. Raises `NotSeated`."""
    seat = game.seat_of(actor.player)
    if seat is None:
        raise errors.NotSeated
    return seat


def playing(game: Game, actor: Actor) -> int:
    """Return the seat that an asker has, or that is lent to them. Raises `NotSeated`."""
    seat = game.seat_played_by(actor.player)
    if seat is None:
        raise errors.NotSeated
    return seat


def _knows(game: Game, actor: Actor) -> bool:
    return game.is_known_to(actor.player)


def _work_for_the_worker(request: Envelope, derived: DerivedColumns) -> int | None:
    if not request.promise_work or not derived.worker_due:
        return None
    return int(Work.DEAL_NEXT_ROUND if derived.turn_seat is None else Work.WAKE_BOTS)


def _name_of_asker(loaded: Loaded, player: UUID | None) -> str | None:
    return load.name_of(player) if settings.DATABASE_SHARDED else loaded.asker_name


def _game_after(loaded: Loaded, batch: append.Batch, appended: Appended) -> Game:
    derived = batch.columns
    change = batch.seat_change
    ends = clocks.deadline(batch.clock, batch.table)
    seats = loaded.game.seats
    if change is not None:
        name = _name_of_asker(loaded, change.player) if change.kind is SeatKind.HUMAN else None
        since = loaded.game.version if derived.status is Status.RUNNING else 0
        record = SeatRecord(change.seat, change.kind, change.player, name, change.bot or None, since)
        seats = (*seats[: change.seat], record, *seats[change.seat + 1 :])
    return replace(
        loaded.game,
        version=appended.version,
        chain=appended.chain,
        status=derived.status,
        turn_seat=derived.turn_seat,
        waits_for=derived.waits_for,
        asked_at=batch.asked_at,
        deadline_at=None if ends is None else clocks.as_time(ends.at),
        seats=seats,
        vacant=batch.vacant,
        updated_at=loaded.now,
    )


def _seat_after(move: Decision) -> int | None:
    if move.actor == SYSTEM:
        return None
    change = move.seat_change
    if change is not None and change.kind is SeatKind.OPEN and change.seat == move.actor:
        return None
    return move.actor


def _loaded(request: Envelope, row: tuple[Any, ...] | None = None) -> Loaded:
    try:
        loaded = load.load_for_command(
            request.game_id, request.actor.player, request.command_id, row, admitted=request.admitted
        )
    except errors.GameQuarantined as held:
        stranger = held.game is not None and not (request.admitted or _knows(held.game, request.actor))
        if stranger and request.actor != WORKER:
            raise errors.GameNotFound from None
        raise
    if loaded is None:
        raise errors.GameNotFound
    return loaded


def _stale(request: Envelope, loaded: Loaded) -> errors.StaleVersion:
    # The state without the seed, because it goes into an answer.
    state = GameState(loaded.game, loaded.table, loaded.clock, loaded.seat, loaded.now)
    if request.actor != WORKER:
        state = one_game.as_seen(state)
    version, expected = state.game.version, request.expected_version
    rows = []
    if expected is not None and expected < version:
        rows = reader.read(state.game.id, expected, min(version, expected + errors.StaleVersion.MISSED_LIMIT))
    return errors.StaleVersion(state=state, missed=[reader.logged(row) for row in rows])
