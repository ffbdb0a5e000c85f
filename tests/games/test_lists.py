"""What the lists show, to whom and in which order."""

from uuid import UUID

import pytest

import engine
from games import errors
from games.clock.control import control
from games.reads import lists
from games.reads.lists import GameFilter, Page
from games.store import controls, quarantine
from games.types import Speed, Status
from tests.games import tables

pytestmark = pytest.mark.django_db


def ids(page: Page) -> list[UUID]:
    return [item.game.id for item in page.items]


def all_pages(player: UUID | None, where: GameFilter, limit: int) -> list[UUID]:
    """Return the whole list, page by page."""
    found: list[UUID] = []
    cursor = None
    while True:
        page = lists.list_games(player, where, cursor, limit)
        found += ids(page)
        cursor = page.next_cursor
        if cursor is None:
            return found


def test_public_games_are_listed_newest_first_and_private_ones_are_not() -> None:
    ann = tables.person()
    games = [tables.lobby_of(ann, private=number == 2).game.id for number in range(5)]
    expected = [game for number, game in reversed(list(enumerate(games))) if number != 2]
    assert ids(lists.list_games(None, GameFilter(), None, 10)) == expected
    assert ids(lists.list_games(ann, GameFilter(), None, 10)) == expected
    assert ids(lists.list_games(ann, GameFilter(mine=True), None, 10)) == games[::-1]


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 50])
def test_pages_of_any_size_show_every_game_once(limit: int) -> None:
    ann = tables.person()
    games = [tables.lobby_of(ann).game.id for _ in range(7)]
    # Equal ages: the id decides.
    tables.raw("UPDATE game SET created_at = '2026-01-01' WHERE id = ANY(%s)", games[:4])
    assert sorted(all_pages(None, GameFilter(), limit)) == sorted(games)


def test_games_that_appear_while_paging_do_not_shift_the_pages() -> None:
    ann = tables.person()
    games = [tables.lobby_of(ann).game.id for _ in range(4)]
    first = lists.list_games(None, GameFilter(), None, 2)
    tables.lobby_of(ann)
    second = lists.list_games(None, GameFilter(), first.next_cursor, 2)
    assert ids(first) + ids(second) == games[::-1]


def test_the_filters_say_what_they_mean() -> None:
    ann, bob = tables.person(), tables.person()
    table = tables.lobby_of(ann).game.id
    hidden = tables.lobby_of(ann, private=True).game.id
    running = tables.started(ann, bob)
    finished = tables.with_bots(bob, bot="sharp", scoring="single_round")
    tables.play_well(finished, bob)
    turn = tables.table_of(running).turn
    mover, waiter = (ann, bob) if turn == 0 else (bob, ann)

    def found(player: UUID, **where: object) -> set[UUID]:
        return set(ids(lists.list_games(player, GameFilter(**where), None, 10)))  # type: ignore[arg-type]

    assert found(bob, open_seats=True) == {table}
    assert found(ann, mine=True, open_seats=True) == {table}
    assert found(bob, status=Status.LOBBY) == {table}
    assert found(bob, status=Status.RUNNING) == {running}
    assert found(ann, status=Status.FINISHED) == {finished}
    assert found(ann, mine=True) == {table, hidden, running}
    assert found(mover, my_turn=True) == {running}
    assert found(waiter, my_turn=True) == set()
    tables.raw("UPDATE game SET acting_seats = 3 WHERE id = %s", running)
    assert found(mover, can_act=True) == found(waiter, can_act=True) == {running}
    assert found(waiter, can_act=True, open_seats=True) == set()
    assert found(waiter, can_act=True, status=Status.FINISHED) == set()


WEEK, THREE_MINUTES = control(turn=7 * 86400), control(turn=180)


def test_games_are_found_by_ruleset_edition_and_speed() -> None:
    ann, bob = tables.person(), tables.person()
    classic = tables.started(ann, bob, game="classic")
    marvel = tables.lobby_of(ann, game="flip", edition="marvel").game.id
    live = tables.timed(THREE_MINUTES, ann, bob)
    slow = tables.timed(WEEK, ann, bob, game="classic")
    tables.lobby_of(ann, private=True, game="classic")

    def found(**where: object) -> list[UUID]:
        return all_pages(None, GameFilter(**where), 1)  # type: ignore[arg-type]

    assert found(ruleset="classic") == [slow, classic]
    assert found(ruleset="flip") == [live, marvel]
    assert found(ruleset="flip", edition="marvel") == found(edition="marvel") == [marvel]
    assert found(ruleset="classic", edition="marvel") == []
    assert found(speed=Speed.LIVE) == [live]
    assert found(speed=Speed.DAYS) == [slow]
    assert found(speed=Speed.NONE) == [marvel, classic]
    assert found(ruleset="classic", speed=Speed.NONE, status=Status.RUNNING) == [classic]
    assert found(ruleset="classic", status=Status.LOBBY) == []
    assert found(ruleset="flip", open_seats=True) == [marvel]
    assert found(ruleset="classic", open_seats=True) == []
    assert found(ruleset="flip", open_seats=True, status=Status.RUNNING) == []


