"""The turns of finished matches: which count as made in time, which as timed out, and which do not count."""

from __future__ import annotations

import io
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.core.management import call_command

import engine
from common import clock
from engine import events as e
from games import reliability, tasks
from games.clock.control import control
from games.models import Seat
from games.reliability import counters
from games.reliability.turns import Turns
from games.services import automatic_moves, empty_seats, vacations
from players.reliability import Reliability, reliability_of
from players.selectors import own_profile, public_profile
from players.vacations import Wish
from tests.games import tables

if TYPE_CHECKING:
    from uuid import UUID

pytestmark = pytest.mark.django_db
HOUR = 3600
DAY = 24 * HOUR


class AtTable:
    """A match of people, with an hour for each turn."""

    def __init__(self, *people: UUID, seats: int = 2, limits: engine.ClockSet | None = None, **options: object) -> None:
        self.people = people or tuple(tables.person() for _ in range(seats))
        self.game = tables.timed(limits or control(turn=HOUR), *self.people, **options)

    @property
    def turn(self) -> int:
        turn = tables.table_of(self.game).turn
        assert turn is not None
        return turn

    def move(self) -> int:
        """Let the seat on turn end its turn with draws and passes; return it."""
        seat = self.turn
        turns = self._turns_begun()
        while self._turns_begun() == turns:
            legal = engine.legal_commands(tables.table_of(self.game), seat)
            wanted = next((one for one in legal if isinstance(one, engine.Draw | engine.Pass)), legal[0])
            tables.send(self.game, self.people[seat], wanted)
        return seat

    def time_out(self) -> int:
        """Let the time of the seat on turn run out; return it."""
        seat = self.turn
        tables.later(HOUR + 60)
        tasks.sweep()
        assert isinstance(tables.log_of(self.game)[-1].event, e.TurnStarted) or self.turn != seat
        return seat

    def end(self) -> list[Turns]:
        """End the match by resignations, and return its turns as they are counted."""
        for player in self.people[1:]:
            if not tables.table_of(self.game).is_over:
                tables.send(self.game, player, engine.Resign())
        return reliability.count_turns(self.game, tables.rows_of(self.game))

    def _turns_begun(self) -> int:
        return sum(isinstance(event, e.TurnStarted) for event in tables.events_of(self.game))


def counted(game: UUID) -> list[tuple[int | None, int | None]]:
    """Return asked and answered of each seat as they are stored."""
    return list(Seat.objects.filter(game_id=game).order_by("seat_no").values_list("asked", "answered"))


# -- Which turns count -------------------------------------------------------------------------------------------------


def test_moves_and_time_outs_are_counted_by_turn() -> None:
    table = AtTable()
    expected = [Turns(), Turns()]
    for step in (table.move, table.move, table.time_out, table.move, table.move):
        answers = step != table.time_out
        seat = step()
        before = expected[seat]
        expected[seat] = before._replace(answered=before.answered + answers, timed_out=before.timed_out + (not answers))
    last = table.turn
    expected[last] = expected[last]._replace(excused=1)  # the match ended in this turn
    assert table.end() == expected


def test_a_turn_that_was_begun_and_then_timed_out_is_timed_out() -> None:
    for _ in range(30):
        table = AtTable()
        seat = table.turn
        tables.send(table.game, table.people[seat], engine.Draw())
        if tables.table_of(table.game).phase is engine.Phase.DRAWN:
            table.time_out()
            assert table.end()[seat][:2] == (0, 1)
            return
    raise AssertionError("no card was offered")


def test_a_late_move_that_the_table_accepts_is_in_time() -> None:
    table = AtTable()
    tables.later(HOUR + 60, swept=False)
    seat = table.move()
    assert table.end()[seat][:2] == (1, 0)


def test_matches_without_a_clock_or_against_bots_ask_for_nothing() -> None:
    people = [tables.person(), tables.person()]
    untimed = tables.started(*people)
    tables.send(untimed, people[1], engine.Resign())
    assert reliability.count_turns(untimed, tables.rows_of(untimed)) == [Turns(), Turns()]

    lonely = tables.timed(control(turn=HOUR), people[0], bots=1)
    tables.let_bots_move(lonely)
    tables.send(lonely, people[0], engine.Resign())
    assert tables.table_of(lonely).is_over
    assert reliability.count_turns(lonely, tables.rows_of(lonely)) == [Turns(), Turns()]


def test_turns_of_the_autopilot_do_not_count() -> None:
    table = AtTable(limits=control(turn=HOUR, autopilot_after=1), seats=3)
    away = table.time_out()
    tables.let_bots_move(table.game)
    while table.turn != away:
        table.move()
    tables.let_bots_move(table.game)
    found = table.end()[away]
    assert (found.answered, found.timed_out) == (0, 1)
    assert found.excused >= 1


def test_turns_in_an_outage_do_not_count_either_way() -> None:
    table = AtTable()
    seat = table.turn
    tasks.sweep()
    tables.later(26 * HOUR, swept=False)
    tasks.sweep()
    tasks.sweep()
    assert any(isinstance(event, e.ClockExtended) for event in tables.events_of(table.game))
    table.move()
    found = table.end()[seat]
    assert (found.answered, found.timed_out) == (0, 0)
    assert found.excused


