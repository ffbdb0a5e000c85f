"""Games for tests: people who take seats, bots, and the commands they send."""

from __future__ import annotations

from contextlib import contextmanager
from hashlib import sha256
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from django.db import connection

import engine
from games.models import OutboxEntry
from games.reads import one_game
from games.services import bots, commands, envelope, loans, lobby
from games.services import invitations as invitation_services
from games.services.envelope import Actor, Decision, Envelope
from games.services.lobby import TableWish
from games.store import load, reader
from games.store.append import SeatChange
from games.types import SYSTEM, SeatKind, Work
from players import invitations
from players import services as players
from players.invitations import Invited, Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.types import GameState, LoggedEvent, Outcome

ASKED = sha256(b"what was asked").digest()


def person() -> UUID:
    player, _ = players.create_guest()
    return player.id


def lobby_of(
    host: UUID, seats: int = 2, *, private: bool = False, spectators: str | None = None, **options: Any
) -> Outcome:
    """Create a table with its host on seat 0."""
    wish = TableWish(options=options, seats=seats, private=private, spectators=spectators)
    return lobby.create_game(player=host, wish=wish, command_id=uuid4(), request_hash=ASKED)


def sit(game_id: UUID, player: UUID, seat: int | None = None, code: str | None = None) -> Outcome:
    return lobby.take_seat(
        game_id=game_id, player=player, seat=seat, code=code, entropy=None, command_id=uuid4(), request_hash=ASKED
    )


def invite(game_id: UUID, player: UUID, wanted: str) -> None:
    """Invite a player by name or id."""
    invited = Invited(Kind.PLAYER, wanted)
    invitation_services.invite(game_id=game_id, player=player, invited=invited, accepted=None)


def code_of(game_id: UUID) -> str:
    """Return the code of an invitation that its host has made for everybody."""
    found = load.load_game(game_id)
    assert found is not None
    assert found.game.host is not None
    host = found.game.seats[found.game.host].player
    assert host is not None
    one = invitations.find(game_id, Invited()) or invitations.make(
        game_id=game_id, player_id=host, invited=Invited(), language="en"
    )
    return one.code


def with_bots(host: UUID, count: int = 1, bot: str = "random", **options: Any) -> UUID:
    """Return a started game of the host against this many bots."""
    game_id = lobby_of(host, seats=1 + count, **options).game.id
    for _ in range(count):
        lobby.add_bot(game_id=game_id, player=host, seat=None, bot=bot, command_id=uuid4(), request_hash=ASKED)
    lobby.start(game_id=game_id, player=host, command_id=uuid4(), request_hash=ASKED)
    return game_id


def started(*people: UUID, **options: Any) -> UUID:
    """Return a started game of these people, the first on seat 0."""
    game_id = lobby_of(people[0], seats=len(people), **options).game.id
    for player in people[1:]:
        sit(game_id, player)
    lobby.start(game_id=game_id, player=people[0], command_id=uuid4(), request_hash=ASKED)
    return game_id


def lend(game_id: UUID, lender: UUID, friend: UUID, seat: int = 0, hours: int = 24) -> None:
    """Let a friend play a seat of a running match, too."""
    offered = loans.offer(game_id=game_id, player=lender, seat=seat, hours=hours, wanted="").loan
    assert offered is not None
    loans.accept(game_id=game_id, player=friend, seat=seat, code=offered.code)


def timed(clock: engine.ClockSet, *people: UUID, bots: int = 0, **options: Any) -> UUID:
    """Return a started game with this clock, of these people and this many bots."""
    wish = TableWish(options=options, seats=len(people) + bots, clock=clock)
    game = lobby.create_game(player=people[0], wish=wish, command_id=uuid4(), request_hash=ASKED).game.id
    for player in people[1:]:
        sit(game, player)
    for _ in range(bots):
        lobby.add_bot(game_id=game, player=people[0], seat=None, bot="random", command_id=uuid4(), request_hash=ASKED)
    lobby.start(game_id=game, player=people[0], command_id=uuid4(), request_hash=ASKED)
    return game


def bots_only(count: int, bot: str = "random", **options: Any) -> UUID:
    """Return a started game of bots only; the worker has no hint about it."""
    host = person()
    game_id = lobby_of(host, seats=count, **options).game.id
    for _ in range(count - 1):
        lobby.add_bot(game_id=game_id, player=host, seat=None, bot=bot, command_id=uuid4(), request_hash=ASKED)
    # The host gives their seat to a bot: the service itself may do that, and start.
    for plan in (
        Decision(SYSTEM, 0, engine.LeaveSeat(), SeatChange(0, SeatKind.OPEN, uuid4())),
        Decision(SYSTEM, 0, engine.TakeSeat("bot"), SeatChange(0, SeatKind.BOT, uuid4(), bot=bot)),
        Decision(SYSTEM, None, engine.Start()),
    ):
        commands.submit(Envelope(game_id, Actor(None), uuid4(), ASKED), _always(plan))
    return game_id


def _always(move: Decision) -> envelope.Resolver:
    return lambda _loaded: move


def state_of(game_id: UUID, player: UUID | None = None) -> GameState:
    return one_game.find_game(game_id, player)


def table_of(game_id: UUID) -> engine.Table:
    found = load.load_game(game_id)
    assert found is not None
    return found.table


