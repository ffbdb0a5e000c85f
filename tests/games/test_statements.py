"""The number of SQL statements of the hot path, which needs no transaction around them (PERFORMANCE 5)."""

from collections.abc import Callable
from dataclasses import replace
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

import engine
from games import errors
from games.audit import check
from games.clock.control import control
from games.models import OutboxEntry
from games.notifications import create_for_command
from games.reads import lists, one_game
from games.reads.lists import GameFilter
from games.services import commands, lobby, worker
from games.services.get_game import get_game
from games.store import deadlines
from players.models import Notification, Reminder
from tests.games import tables

pytestmark = pytest.mark.django_db(transaction=True)

PAGE = 8192 - 24 - 4 * 4  # bytes, without the header of the page and four pointers to rows


def statements(call: Callable[[], object]) -> list[str]:
    """Return the SQL of a call, including BEGIN and COMMIT."""
    with CaptureQueriesContext(connection) as queries:
        call()
    return [query["sql"].split()[0] for query in queries]


def test_a_command_takes_one_read_and_one_append() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    seat, command = tables.legal(game)
    assert statements(lambda: tables.send(game, (ann, bob)[seat], command)) == ["SELECT", "SELECT"]


def test_a_command_that_leaves_work_for_the_worker_takes_no_more() -> None:
    ann = tables.person()
    game = tables.lobby_of(ann, seats=2).game.id
    lobby.add_bot(game_id=game, player=ann, seat=None, bot="random", command_id=uuid4(), request_hash=tables.ASKED)

    assert statements(lambda: lobby.start(game_id=game, player=ann, command_id=uuid4(), request_hash=tables.ASKED)) == [
        "SELECT",
        "SELECT",
        "UPDATE",  # only the start: it ends the invitations of the table
    ]


def test_a_refused_command_takes_one_read() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    seat, command = tables.legal(game)

    def refused() -> None:
        with pytest.raises(engine.RuleViolation):
            tables.send(game, (ann, bob)[1 - seat], command)

    assert statements(refused) == ["SELECT"]


def test_a_retry_takes_two_reads() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    seat, command = tables.legal(game)
    key = uuid4()
    tables.send(game, (ann, bob)[seat], command, key)
    assert statements(lambda: tables.send(game, (ann, bob)[seat], command, key)) == ["SELECT", "SELECT"]


def test_a_stale_command_takes_two_reads() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    seat, command = tables.legal(game)

    def stale() -> None:
        with pytest.raises(errors.StaleVersion):
            tables.send(game, (ann, bob)[seat], command, expected_version=1)

    assert statements(stale) == ["SELECT", "SELECT"]


def test_a_time_out_takes_one_read_and_one_append_once_outages_are_known() -> None:
    game = tables.timed(control(turn=60), tables.person(), tables.person())
    with tables.travelled(61):
        watch = deadlines.watch()
        assert statements(lambda: commands.settle(game, watch)) == ["SELECT", "SELECT"]
    assert any(isinstance(event, engine.TimedOut) for event in tables.events_of(game))


def test_time_outs_of_several_games_take_one_read_and_one_append_together() -> None:
    games = [tables.timed(control(turn=60), tables.person(), tables.person()) for _ in range(3)]
    with tables.travelled(61):
        watch = deadlines.watch()
        assert statements(lambda: commands.settle_together(games, watch)) == ["SELECT", "SELECT"]
        assert commands.settle_together(games, watch) == []
    for game in games:
        assert [type(event) for event in tables.events_of(game)].count(engine.TimedOut) == 1
        assert check.check_game(game) is None


@pytest.mark.parametrize(
    ("timing", "more"),
    [(control(turn=7200), 1), (control(turn=60, weekends=True), 1), (control(turn=7200, weekends=True), 2)],
)
def test_where_vacations_or_weekends_matter_all_games_together_take_one_read_more_for_each(
    timing: engine.ClockSet, more: int
) -> None:
    games = [tables.timed(timing, tables.person(), tables.person()) for _ in range(3)]
    with tables.travelled(7 * 86_400):
        watch = deadlines.watch()
        assert statements(lambda: commands.settle_together(games, watch)) == ["SELECT"] * (2 + more)
    for game in games:
        assert [type(event) for event in tables.events_of(game)].count(engine.TimedOut) == 1