def test_turns_in_a_pause_do_not_count() -> None:
    table = AtTable()
    for player in table.people:
        tables.send(table.game, player, engine.Vote("pause"))
    tables.later(DAY)
    seat = table.move()
    found = table.end()[seat]
    assert (found.answered, found.timed_out) == (0, 0)


def test_turns_in_a_vacation_do_not_count() -> None:
    table = AtTable(limits=control(turn=DAY))
    seat = table.turn
    vacations.plan(table.people[seat], Wish(None, clock.now() + timedelta(days=3), None))
    tasks.sweep()
    tables.later(HOUR)
    assert any(isinstance(event, e.ClockPaused) for event in tables.events_of(table.game))
    table.move()
    found = table.end()[seat]
    assert (found.answered, found.timed_out) == (0, 0)


def test_automatic_moves_do_not_count() -> None:
    table = AtTable(limits=control(turn=DAY), forced_moves=True)
    made = 0
    for number in range(1000):
        seat = table.turn
        legal = engine.legal_commands(tables.table_of(table.game), seat)
        if len(legal) == 1:
            version = tables.version_of(table.game)
            automatic_moves.carry_out(table.game, version, seat)
            assert tables.version_of(table.game) > version
            made += 1
            if made == 3:
                break
            continue
        plays = [one for one in legal if isinstance(one, engine.Play)] or legal
        tables.send(table.game, table.people[seat], plays[number % len(plays)])
        if tables.table_of(table.game).turn is None:
            tables.let_bots_move(table.game)
    by_hand = [turn for turn in reliability.count_turns(table.game, tables.rows_of(table.game)) if turn.answered]
    assert by_hand  # without the seed, all moves look alike
    open_match = sum(turn.answered for turn in by_hand)
    assert sum(turn.answered for turn in table.end()) < open_match


# -- The counters ------------------------------------------------------------------------------------------------------


def test_the_sweep_counts_a_match_once_it_is_over() -> None:
    table = AtTable()
    table.move()
    table.time_out()
    tasks.sweep()
    assert counted(table.game) == [(None, None)] * 2
    turns = table.end()
    assert reliability.uncounted(10) == [table.game]
    tasks.sweep()
    assert counted(table.game) == [(one.asked, one.answered) for one in turns]
    assert sum(one.asked for one in turns) >= 2
    assert reliability.uncounted(10) == []
    assert not reliability.recount_match(table.game)


def test_the_command_rebuilds_the_counters_from_the_log() -> None:
    table = AtTable()
    table.move()
    turns = table.end()
    tasks.sweep()
    tables.raw("UPDATE seat SET asked = 99, answered = 1 WHERE game_id = %s", table.game)
    for expected in ("1 of 1", "0 of 1"):
        out = io.StringIO()
        call_command("recount_reliability", str(table.game), stdout=out)
        assert expected in out.getvalue()
        assert counted(table.game) == [(one.asked, one.answered) for one in turns]
    tables.raw("UPDATE seat SET asked = NULL, answered = NULL")
    call_command("recount_reliability", stdout=io.StringIO())
    assert counted(table.game) == [(one.asked, one.answered) for one in turns]


def test_a_log_that_cannot_be_read_counts_nothing_and_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    table = AtTable()
    table.move()
    table.end()

    def fail(*_: object) -> list[Turns]:
        raise ValueError("unreadable")

    monkeypatch.setattr(counters, "count_by_player", fail)
    tasks.sweep()
    assert counted(table.game) == [(0, 0), (0, 0)]
    assert reliability.uncounted(10) == []


# -- The share ---------------------------------------------------------------------------------------------------------


def test_newcomers_have_none() -> None:
    ada = tables.person()
    assert reliability_of(ada) is None
    tables.give_turns(ada, (29, 29))
    assert reliability_of(ada) is None
    tables.give_turns(ada, (1, 0))
    assert reliability_of(ada) == Reliability(29, 30)
    assert Reliability(29, 30).share == 96


def test_only_the_latest_matches_of_a_year_count() -> None:
    ada = tables.person()
    tables.give_turns(ada, (40, 0), days_ago=367)
    assert reliability_of(ada) is None
    tables.give_turns(ada, (40, 0), days_ago=300)
    assert reliability_of(ada) == Reliability(0, 40)
    tables.give_turns(ada, *[(10, 10)] * 20, days_ago=100)
    tables.give_turns(ada, *[(0, 0)] * 5, days_ago=50)
    assert reliability_of(ada) == Reliability(200, 200)


def test_matches_of_the_day_are_left_out() -> None:
    ada = tables.person()
    tables.give_turns(ada, (100, 100), days_ago=0)
    assert reliability_of(ada) is None
    tables.later(DAY)
    assert reliability_of(ada) == Reliability(100, 100)


def test_players_who_leave_take_nothing_of_it_along() -> None:
    ada = tables.person()
    tables.give_turns(ada, (40, 20))
    empty_seats.vacate(ada)
    assert reliability_of(ada) is None


def test_profiles_show_it_and_nothing_of_matches_under_way() -> None:
    ada = tables.person()
    private = tables.lobby_of(ada, private=True).game.id
    tables.raw("UPDATE seat SET asked = 500, answered = 0 WHERE game_id = %s", private)  # not over
    assert public_profile(str(ada)).reliability is None
    tables.give_turns(ada, (400, 391))
    for shown in (public_profile(str(ada)), own_profile(player_id=ada)):
        assert shown.reliability == Reliability(391, 400)
        assert shown.reliability.share == 97
