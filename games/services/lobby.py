"""Tables before the match: set up, take and leave a seat, add bots, remove bots and people, start.

Any player may sit down at a public table, and with an invitation at a private one. The host, the person on the
lowest seat, adds bots, removes bots and people, and starts the match.
"""

from __future__ import annotations

import hmac
import json
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Final
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction

import engine
from common.keys import derived_key
from games import errors
from games.models import Gathering
from games.notifications import create as create_notifications
from games.notifications.kinds import BY_NAME
from games.reads import invitations as read_invitations
from games.services import commands, system, vacations, welcome
from games.services.envelope import Actor, Decision, Envelope, Resolver, always
from games.services.system import Purpose
from games.store import append, controls, create, load, removals, seeds, spectators
from games.store.create import NewGame
from games.types import SYSTEM, SeatKind, Status
from players import invitations, selectors
from players.notifications.inbox import News

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from games.store.load import Loaded
    from games.types import Game, Origin, Outcome, Spectators

_SEATED_BY_SERVICE: Final = sha256(b"seated by the service").digest()
"""The request of people whom the service seats, because they asked for a match."""


@dataclass(frozen=True, slots=True)
class TableWish:
    """The settings of a new table.

    `options` are names and values of SPEC 8. `entropy` is 64 hexadecimal digits or None. `clock` None means no time
    limit. `spectators` is none, delayed or open; None chooses by the rules. `min_reliability`: in percent, from 50
    to 99.
    """

    options: Mapping[str, object]
    seats: int
    private: bool = False
    spectators: str | None = None
    entropy: str | None = None
    clock: engine.ClockSet | None = None
    min_reliability: int | None = None


@dataclass(frozen=True, slots=True)
class Setup:
    """A table to set up. `opening` makes its first events from the commitment; `bots` are by seat.

    `rematch_of` and `series_id` are as in `games.types.Game`.
    """

    opening: Callable[[str], list[engine.Event]]
    private: bool
    spectators: Spectators
    game: str
    edition: str
    options_json: str
    clock: engine.ClockSet | None
    seats: int
    origin: Origin | None = None
    min_reliability: int | None = None
    bots: Mapping[int, str] = field(default_factory=dict)
    rematch_of: UUID | None = None
    series_id: UUID | None = None


def create_game(*, player: UUID, wish: TableWish, command_id: UUID, request_hash: bytes) -> Outcome:
    """Set up a table with `player` on seat 0. A repeated command id of the same player gives the same table.

    Raises `engine.RulesetError`, `engine.RuleViolation` (bad entropy), SpectatorsAtPrivateTable, TooUnreliable,
    CommandIdReused.
    """
    return found_table(
        setup_of(wish), player=player, seat=0, entropy=wish.entropy, command_id=command_id, request_hash=request_hash
    )


def setup_of(wish: TableWish, bots: Mapping[int, str] | None = None) -> Setup:
    """Return a new table as it is wished for. Raises `engine.RulesetError`, SpectatorsAtPrivateTable."""
    rules = engine.resolve(wish.options)
    engine.check_table(rules, wish.seats)
    options = dict(rules.spec.options)
    return Setup(
        opening=lambda commitment: engine.new_match(
            wish.options, seats=wish.seats, commitment=commitment, clock=wish.clock
        ),
        private=wish.private,
        spectators=spectators.chosen(wish.spectators, rules, private=wish.private),
        game=str(options["game"]),
        edition=str(options["edition"]),
        options_json=json.dumps(options),
        clock=wish.clock,
        seats=wish.seats,
        bots=bots or {},
        min_reliability=wish.min_reliability,
    )


def found_table(
    setup: Setup, *, player: UUID, seat: int, entropy: str | None, command_id: UUID, request_hash: bytes
) -> Outcome:
    """Set up a table with its bots and seat `player`, all or nothing, once for each command id.

    Raises `engine.RulesetError`, `engine.RuleViolation` (bad_entropy, seat_not_open), CommandIdReused.
    """
    game_id = _former_game(player, command_id) or _game_id(player, command_id)
    request = Envelope(game_id, Actor(player), command_id, request_hash)
    sit = _sitting(player, seat, entropy)
    try:
        with transaction.atomic():
            _open_table(game_id, setup)
            return commands.submit(replace(request, admitted=True), sit)
    except IntegrityError:
        # The table exists: this is a retry, or the id was used before.
        return commands.submit(request, sit)