def test_games_that_cannot_be_settled_together_are_left_to_be_settled_one_by_one() -> None:
    games = [tables.timed(control(turn=60), tables.person(), tables.person()) for _ in range(3)]
    lost = games[1]
    with tables.travelled(61):
        watch = deadlines.watch()
        heads = [tables.version_of(game) for game in games]
        tables.raw(
            "INSERT INTO outbox (game_id, seq, kind, recipient, available_at, attempts) "
            "SELECT %s, %s + n, 3, -1, service_now(), 0 FROM generate_series(1, 20) n",
            lost,
            tables.version_of(lost),
        )  # the append of this game fails: its entry of the outbox exists
        assert commands.settle_together(games, watch) == games
        assert [tables.version_of(game) for game in games] == heads
        worker.sweep()
    for game in games:
        count = [type(event) for event in tables.events_of(game)].count(engine.TimedOut)
        assert count == (0 if game == lost else 1)


def test_an_overdue_look_loads_the_game_once_and_for_a_spectator_twice() -> None:
    ann = tables.person()
    for player, loads in ((ann, 1), (None, 2)):
        game = tables.timed(control(turn=60), ann, tables.person())
        with tables.travelled(61), CaptureQueriesContext(connection) as queries:
            state = get_game(game, player)
        said = [query["sql"] for query in queries]
        assert sum("g.state_cache" in sql for sql in said) == loads
        if player == ann:
            assert len(said) == 4  # and the heartbeat with the outages, the seed, the append
        assert state == replace(one_game.load_game(game, player), now=state.now)
        assert any(isinstance(event, engine.TimedOut) for event in tables.events_of(game))


def test_every_read_takes_one_statement() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob, spectators="open")
    assert statements(lambda: one_game.load_game(game, ann)) == ["SELECT"]
    assert statements(lambda: one_game.load_game(game, None)) == ["SELECT"]
    for player in (ann, None):
        assert statements(lambda player=player: one_game.events_after(game, player, 0, 100)) == ["SELECT"]
    assert statements(lambda: lists.list_games(None, GameFilter(), None, 20)) == ["SELECT"]
    assert statements(lambda: lists.list_games(ann, GameFilter(), None, 20)) == ["SELECT"]
    assert statements(lambda: lists.my_games(ann, None, 20)) == ["SELECT"]
    for where in (GameFilter(player=bob), GameFilter(player=bob, mine=True), GameFilter(ruleset="flip")):
        assert statements(lambda where=where: lists.list_games(ann, where, None, 20)) == ["SELECT"]


def test_a_command_costs_the_same_number_of_statements_late_in_a_game() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob)
    for _ in range(40):
        seat, command = tables.legal(game)
        tables.send(game, (ann, bob)[seat], command)
    seat, command = tables.legal(game)
    assert len(statements(lambda: tables.send(game, (ann, bob)[seat], command))) == 2


def test_notifications_of_a_move_take_one_claim_with_all_that_is_read_and_one_write() -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.timed(control(turn=86_400), ann, bob)
    worker.run_outbox(game)
    while Reminder.objects.filter(player_id=(mover := (ann, bob)[tables.legal(game)[0]])).exists():
        tables.send(game, mover, tables.legal(game)[1])
    assert statements(lambda: worker.run_outbox(game)) == ["WITH", "SELECT"]
    assert Notification.objects.filter(game_id=game, kind="your_turn", player_id=mover).exists()
    assert not OutboxEntry.objects.filter(game_id=game).exists()


def test_notifications_for_many_players_take_as_many_statements_as_for_three() -> None:
    counts = []
    for count in (3, 9):
        game = tables.started(*[tables.person() for _ in range(count)])
        with CaptureQueriesContext(connection) as queries:
            told = create_for_command(game, tables.version_of(game))
        assert {one.kind for one in told} >= {"started"}
        assert len({one.player_id for one in told}) >= count - 1
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_two_versions_of_a_row_of_a_game_fit_in_one_page() -> None:
    """PostgreSQL then rewrites the row in place (HOT); otherwise each move takes a new page and new index entries."""
    people = [tables.person() for _ in range(10)]
    game = tables.started(*people)
    for _ in range(30):
        seat, command = tables.legal(game)
        tables.send(game, people[seat], command)
    ((size,),) = tables.raw("SELECT pg_column_size(g.*) FROM game g WHERE id = %s::uuid", game)
    assert 2 * int(str(size)) < PAGE