def log_of(game_id: UUID) -> list[LoggedEvent]:
    """Return the whole log, decoded."""
    return [reader.logged(row) for row in rows_of(game_id)]


def events_of(game_id: UUID) -> list[engine.Event]:
    return [logged.event for logged in log_of(game_id)]


def version_of(game_id: UUID) -> int:
    return table_of(game_id).version


def legal(game_id: UUID) -> tuple[int, engine.Command]:
    """Return the seat that must act and one of its legal commands."""
    table = table_of(game_id)
    seat = table.turn if table.turn is not None else 0
    return seat, engine.legal_commands(table, seat)[0]


def send(
    game_id: UUID,
    player: UUID,
    command: engine.Command,
    command_id: UUID | None = None,
    expected_version: int | None = None,
    asked: bytes | None = None,
) -> Outcome:
    return commands.submit_command(
        game_id=game_id,
        actor=Actor(player),
        command=command,
        command_id=command_id or uuid4(),
        request_hash=asked or sha256(repr(command).encode()).digest(),
        expected_version=expected_version,
    )


def play_out(game_id: UUID, *people: UUID, limit: int = 5000) -> None:
    """Play a match to its end: people play cards where they can, bots move by the worker's own loop."""
    for number in range(limit):
        if not _play_on(game_id, people, number):
            return
    raise AssertionError("the match does not end")


def play_well(game_id: UUID, *people: UUID) -> None:
    """Play a match to its end with good bots on all seats, so that it is short."""
    dice, bot = engine.Dice(game_id.bytes), engine.bot("sharp")
    while not (table := table_of(game_id)).is_over:
        if table.turn is None or table.turn >= len(people):
            bots.move_bot_seats(game_id)
            continue
        seat = table.turn
        legal = engine.legal_commands(table, seat)
        send(game_id, people[seat], bot.choose(engine.view(table, seat), legal, dice.below))


def play_until(game_id: UUID, version: int, *people: UUID) -> None:
    """Play as above until the game has reached `version` or its end."""
    number = 0
    while version_of(game_id) < version and _play_on(game_id, people, number):
        number += 1


def _play_on(game_id: UUID, people: Sequence[UUID], number: int) -> bool:
    table = table_of(game_id)
    if table.is_over:
        return False
    if not bots.move_bot_seats(game_id) and not table_of(game_id).is_over:
        table = table_of(game_id)
        seat = table.turn
        assert seat is not None
        legal = engine.legal_commands(table, seat)
        plays = [command for command in legal if isinstance(command, engine.Play)] or legal
        send(game_id, people[seat], plays[number % len(plays)])  # each play in turn, or a round takes thousands
    return True


def give_turns(player: UUID, *matches: tuple[int, int], days_ago: float = 2) -> None:
    """Give a player tables like finished matches with this many turns asked and answered."""
    for asked, answered in matches:
        game = lobby_of(player).game.id
        raw(
            "UPDATE seat SET asked = %s, answered = %s, over_at = service_now() - make_interval(secs => %s) "
            "WHERE game_id = %s AND player_id = %s",
            asked, answered, days_ago * 86_400, game, player,
        )  # fmt: skip


def promised(game_id: UUID) -> list[int]:
    """Return the kinds of work in the outbox for a game, without notifications."""
    kinds = OutboxEntry.objects.filter(game_id=game_id).values_list("kind", flat=True)
    return [kind for kind in kinds if kind != Work.NOTIFY]


def raw(sql: str, *parameters: Any) -> list[tuple[object, ...]]:
    """Run SQL directly, without the application."""
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return cursor.fetchall() if cursor.description else []


def rows_of(game_id: UUID) -> list[reader.EventRow]:
    """Return the whole log of a game, as stored."""
    return reader.read(game_id, 0, 1_000_000)


def let_bots_move(game_id: UUID) -> None:
    """Do the worker's part until a person must act."""
    while bots.move_bot_seats(game_id):
        pass


@contextmanager
def unguarded() -> Iterator[None]:
    """Disable the guard triggers of the log on this connection, as a superuser of the database could."""
    raw("SET session_replication_role = replica")
    try:
        yield
    finally:
        raw("RESET session_replication_role")


def forget_logs() -> None:
    """Delete the logs that committing tests have left: a log table refuses TRUNCATE."""
    with unguarded():
        for table in ("event", "command", "game_archive"):
            raw(f"DELETE FROM {table}")  # noqa: S608 - from the line above


@contextmanager
def travelled(seconds: float) -> Iterator[None]:
    """Move the time as `later` does, and back again; for tests whose connection lives on."""
    ((before,),) = raw("SELECT coalesce(current_setting('flipside.clock_offset', true), '')")
    later(seconds)
    try:
        yield
    finally:
        raw("SELECT set_config('flipside.clock_offset', %s, false)", before)


def later(seconds: float, *, swept: bool = True) -> None:
    """Move the service's time on this connection forward, until the transaction or the connection ends.

    Tests with connections of their own call it on those, and close them. `swept` False: no sweep ran in that time.
    """
    raw(
        "SELECT set_config('flipside.clock_offset', (coalesce(nullif(current_setting('flipside.clock_offset', true), "
        "''), '0')::interval + make_interval(secs => %s::float8))::text, false)",
        seconds,
    )
    if swept:
        raw("UPDATE heartbeat SET beat_at = service_now()")