def test_filters_hold_for_ones_own_games_too() -> None:
    ann, bob = tables.person(), tables.person()
    private = tables.lobby_of(ann, private=True, game="classic").game.id
    live = tables.timed(THREE_MINUTES, ann, bob)
    tables.started(bob, tables.person(), game="classic")

    def mine(**where: object) -> list[UUID]:
        return ids(lists.list_games(ann, GameFilter(mine=True, **where), None, 10))  # type: ignore[arg-type]

    assert mine(ruleset="classic") == [private]
    assert mine(speed=Speed.LIVE) == [live]
    assert mine(speed=Speed.NONE, edition="base") == [private]


def test_the_games_of_a_player_are_their_public_ones_and_those_that_one_shares_with_them() -> None:
    ann, bob, eve = tables.person(), tables.person(), tables.person()
    open_table = tables.lobby_of(bob).game.id
    tables.lobby_of(bob, private=True)
    shared = tables.lobby_of(bob, private=True, seats=3).game.id
    tables.sit(shared, ann, code=tables.code_of(shared))
    running = tables.started(ann, bob)
    over = tables.with_bots(bob, bot="sharp", scoring="single_round")
    tables.play_well(over, bob)
    tables.started(ann, eve)

    def of_bob(viewer: UUID | None, **where: object) -> list[UUID]:
        return all_pages(viewer, GameFilter(player=bob, **where), 1)  # type: ignore[arg-type]

    for viewer in (None, eve, ann, bob):
        assert of_bob(viewer) == [over, running, open_table]
        assert of_bob(viewer, status=Status.FINISHED) == [over]
        assert of_bob(viewer, status=Status.RUNNING) == [running]
        assert of_bob(viewer, open_seats=True) == [open_table]
        assert of_bob(viewer, ruleset="classic") == []
    assert of_bob(ann, mine=True) == [running, shared]
    assert of_bob(eve, mine=True) == []
    assert all_pages(ann, GameFilter(player=tables.person()), 1) == []


def test_a_strangers_answer_is_the_same_whatever_private_games_a_player_has() -> None:
    bob, eve = tables.person(), tables.person()
    shown = tables.lobby_of(bob).game.id
    before = lists.list_games(eve, GameFilter(player=bob), None, 10)
    for _ in range(5):
        tables.lobby_of(bob, private=True)
    after = lists.list_games(eve, GameFilter(player=bob), None, 10)
    assert ids(before) == ids(after) == [shown]
    assert after.next_cursor is None


@pytest.mark.parametrize(
    ("clock", "speed"),
    [
        (None, Speed.NONE),
        (control(turn=3600), Speed.LIVE),
        (control(turn=3601), Speed.DAY),
        (control(turn=86400), Speed.DAY),
        (control(turn=86401), Speed.DAYS),
        (control(turn=86400, bank=5 * 86400), Speed.DAY),
        (control(bank=300, increment=10), Speed.LIVE),
        (control(bank=3 * 86400, increment=3600), Speed.DAYS),
    ],
)
def test_the_speed_of_a_clock_is_that_of_a_turn(clock: engine.ClockSet | None, speed: Speed) -> None:
    assert controls.speed(clock) is speed
    column = controls.write(clock)
    assert (None if column is None else controls.read(column)) == clock


def test_my_games_begin_with_those_that_wait_for_me_the_most_urgent_first_and_those_where_i_can_act() -> None:
    ann, bob = tables.person(), tables.person()

    def game_of_turn(mine: int) -> UUID:
        while tables.table_of(game := tables.started(ann, bob)).turn != mine:
            tables.raw("DELETE FROM seat WHERE game_id = %s", game)
        return game

    lobby_game = tables.lobby_of(ann).game.id
    theirs, catchable, quarantined = (game_of_turn(1) for _ in range(3))
    tables.raw("UPDATE game SET acting_seats = 3 WHERE id = ANY(%s)", [catchable, quarantined])
    quarantine.add(quarantined, "for a test")
    later, sooner, no_clock_old, no_clock_new = (game_of_turn(0) for _ in range(4))
    for game, hours in ((later, 5), (sooner, 1)):
        tables.raw("UPDATE game SET deadline_at = now() + %s * interval '1 hour' WHERE id = %s", hours, game)
    tables.raw("UPDATE game SET updated_at = now() - interval '1 day' WHERE id = %s", no_clock_old)
    expected = [sooner, later, no_clock_old, no_clock_new, catchable, quarantined, theirs, lobby_game]
    page = lists.my_games(ann, None, 50)
    assert ids(page) == expected
    assert [item.my_turn for item in page.items] == [True] * 4 + [False] * 4
    assert [item.can_act for item in page.items] == [True] * 5 + [False] * 3
    paged: list[UUID] = []
    cursor = None
    for _ in expected:
        page = lists.my_games(ann, cursor, 1)
        paged += ids(page)
        cursor = page.next_cursor
    assert (paged, cursor) == (expected, None)


@pytest.mark.parametrize(
    "token", ["", "x", "AAAA", "%00", "é", "A" * 500, lists.encode_cursor("mine", (0, 0, 0), UUID(int=0))]
)
def test_a_cursor_that_was_not_handed_out_is_refused(token: str) -> None:
    with pytest.raises(errors.BadCursor):
        lists.list_games(None, GameFilter(), token, 10)


def test_a_cursor_beyond_the_end_of_time_is_refused() -> None:
    with pytest.raises(errors.BadCursor):
        lists.list_games(None, GameFilter(), lists.encode_cursor("list", (2**62,), UUID(int=0)), 10)