def found_match(setup: Setup, people: Mapping[int, UUID], *, know_each_other: bool = False) -> Outcome:
    """Set up a table with its bots, seat these people and start the match. Runs inside the caller's transaction.

    `know_each_other`: each of them has agreed to play with just these others, so none is unwelcome. Raises what
    `start_by_itself` raises, `engine.RulesetError`.
    """
    game_id = uuid4()
    _open_table(game_id, setup)
    return start_by_itself(game_id, people, know_each_other=know_each_other)


def found_table_for_seeks(setup: Setup, people: Mapping[int, UUID]) -> Outcome:
    """Set up a public table with its bots, seat these people, and let the free seats be filled from seeks.

    Its match then starts by itself. Runs inside the caller's transaction. Each of the people has agreed to play with
    the others, and is not told of each seat. Raises `engine.RulesetError`, and for people without an account
    PlayerNotFound.
    """
    game_id = uuid4()
    _open_table(game_id, setup)
    outcome = _seat(game_id, people, know_each_other=True)
    # Due at once: here nobody may wait for the lock of matchmaking, whose holder may wait for the players.
    Gathering.objects.create(
        game_id=game_id,
        ruleset=setup.game,
        edition=setup.edition,
        speed=controls.speed(setup.clock),
        due_at=outcome.now,
    )
    return outcome


def start_by_itself(game_id: UUID, people: Mapping[int, UUID], *, know_each_other: bool = False) -> Outcome:
    """Seat these people, who agreed to it, and start the match. Runs inside the caller's transaction.

    They are told of the start alone. Raises GameNotFound, AlreadySeated, TableClosed, RemovedFromTable,
    PlayerNotFound, what `welcome.check` and `commands.submit` raise, `engine.RuleViolation` (seat_not_open,
    seats_open).
    """
    _seat(game_id, people, know_each_other=know_each_other)
    start = Decision(SYSTEM, None, engine.Start())
    outcome = commands.submit(system.envelope(game_id, Purpose.START, None), always(start))
    _after_start(outcome)
    return outcome


def take_seat(  # noqa: PLR0913 - the envelope of a command and three wishes
    *,
    game_id: UUID,
    player: UUID,
    seat: int | None,
    code: str | None,
    entropy: str | None,
    command_id: UUID,
    request_hash: bytes,
    expected_version: int | None = None,
    admitted: bool = False,
) -> Outcome:
    """Sit down on `seat`, or on the lowest open one.

    `code`: that of an invitation, as somebody has typed it; `admitted`: they need none. `entropy` is 64 hexadecimal
    digits that take part in every shuffle. Raises GameNotFound (also without an invitation to a private game),
    AlreadySeated, TableClosed, RemovedFromTable, BlockedPlayerThere, NotWelcome, TooUnreliable, NoOpenSeat,
    NoSuchSeat, NoSpectators, what `commands.submit_command` raises, `engine.RuleViolation` (seat_not_open,
    bad_entropy).
    """
    invitation = None if code is None else read_invitations.find(code, player)
    if invitation is not None and invitation.game_id != game_id:
        invitation = None
    used = None if invitation is None else invitation.code
    named_by = None if invitation is None or invitation.kind == invitations.Kind.LINK else invitation.player_id
    admitted = admitted or used is not None
    request = Envelope(game_id, Actor(player), command_id, request_hash, expected_version, admitted=admitted)
    # An invitation of one person and the seat it gives are one thing. Without one there is nothing to undo.
    with nullcontext() if used is None else transaction.atomic():
        outcome = commands.submit(request, _sitting(player, seat, entropy, named_by))
        # After the seat: locks of games come before those of invitations.
        if not outcome.replayed and not invitations.accept(game_id=game_id, player_id=player, code=used):
            raise errors.GameNotFound
    return outcome


