"""Time-outs happen never early and once, the match goes on, and the autopilot plays for absent players."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

import engine
from engine import events as e
from games import clock as clocks
from games import errors, tasks
from games.audit import check
from games.clock.control import control
from games.services import commands, get_game, weekends
from games.store import append, deadlines, load
from games.types import SYSTEM
from players import preferences
from tests.games import tables
from tests.games.concurrency import together

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from games.types import GameState

pytestmark = pytest.mark.django_db
HOUR = 3600
TURN = control(turn=HOUR)


def two(clock: engine.ClockSet = TURN) -> tuple[UUID, list[UUID]]:
    people = [tables.person(), tables.person()]
    return tables.timed(clock, *people), people


def state(game: UUID) -> GameState:
    return tables.state_of(game)


def deadline(game: UUID) -> datetime:
    found = state(game).game.deadline_at
    assert found is not None
    return found


def happened(game: UUID, *kinds: type[engine.Event]) -> list[engine.Event]:
    return [event for event in tables.events_of(game) if isinstance(event, kinds)]


def on_turn(game: UUID) -> int:
    turn = tables.table_of(game).turn
    assert turn is not None
    return turn


def act(game: UUID, people: list[UUID]) -> None:
    """Let the current player draw, pass, or do what they must."""
    seat = on_turn(game)
    legal = engine.legal_commands(tables.table_of(game), seat)
    wanted = next((one for one in legal if isinstance(one, engine.Draw | engine.Pass)), legal[0])
    tables.send(game, people[seat], wanted)


def move(game: UUID, people: list[UUID]) -> None:
    """Let the current player draw, and keep the drawn card."""
    seat = on_turn(game)
    act(game, people)
    if on_turn(game) == seat and tables.table_of(game).phase is engine.Phase.DRAWN:
        tables.send(game, people[seat], engine.Pass())


def test_a_turn_has_its_deadline_from_the_moment_it_begins() -> None:
    game, people = two()
    assert deadline(game) == tables.log_of(game)[-1].recorded_at + timedelta(hours=1)
    tables.later(600)
    seat = on_turn(game)
    while on_turn(game) == seat:
        move(game, people)
    assert deadline(game) == tables.log_of(game)[-1].recorded_at + timedelta(hours=1)
    assert check.check_game(game) is None


def test_a_draw_does_not_start_the_time_anew() -> None:
    game, people = two()
    first = deadline(game)
    for _ in range(200):
        tables.later(1)
        before = deadline(game)
        act(game, people)
        if tables.table_of(game).phase is engine.Phase.DRAWN:
            assert deadline(game) == before >= first
            return
    raise AssertionError("no card was offered")


def test_the_sweep_moves_for_who_is_late_and_the_next_has_all_their_time() -> None:
    game, _ = two()
    seat = on_turn(game)
    due = deadline(game)
    tables.later(HOUR + 60)
    assert deadlines.overdue(10) == [game]
    tasks.sweep()
    [timed_out] = happened(game, e.TimedOut)
    assert timed_out == e.TimedOut(seat, clocks.micros(due))
    assert {logged.actor for logged in tables.log_of(game) if isinstance(logged.event, e.TimedOut)} == {SYSTEM}
    assert deadline(game) == tables.log_of(game)[-1].recorded_at + timedelta(hours=1)
    assert deadlines.overdue(10) == []
    assert check.check_game(game) is None


def test_nothing_happens_a_moment_early() -> None:
    game, _ = two()
    tables.later(HOUR - 5)
    version = tables.version_of(game)
    tasks.sweep()
    assert not commands.settle(game)
    assert tables.version_of(game) == version


def test_three_time_outs_in_a_row_put_a_seat_on_autopilot_and_any_move_takes_it_back() -> None:
    game, people = two()
    away = on_turn(game)
    for number in range(3):
        while on_turn(game) != away:
            move(game, people)
        tables.later(HOUR + 1)
        tasks.sweep()
        assert len(happened(game, e.TimedOut)) == number + 1
    assert happened(game, e.AutopilotEngaged) == [e.AutopilotEngaged(away, "timeouts")]
    assert tables.table_of(game).autopilot == (away,)
    while on_turn(game) != away:
        move(game, people)
    state_now = state(game)
    assert state_now.game.deadline_at is None
    act(game, people)
    assert happened(game, e.AutopilotReleased) == [e.AutopilotReleased(away)]
    assert state(game).clock is not None
    assert state(game).clock.timeouts[away] == 0  # type: ignore[union-attr]
    assert check.check_game(game) is None


def test_the_worker_plays_for_a_seat_on_autopilot() -> None:
    people = [tables.person() for _ in range(3)]
    game = tables.timed(control(turn=HOUR, autopilot_after=1), *people)
    away = on_turn(game)
    tables.later(HOUR + 1)
    tasks.sweep()
    assert tables.table_of(game).autopilot == (away,)
    while on_turn(game) != away:
        move(game, people)
    version = tables.version_of(game)
    tables.let_bots_move(game)
    assert tables.version_of(game) > version
    assert {logged.actor for logged in tables.log_of(game) if logged.seq > version} == {SYSTEM}


def test_a_game_in_which_all_are_away_ends_itself() -> None:
    game, _ = two(control(turn=HOUR, autopilot_after=1))
    for _ in range(6):
        tables.later(HOUR + 1)
        tasks.sweep()
        tables.let_bots_move(game)
    ended = happened(game, e.MatchEnded)
    assert [(end.cause, end.winners) for end in ended] == [("abandoned", ())]  # type: ignore[attr-defined]
    assert check.check_game(game) is None


def test_a_lenient_table_takes_the_late_move_even_after_a_look() -> None:
    game, people = two()
    seat = on_turn(game)
    tables.later(HOUR + 1)
    assert get_game.get_game(game, people[seat]).game.deadline_at is not None
    act(game, people)
    assert happened(game, e.TimedOut) == []


def test_somebody_else_looking_settles_it() -> None:
    game, people = two()
    seat = on_turn(game)
    tables.later(HOUR + 1)
    shown = get_game.get_game(game, people[1 - seat])
    assert len(happened(game, e.TimedOut)) == 1
    assert shown.game.version == tables.version_of(game)
    with pytest.raises(engine.RuleViolation):
        tables.send(game, people[seat], engine.Pass())


def test_a_strict_table_takes_no_late_move() -> None:
    game, people = two(control(turn=HOUR, late="strict"))
    seat = on_turn(game)
    tables.later(HOUR + 1)
    with pytest.raises(errors.TooLate):
        tables.send(game, people[seat], engine.Draw())
    assert len(happened(game, e.TimedOut)) == 1


def test_bots_have_no_deadline() -> None:
    ann = tables.person()
    game = tables.timed(TURN, ann, bots=1)
    while on_turn(game) == 0:
        move(game, [ann])
    assert state(game).game.deadline_at is None
    tables.let_bots_move(game)
    assert state(game).game.deadline_at is not None


def test_a_bank_pays_for_what_a_turn_takes_beyond_its_limit() -> None:
    game, people = two(control(turn=HOUR, bank=2 * HOUR, increment=600))
    seat = on_turn(game)
    assert deadline(game) == tables.log_of(game)[-1].recorded_at + timedelta(hours=3)
    tables.later(HOUR + 1800)
    while on_turn(game) == seat:
        move(game, people)
    clock = state(game).clock
    assert clock is not None
    left = HOUR + 1800 + 600
    assert left - 60 <= clock.banks[seat] // clocks.SECOND <= left
    assert clock.banks[1 - seat] == 2 * HOUR * clocks.SECOND


def test_an_outage_counts_against_nobody() -> None:
    game, _ = two()
    tasks.sweep()
    tables.later(26 * HOUR, swept=False)
    # No sweep ran for more than a day: the first read must not move for any player.
    assert not commands.settle(game)
    tasks.sweep()
    tasks.sweep()
    [given] = happened(game, e.ClockExtended)
    assert given.until - given.since > 25 * HOUR * clocks.SECOND  # type: ignore[attr-defined]
    assert happened(game, e.TimedOut) == []
    assert deadlines.overdue(10) == []
    assert check.check_game(game) is None
    tables.later(HOUR)
    tasks.sweep()
    assert len(happened(game, e.TimedOut)) == 1


def test_a_clock_folded_again_from_the_log_is_the_same() -> None:
    game, people = two(control(turn=HOUR, bank=HOUR, increment=60))
    for number in range(8):
        tables.later(70 * number)
        tasks.sweep()
        move(game, people)
    before = load.load_game(game)
    append.drop_caches()
    after = load.load_game(game)
    assert before is not None
    assert after is not None
    assert (after.game, after.table, after.clock) == (before.game, before.table, before.clock)
    assert check.check_game(game) is None


@pytest.mark.django_db(transaction=True)
def test_ten_that_notice_at_the_same_time_move_once() -> None:
    game, _ = two()

    def notice() -> bool:
        tables.later(HOUR + 1)
        return commands.settle(game)

    together(*(notice for _ in range(10)))
    assert len(happened(game, e.TimedOut)) == 1
    assert check.check_game(game) is None


def test_weekends_are_those_of_the_player_on_turn_where_games_are_settled_together() -> None:
    zones = "Pacific/Auckland", "America/New_York", "Asia/Kathmandu", "Europe/Paris"
    people = [tables.person() for _ in zones]
    for player, zone in zip(people, zones, strict=True):
        preferences.change(player_id=player, changes={"time_zone": zone})
    turn = control(turn=HOUR, weekends=True)
    games = {tables.timed(turn, *two): two for two in (people[:2], people[2:])}
    tables.later(7 * 24 * HOUR)
    assert commands.settle_together([*games], deadlines.watch()) == []
    for game, two in games.items():
        now, clock = state(game), state(game).clock
        assert happened(game, e.TimedOut)
        assert clock is not None
        zone = preferences.of(two[on_turn(game)]).zone
        assert clock.offsets[on_turn(game)] == weekends.offset_minutes(zone, now.now)
        assert check.check_game(game) is None


def test_weekends_are_those_of_the_player_on_turn() -> None:
    people = [tables.person(), tables.person()]
    for player, zone in zip(people, ("Pacific/Auckland", "America/New_York"), strict=True):
        preferences.change(player_id=player, changes={"time_zone": zone})
    game = tables.timed(control(turn=2 * 24 * HOUR, weekends=True), *people)
    noted = set()
    for _ in range(6):
        noted |= {event.seat for event in happened(game, e.OffsetNoted)}  # type: ignore[attr-defined]
        zone = preferences.of(people[on_turn(game)]).zone
        local = deadline(game).astimezone(zone)
        assert local.weekday() < 5 or (local.hour, local.minute, local.second) == (0, 0, 0)
        move(game, people)
        tables.later(17 * HOUR)
    assert noted == {0, 1}
    assert check.check_game(game) is None


def test_a_seat_that_resigned_is_played_on_and_has_no_say() -> None:
    people = [tables.person() for _ in range(3)]
    game = tables.timed(TURN, *people)
    tables.send(game, people[1], engine.Resign())
    assert tables.table_of(game).autopilot == (1,)
    with pytest.raises(errors.SeatHasResigned):
        tables.send(game, people[1], engine.TakeBack())
    while on_turn(game) != 1:
        move(game, people)
    tables.let_bots_move(game)
    assert on_turn(game) != 1
    assert check.check_game(game) is None


def test_a_pause_that_all_agree_on_stops_the_clock_until_somebody_ends_it() -> None:
    game, people = two()
    before = deadline(game)
    tables.send(game, people[0], engine.Vote("pause"))
    assert deadline(game) == before
    tables.send(game, people[1], engine.Vote("pause"))
    assert state(game).game.deadline_at is None
    tables.later(10 * HOUR)
    tasks.sweep()
    assert happened(game, e.TimedOut) == []
    tables.send(game, people[0], engine.Resume())
    assert timedelta(hours=10) <= deadline(game) - before < timedelta(hours=10, minutes=1)
    assert check.check_game(game) is None


def test_a_table_that_agrees_to_stop_ends_without_a_winner() -> None:
    game, people = two()
    for player in people:
        tables.send(game, player, engine.Vote("abort"))
    [ended] = happened(game, e.MatchEnded)
    assert (ended.cause, ended.winners) == ("aborted", ())  # type: ignore[attr-defined]
    assert state(game).game.deadline_at is None
    assert check.check_game(game) is None


def test_a_strict_table_gives_an_outage_back_before_it_calls_a_move_late() -> None:
    game, people = two(control(turn=HOUR, late="strict"))
    tasks.sweep()
    tables.later(26 * HOUR, swept=False)
    deadlines.beat()  # the sweep is back, and has not come to this game yet
    act(game, people)
    assert len(happened(game, e.ClockExtended)) == 1
    assert happened(game, e.TimedOut) == []
    assert check.check_game(game) is None


def test_a_sweeper_that_was_frozen_lets_no_time_run_out_before_it_has_asked_for_outages_again() -> None:
    game, _ = two()
    tasks.sweep()
    watch = deadlines.watch()
    tables.later(26 * HOUR, swept=False)
    assert not commands.settle(game, watch)
    deadlines.beat()  # another one is back, and has noted the outage
    assert not commands.settle(game, watch)
    assert happened(game, e.TimedOut) == []
    assert commands.settle(game, deadlines.watch())
    assert len(happened(game, e.ClockExtended)) == 1
    assert check.check_game(game) is None


def test_a_clock_that_went_ahead_hides_no_outage_once_it_is_put_right() -> None:
    tasks.sweep()
    with tables.travelled(24 * HOUR):
        tasks.sweep()
    game, _ = two()
    tasks.sweep()
    assert (deadlines.silent_for() or 0) >= 0, "operators would not be told that nobody sweeps"
    tables.later(5 * HOUR, swept=False)
    assert not commands.settle(game)
    tasks.sweep()
    tasks.sweep()
    assert len(happened(game, e.ClockExtended)) == 1
    assert happened(game, e.TimedOut) == []
    assert check.check_game(game) is None
