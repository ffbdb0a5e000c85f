"""A process killed between any two exchanges with the database: a call happened whole or not at all; a retry works."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import pytest

import engine
from games.audit import check
from games.clock.control import control
from games.models import Game, OutboxEntry
from games.services import commands, lobby, worker
from tests.faults.calls import CALLS
from tests.faults.kills import BEFORE, points_of
from tests.games import tables

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.faults.kills import Doomed

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def lobby_with(ann: UUID, *others: UUID) -> UUID:
    """Return a table of three with some seats taken."""
    game = tables.lobby_of(ann, seats=3).game.id
    for other in others:
        tables.sit(game, other)
    return game


def a_seat_to_take() -> dict[str, Any]:
    return {"game_id": lobby_with(tables.person()), "player": tables.person()}


def a_seat_to_leave() -> dict[str, Any]:
    ann, bob = tables.person(), tables.person()
    return {"game_id": lobby_with(ann, bob), "player": bob}


def a_table_to_fill() -> dict[str, Any]:
    ann = tables.person()
    return {"game_id": lobby_with(ann), "player": ann}


def a_match_to_start() -> dict[str, Any]:
    ann = tables.person()
    game = lobby_with(ann)
    for _ in range(2):
        CALLS["add_bot"](game_id=game, player=ann, command_id=uuid4())
    return {"game_id": game, "player": ann}


def a_move_to_make() -> dict[str, Any]:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    seat, command = tables.legal(game)
    word = engine.COMMAND_WORDS[type(command)]
    return {"game_id": game, "player": (ann, bob)[seat], "word": word, "fields": list(command)}


@pytest.mark.parametrize(
    ("call", "situation", "points"),
    [
        ("take", a_seat_to_take, 8),  # in a transaction that holds the player's row, and asks for blocks
        ("leave", a_seat_to_leave, 3),
        ("add_bot", a_table_to_fill, 3),
        ("start", a_match_to_start, 4),
        ("move", a_move_to_make, 3),
    ],
)
def test_a_killed_command_happened_wholly_or_not_at_all(
    doomed: Doomed, call: str, situation: Callable[[], dict[str, Any]], points: int
) -> None:
    seen = set()

    def attempt(point: int, after: bool) -> bool:  # noqa: FBT001 - as the job has it
        arguments = situation() | {"command_id": uuid4()}
        game = arguments["game_id"]
        before = tables.version_of(game)
        survived = doomed.survives(call, arguments, point, after=after)
        assert check.check_game(game) is None
        done = tables.version_of(game) > before
        CALLS[call](**arguments)  # the client's retry
        commands = tables.raw("SELECT first_seq FROM command WHERE game_id = %s AND last_seq > %s", game, before)
        assert len(commands) == 1
        assert check.check_game(game) is None
        due = Game.objects.get(pk=game).worker_due
        assert bool(tables.promised(game)) == due
        seen.add((survived, done))
        return survived

    assert points_of(attempt) == points  # a new process reads the options, too
    assert seen == {(False, False), (False, True), (True, True)}


def test_a_table_whose_setting_up_was_killed_is_there_wholly_or_not_at_all(doomed: Doomed) -> None:
    def attempt(point: int, after: bool) -> bool:  # noqa: FBT001 - as the job has it
        arguments = {"player": tables.person(), "command_id": uuid4()}
        survived = doomed.survives("create", arguments, point, after=after)
        assert all(game.version == 2 for game in Game.objects.all())
        assert [fault for game in Game.objects.all() if (fault := check.check_game(game.pk))] == []
        wish = lobby.TableWish({}, 3, private=True)
        outcome = lobby.create_game(wish=wish, request_hash=tables.ASKED, **arguments)
        assert outcome.game.version == 2
        assert check.check_game(outcome.game.id) is None
        return survived

    assert points_of(attempt, BEFORE) >= 8


def test_a_worker_killed_at_any_point_leaves_work_that_another_one_finishes(doomed: Doomed) -> None:
    def attempt(point: int, after: bool) -> bool:  # noqa: FBT001 - as the job has it
        ann = tables.person()
        while tables.table_of(game := tables.with_bots(ann)).turn == 0:
            pass
        survived = doomed.survives("wake", {"game_id": game}, point, after=after)
        assert check.check_game(game) is None
        tables.raw("UPDATE outbox SET available_at = now() - interval '1 second'")  # the lease expires
        worker.sweep()
        worker.sweep()  # the work that the bots' moves caused
        assert tables.table_of(game).turn == 0
        assert not OutboxEntry.objects.filter(game_id=game).exists()
        assert check.check_game(game) is None
        return survived

    assert points_of(attempt, BEFORE) >= 5


def test_a_worker_killed_while_it_ends_a_round_leaves_it_running_or_ended_and_it_ends_once(doomed: Doomed) -> None:
    def attempt(point: int, after: bool) -> bool:  # noqa: FBT001 - as the job has it
        game = tables.started(tables.person(), tables.person(), time_limit=60)
        survived = doomed.survives("settle", {"game_id": game, "seconds": 60}, point, after=after)
        assert check.check_game(game) is None
        with tables.travelled(60):
            tables.raw("UPDATE outbox SET available_at = now() - interval '1 second'")  # the lease expires
            commands.settle(game)
            worker.run_outbox(game)
        assert tables.table_of(game).round == 2
        assert [type(event).__name__ for event in tables.events_of(game)].count("TimeExpired") == 1
        assert check.check_game(game) is None
        return survived

    assert points_of(attempt, BEFORE) >= 3


def test_a_worker_killed_at_a_time_out_has_moved_or_not_and_another_one_moves_once(doomed: Doomed) -> None:
    def attempt(point: int, after: bool) -> bool:  # noqa: FBT001 - as the job has it
        game = tables.timed(control(turn=60), tables.person(), tables.person())
        survived = doomed.survives("settle", {"game_id": game, "seconds": 61}, point, after=after)
        assert check.check_game(game) is None
        with tables.travelled(61):
            commands.settle(game)
        assert [type(event).__name__ for event in tables.events_of(game)].count("TimedOut") == 1
        assert check.check_game(game) is None
        return survived

    assert points_of(attempt, BEFORE) >= 3