def leave_seat(
    *, game_id: UUID, player: UUID, command_id: UUID, request_hash: bytes, expected_version: int | None = None
) -> Outcome:
    """Leave the seat before the match has started. Raises what `commands.submit_command` raises."""

    def plan(loaded: Loaded) -> Decision:
        seat = commands.seated(loaded.game, Actor(player))
        return Decision(seat, seat, engine.LeaveSeat(), append.SeatChange(seat, SeatKind.OPEN, uuid4()))

    return commands.submit(Envelope(game_id, Actor(player), command_id, request_hash, expected_version), plan)


def add_bot(
    *,
    game_id: UUID,
    player: UUID,
    seat: int | None,
    bot: str,
    command_id: UUID,
    request_hash: bytes,
    expected_version: int | None = None,
) -> Outcome:
    """Put a bot on `seat`, or on the lowest open one. Only for the host.

    Raises NotHost, UnknownBot, NoOpenSeat, NoSuchSeat, what `commands.submit_command` raises, `engine.RuleViolation`.
    """
    if bot not in engine.BOTS:
        raise errors.UnknownBot(member="bot", known=list(engine.BOTS))

    def plan(loaded: Loaded) -> Decision:
        host = _host(loaded.game, player)
        chosen = _chosen_seat(loaded.game, seat)
        change = append.SeatChange(chosen, SeatKind.BOT, uuid4(), bot=bot)
        return Decision(host, chosen, engine.TakeSeat("bot"), change)

    return commands.submit(Envelope(game_id, Actor(player), command_id, request_hash, expected_version), plan)


def remove(
    *,
    game_id: UUID,
    player: UUID,
    seat: int,
    command_id: UUID,
    request_hash: bytes,
    expected_version: int | None = None,
) -> Outcome:
    """Remove a bot or another person from a seat before the match has started. Only for the host.

    A person is notified, and cannot sit down at this table again before the host invites them. Raises NotHost,
    NoSuchSeat, what `commands.submit_command` raises, `engine.RuleViolation` (seat_not_taken, wrong_phase).
    """
    removed: UUID | None = None

    def plan(loaded: Loaded) -> Decision:
        nonlocal removed
        game = loaded.game
        host = _host(game, player)
        _check_seat(game, seat)
        removed = None if seat == host else game.seats[seat].player
        return Decision(host, seat, engine.LeaveSeat(), append.SeatChange(seat, SeatKind.OPEN, uuid4()))

    with transaction.atomic():
        outcome = commands.submit(Envelope(game_id, Actor(player), command_id, request_hash, expected_version), plan)
        if removed is not None:
            removals.add(game_id, removed)
            invitations.withdraw(game_id, removed)
            create_notifications.write([_removed(outcome, removed)], None)
    return outcome


def _removed(outcome: Outcome, player: UUID) -> News:
    game = outcome.game
    return News(
        id=uuid4(),
        player_id=player,
        kind="removed",
        game_id=game.id,
        seq=game.version,
        data={"ruleset": game.ruleset, "edition": game.edition},
        expires_at=outcome.now + BY_NAME["removed"].lasts,
    )


def start(
    *, game_id: UUID, player: UUID, command_id: UUID, request_hash: bytes, expected_version: int | None = None
) -> Outcome:
    """Start the match and deal the first round. Only for the host, when all seats are taken.

    Raises NotHost, what `commands.submit_command` raises, `engine.RuleViolation` (seats_open, match_started).
    """

    def plan(loaded: Loaded) -> Decision:
        host = _host(loaded.game, player)
        return Decision(host, host, engine.Start())

    outcome = commands.submit(Envelope(game_id, Actor(player), command_id, request_hash, expected_version), plan)
    _after_start(outcome)
    return outcome


def _after_start(outcome: Outcome) -> None:
    vacations.match_started(outcome)
    invitations.expire(outcome.game.id)


def _former_game(player: UUID, command_id: UUID) -> UUID | None:
    """Return the table that this command has set up for a guest since merged into the player's account."""
    known = [_game_id(guest, command_id) for guest in selectors.guests_of(player)]
    return next((game for game in known if load.load_game(game) is not None), None)


