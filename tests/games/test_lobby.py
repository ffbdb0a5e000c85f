"""Tables before the match: who may take a seat, who may not, and what a table shows."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID, uuid4

import pytest

import engine
from games import errors
from games.audit import check
from games.reads import lists, one_game
from games.services import lobby
from games.services.lobby import TableWish
from games.types import Outcome, SeatKind, Status
from tests.games import tables

pytestmark = pytest.mark.django_db


def leave(game: UUID, player: UUID, key: UUID | None = None) -> Outcome:
    return lobby.leave_seat(game_id=game, player=player, command_id=key or uuid4(), request_hash=tables.ASKED)


def start(game: UUID, player: UUID) -> Outcome:
    return lobby.start(game_id=game, player=player, command_id=uuid4(), request_hash=tables.ASKED)


def add_bot(game: UUID, player: UUID, seat: int | None = None, bot: str = "random") -> Outcome:
    return lobby.add_bot(game_id=game, player=player, seat=seat, bot=bot, command_id=uuid4(), request_hash=tables.ASKED)


def remove(game: UUID, player: UUID, seat: int) -> Outcome:
    return lobby.remove(game_id=game, player=player, seat=seat, command_id=uuid4(), request_hash=tables.ASKED)


def test_who_sets_up_a_table_sits_on_seat_0_and_the_seed_is_committed_before() -> None:
    ann = tables.person()
    outcome = tables.lobby_of(ann, seats=4)
    assert outcome.seat == 0
    assert [seat.kind for seat in outcome.game.seats] == [SeatKind.HUMAN] + [SeatKind.OPEN] * 3
    created, seated = tables.rows_of(outcome.game.id)
    assert b"commitment" in created.public
    assert (created.actor, seated.actor) == (255, 0)


def test_setting_up_a_table_again_gives_the_same_table() -> None:
    ann = tables.person()
    key = uuid4()

    def set_up(asked: bytes = tables.ASKED) -> Outcome:
        return lobby.create_game(player=ann, wish=TableWish({}, 2), command_id=key, request_hash=asked)

    first = set_up()
    assert replace(set_up(), replayed=False) == first
    with pytest.raises(errors.CommandIdReused):
        set_up(bytes(32))


def test_two_players_with_the_same_command_id_get_a_table_each() -> None:
    key = uuid4()
    games = {
        lobby.create_game(
            player=tables.person(), wish=TableWish({}, 2), command_id=key, request_hash=tables.ASKED
        ).game.id
        for _ in range(2)
    }
    assert len(games) == 2


@pytest.mark.parametrize("wish", [TableWish({}, 1), TableWish({"nonsense": 1}, 2), TableWish({}, 2, entropy="short")])
def test_a_table_that_cannot_be_is_refused_and_leaves_nothing_behind(wish: TableWish) -> None:
    ann = tables.person()
    with pytest.raises(engine.EngineError):
        lobby.create_game(player=ann, wish=wish, command_id=uuid4(), request_hash=tables.ASKED)
    assert lists.my_games(ann, None, 10).items == ()


def test_the_entropy_a_player_brings_is_in_the_log_and_a_bots_is_the_servers() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.lobby_of(ann, seats=3).game.id
    mine = "ab" * 32
    lobby.take_seat(
        game_id=game,
        player=bob,
        seat=None,
        code=None,
        entropy=mine,
        command_id=uuid4(),
        request_hash=tables.ASKED,
    )
    add_bot(game, ann)
    taken = [logged.event for logged in one_game.events_after(game, ann, 2, 10).events]
    assert (getattr(taken[0], "entropy", None), getattr(taken[0], "source", None)) == (mine, "player")
    assert getattr(taken[1], "source", None) == "server"


def test_a_private_table_opens_with_an_invitation_only() -> None:
    ann, bob, eve = tables.person(), tables.person(), tables.person()
    game = tables.lobby_of(ann, seats=3, private=True).game
    code, other = tables.code_of(game.id), tables.lobby_of(ann, private=True).game.id
    for wrong in (None, code[::-1], code + "0", tables.code_of(other)):
        with pytest.raises(errors.GameNotFound):
            tables.sit(game.id, eve, code=wrong)
    assert tables.sit(game.id, bob, code=code).seat == 1
    assert tables.state_of(game.id, bob).seat == 1


def test_one_seat_a_player_and_one_player_a_seat() -> None:
    ann, bob, eve = tables.person(), tables.person(), tables.person()
    game = tables.lobby_of(ann, seats=2).game.id
    with pytest.raises(errors.AlreadySeated):
        tables.sit(game, ann)
    with pytest.raises(engine.RuleViolation, match="taken"):
        tables.sit(game, bob, seat=0)
    with pytest.raises(errors.NoSuchSeat):
        tables.sit(game, bob, seat=2)
    with pytest.raises(errors.NoSuchSeat):
        tables.sit(game, bob, seat=-1)
    tables.sit(game, bob)
    with pytest.raises(errors.NoOpenSeat):
        tables.sit(game, eve)


def test_a_seat_left_can_be_taken_by_somebody_else() -> None:
    ann, bob, eve = tables.person(), tables.person(), tables.person()
    game = tables.lobby_of(ann, seats=2).game.id
    tables.sit(game, bob)
    left = leave(game, bob)
    assert left.seat is None
    assert left.game.seats[1].kind is SeatKind.OPEN
    assert tables.sit(game, eve).seat == 1
    assert check.check_game(game) is None


def test_leaving_twice_is_the_same_answer_even_at_a_private_table() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.lobby_of(ann, seats=2, private=True).game
    tables.sit(game.id, bob, code=tables.code_of(game.id))
    key = uuid4()
    first = leave(game.id, bob, key)
    assert replace(leave(game.id, bob, key), replayed=False) == first
    with pytest.raises(errors.GameNotFound):
        leave(game.id, bob)


def test_only_the_host_adds_and_removes_bots_and_starts() -> None:
    ann, bob, eve = tables.person(), tables.person(), tables.person()
    game = tables.lobby_of(ann, seats=3).game.id
    tables.sit(game, bob)
    with pytest.raises(errors.NotHost):
        add_bot(game, bob)
    with pytest.raises(errors.NotHost):
        start(game, bob)
    with pytest.raises(errors.NotHost):
        remove(game, bob, 2)
    with pytest.raises(errors.NotSeated):
        start(game, eve)
    add_bot(game, ann)
    assert start(game, ann).game.status is Status.RUNNING


def test_the_next_person_becomes_host_when_the_host_leaves() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.lobby_of(ann, seats=3).game.id
    tables.sit(game, bob, seat=2)
    leave(game, ann)
    assert add_bot(game, bob).game.host == 2


def test_the_host_removes_a_bot_and_nobody_from_an_open_seat() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.lobby_of(ann, seats=3).game.id
    tables.sit(game, bob)
    add_bot(game, ann)
    outcome = remove(game, ann, 2)
    assert (outcome.seat, outcome.game.seats[2].kind) == (0, SeatKind.OPEN)
    with pytest.raises(engine.RuleViolation) as refused:
        remove(game, ann, 2)
    assert refused.value.code == "seat_not_taken"
    assert check.check_game(game) is None


def test_a_bot_nobody_knows_is_refused() -> None:
    ann = tables.person()
    with pytest.raises(errors.UnknownBot, match="random, plain, sharp"):
        add_bot(tables.lobby_of(ann).game.id, ann, bot="hal")


def test_a_match_starts_when_all_seats_are_taken_and_then_nobody_comes_or_goes() -> None:
    ann, bob, eve = tables.person(), tables.person(), tables.person()
    game = tables.lobby_of(ann, seats=2).game.id
    with pytest.raises(engine.RuleViolation) as refused:
        start(game, ann)
    assert (refused.value.code, refused.value.fields) == ("seats_open", {"open": 1})
    tables.sit(game, bob)
    assert start(game, ann).table.phase is not engine.Phase.LOBBY
    with pytest.raises(errors.TableClosed):
        tables.sit(game, eve)
    with pytest.raises(engine.RuleViolation, match=r"started|phase"):
        leave(game, bob)
    with pytest.raises(engine.RuleViolation, match=r"started|phase"):
        start(game, ann)


def test_who_sets_up_a_private_table_with_a_clock_needs_no_invitation() -> None:
    control = engine.ClockSet(3600, None, 0, None, None, False, "lenient", 3)  # noqa: FBT003
    wish = TableWish({}, 2, private=True, clock=control)
    outcome = lobby.create_game(player=tables.person(), wish=wish, command_id=uuid4(), request_hash=tables.ASKED)
    assert outcome.seat == 0
    assert outcome.game.private