def _game_id(player: UUID, command_id: UUID) -> UUID:
    """Return the id of the table of this command: the same for every retry.

    It is keyed, because the log shows the command's id for ever. With a plain hash both ids would reveal the player,
    and a player could choose the game's id by choosing the command's.
    """
    digest = hmac.digest(derived_key("game id"), player.bytes + command_id.bytes, "sha256")
    return UUID(bytes=digest[:16], version=4)


def _open_table(game_id: UUID, setup: Setup) -> None:
    """Record the game, its first events and bots. Runs inside the caller's transaction."""
    seed = seeds.new_seed()
    secret = engine.Chance(game_id.bytes, seed)
    events = setup.opening(secret.commitment.hex())
    create.create_game(
        NewGame(
            id=game_id,
            private=setup.private,
            spectators=setup.spectators,
            game=setup.game,
            edition=setup.edition,
            options_json=setup.options_json,
            clock=setup.clock,
            seats=setup.seats,
            origin=setup.origin,
            seed=seed,
            min_reliability=setup.min_reliability,
            rematch_of=setup.rematch_of,
            series_id=setup.series_id,
        )
    )
    request = system.envelope(game_id, Purpose.CREATE_TABLE, None)
    loaded = load.load_for_command(game_id, None, request.command_id)
    if loaded is None:
        raise errors.GameNotFound
    engine.replay(events, loaded.table)
    commands.record(request, loaded, Decision(SYSTEM, None, engine.Start()), events, secret)
    for seat, bot in setup.bots.items():
        _seat_bot(game_id, seat, bot)


def _seat(game_id: UUID, people: Mapping[int, UUID], *, know_each_other: bool) -> Outcome:
    """Seat these people, at least one, without a message to anybody."""
    for seat, player in people.items():
        sit = Envelope(game_id, Actor(player), uuid4(), _SEATED_BY_SERVICE, admitted=True, silent=True)
        outcome = commands.submit(sit, _sitting(player, seat, None, is_welcome=know_each_other))
    return outcome


def _seat_bot(game_id: UUID, seat: int, bot: str) -> None:
    change = append.SeatChange(seat, SeatKind.BOT, uuid4(), bot=bot)
    move = Decision(SYSTEM, seat, engine.TakeSeat("bot"), change)
    commands.submit(system.envelope(game_id, Purpose.SEAT_BOT, None), always(move))


def _sitting(
    player: UUID, seat: int | None, entropy: str | None, named_by: UUID | None = None, *, is_welcome: bool = False
) -> Resolver:
    def plan(loaded: Loaded) -> Decision:
        game = loaded.game
        mine = game.seat_of(player)
        if mine is not None:
            raise errors.AlreadySeated(seat=mine)
        if game.status is Status.RUNNING:
            # The engine's refusal would tell strangers the phase of the game.
            raise errors.TableClosed
        if removals.is_removed(game.id, player):
            raise errors.RemovedFromTable
        if not is_welcome:
            welcome.check(game, player, named_by)
        chosen = _chosen_seat(game, seat)
        change = append.SeatChange(chosen, SeatKind.HUMAN, uuid4(), player)
        return Decision(chosen, chosen, engine.TakeSeat("human", entropy), change)

    return plan


def _host(game: Game, player: UUID) -> int:
    seat = commands.seated(game, Actor(player))
    if seat != game.host:
        raise errors.NotHost
    return seat


def _check_seat(game: Game, seat: int, **place: str) -> None:
    """Raise NoSuchSeat, with the place of the number in the request, unless the table has this seat."""
    if seat not in range(len(game.seats)):
        raise errors.NoSuchSeat(last=len(game.seats) - 1, **place)


def _chosen_seat(game: Game, wish: int | None) -> int:
    """Return the seat wished for, or the lowest open one. The engine decides whether it may be taken."""
    if wish is not None:
        _check_seat(game, wish, member="seat")
        return wish
    if game.status is not Status.LOBBY:
        return 0
    for seat in game.seats:
        if seat.kind is SeatKind.OPEN:
            return seat.seat
    raise errors.NoOpenSeat
