"""Vacations in games: the clock of an absent player stands still, no time-out moves for them, early returns count."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from common import clock
from engine import events as e
from games import clock as clocks
from games import errors, tasks
from games.audit import check
from games.clock.control import control
from games.services import commands, envelope, lobby, vacation_preview, vacations
from games.services.envelope import WORKER, Decision, Envelope
from games.store import deadlines
from games.types import SYSTEM
from players import vacations as planned
from players.models import Vacation
from players.vacations import Wish
from tests.games import tables
from tests.games.concurrency import together

if TYPE_CHECKING:
    from games.services.vacation_preview import GamePreview

pytestmark = pytest.mark.django_db
HOUR = 3600
DAY = 24 * HOUR
SLOW = control(turn=DAY)


def game_of(*people: UUID, clock: engine.ClockSet | None = SLOW, start: bool = True, **options: object) -> UUID:
    """Return a game of these people with this clock."""
    wish = lobby.TableWish(options=options, seats=len(people), clock=clock)
    game = lobby.create_game(player=people[0], wish=wish, command_id=uuid4(), request_hash=tables.ASKED).game.id
    for player in people[1:]:
        tables.sit(game, player)
    if start:
        lobby.start(game_id=game, player=people[0], command_id=uuid4(), request_hash=tables.ASKED)
    return game


def table() -> tuple[UUID, UUID, UUID]:
    """Return a game of two: its id, the player on turn, and the other one."""
    people = [tables.person(), tables.person()]
    game = game_of(*people)
    turn = on_turn(game)
    return game, people[turn], people[1 - turn]


def on_turn(game: UUID) -> int:
    turn = tables.table_of(game).turn
    assert turn is not None
    return turn


def deadline(game: UUID) -> datetime:
    found = tables.state_of(game).game.deadline_at
    assert found is not None
    return found


def happened(game: UUID, *kinds: type[engine.Event]) -> list[Any]:
    from games.store import reader  # noqa: PLC0415 - as the fixtures

    events = [reader.logged(row).event for row in tables.rows_of(game)]
    return [event for event in events if isinstance(event, kinds)]


def away(player: UUID, ends: float, starts: float | None = None, *games: UUID) -> Vacation:
    """Take a vacation from and to this many seconds from now."""
    now = clock.now()
    wish = Wish(
        None if starts is None else now + timedelta(seconds=starts), now + timedelta(seconds=ends), games or None
    )
    return vacations.plan(player, wish)


def test_the_deadline_of_who_goes_away_moves_by_the_length_of_their_vacation() -> None:
    game, player, _ = table()
    before = deadline(game)
    vacation = away(player, 3 * DAY)
    assert deadline(game) == before  # not yet
    tasks.sweep()
    assert deadline(game) == before + (vacation.ends_at - vacation.starts_at)
    assert happened(game, e.ClockPaused) == [
        e.ClockPaused("vacation", on_turn(game), clocks.micros(vacation.starts_at), clocks.micros(vacation.ends_at))
    ]
    for _ in range(3):
        tasks.sweep()
    assert len(happened(game, e.ClockPaused)) == 1
    assert check.check_game(game) is None


def test_the_clocks_of_the_others_go_on() -> None:
    game, player, other = table()
    before = deadline(game)
    vacation = away(other, 3 * DAY)
    tasks.sweep()
    assert deadline(game) == before
    seat = on_turn(game)
    while on_turn(game) == seat:  # once, or twice where a wild starter waits for its color
        tables.later(DAY + 1)
        deadlines.beat()
        assert commands.settle(game)
    assert {event.seat for event in happened(game, e.TimedOut)} == {tables.state_of(game, player).seat}
    # Now it is the absent player's turn.
    assert deadline(game) == vacation.ends_at + timedelta(days=1)


def test_no_time_runs_for_a_player_who_is_away() -> None:
    game, player, _ = table()
    vacation = away(player, 5 * DAY)
    tasks.sweep()
    for _ in range(5):
        tables.later(DAY - 10)
        deadlines.beat()
        tasks.sweep()
    assert happened(game, e.TimedOut) == []
    assert deadline(game) - vacation.ends_at > timedelta(hours=23, minutes=59)
    tables.later(DAY + 60)
    deadlines.beat()
    tasks.sweep()
    assert len(happened(game, e.TimedOut)) == 1


def test_coming_back_early_starts_the_clock_again() -> None:
    game, player, _ = table()
    before = deadline(game)
    away(player, 9 * DAY)
    tasks.sweep()
    tables.later(DAY)
    vacations.end(player)
    vacations.end(player)
    tasks.sweep()
    assert happened(game, e.ClockResumed) == [e.ClockResumed("vacation", on_turn(game))]
    assert timedelta(days=1) <= deadline(game) - before < timedelta(days=1, seconds=10)
    tasks.sweep()
    assert len(happened(game, e.ClockResumed)) == 1
    assert check.check_game(game) is None


def test_another_end_moves_the_deadline_to_where_it_would_have_been_at_once() -> None:
    game, player, _ = table()
    before = deadline(game)
    first = away(player, 3 * DAY)
    tasks.sweep()
    tables.later(DAY)
    for ends in (5 * DAY, 2 * DAY):
        changed = away(player, ends)
        tasks.sweep()
        assert changed.id == first.id
        assert abs(deadline(game) - before - (changed.ends_at - first.starts_at)) < timedelta(milliseconds=1)
    assert check.check_game(game) is None


def test_a_planned_vacation_says_nothing_before_it_begins() -> None:
    game, player, _ = table()
    before = deadline(game)
    vacation = away(player, 3 * DAY, HOUR)
    tasks.sweep()
    assert (deadline(game), happened(game, e.ClockPaused)) == (before, [])
    tables.later(HOUR + 1)
    tasks.sweep()
    assert deadline(game) == before + (vacation.ends_at - vacation.starts_at)


def test_a_planned_vacation_that_is_called_off_leaves_no_trace() -> None:
    game, player, _ = table()
    away(player, 3 * DAY, HOUR)
    vacations.end(player)
    tables.later(HOUR + 1)
    tasks.sweep()
    assert happened(game, e.ClockPaused, e.ClockResumed) == []


def test_a_worker_that_comes_late_costs_nobody_their_turn() -> None:
    game, player, other = table()
    before = deadline(game)
    vacation = away(player, 3 * DAY, HOUR)
    deadlines.beat()
    tables.later(DAY + 60)
    deadlines.beat()  # time-outs are swept, but vacations are not
    assert tables.state_of(game, other).game.deadline_at == before
    commands.settle(game)
    assert happened(game, e.TimedOut) == []
    assert deadline(game) == before + (vacation.ends_at - vacation.starts_at)
    tasks.sweep()
    assert len(happened(game, e.ClockPaused)) == 1


def test_of_games_settled_together_only_those_of_players_who_were_away_get_their_time_back() -> None:
    (absent, gone, _), (present, _, _), (early, went, _) = table(), table(), table()
    away(gone, DAY / 2, 60)
    away(went, DAY / 2, 60, early)
    vacations.end(went)  # called off before it began
    tables.later(DAY + 60)
    assert commands.settle_together([absent, present, early], deadlines.watch()) == []
    assert [len(happened(game, e.ClockPaused)) for game in (absent, present, early)] == [1, 0, 0]
    assert [len(happened(game, e.TimedOut)) for game in (absent, present, early)] == [0, 1, 1]
    for game in (absent, present, early):
        assert check.check_game(game) is None


def test_a_vacation_that_came_and_went_unseen_still_counts() -> None:
    game, player, _ = table()
    before = deadline(game)
    away(player, 3 * DAY)
    tables.later(2 * DAY)
    vacations.end(player)
    deadlines.beat()
    commands.settle(game)
    assert happened(game, e.TimedOut) == []
    assert timedelta(days=2) <= deadline(game) - before < timedelta(days=2, seconds=10)


def test_a_vacation_after_the_time_has_run_out_comes_too_late() -> None:
    game, player, _ = table()
    tables.later(DAY + 60)
    away(player, 3 * DAY)
    deadlines.beat()
    commands.settle(game)
    assert len(happened(game, e.TimedOut)) == 1


def test_games_that_start_later_are_covered_if_all_are() -> None:
    ann, bob = tables.person(), tables.person()
    away(ann, 3 * DAY)
    tasks.sweep()
    game = game_of(ann, bob)
    tasks.sweep()
    assert [event.seat for event in happened(game, e.ClockPaused)] == [0]


def test_only_the_games_that_were_chosen_stand_still() -> None:
    ann, bob = tables.person(), tables.person()
    chosen, other = game_of(ann, bob), game_of(ann, bob)
    away(ann, 3 * DAY, None, chosen)
    tasks.sweep()
    later = game_of(ann, bob)
    tasks.sweep()
    assert [len(happened(game, e.ClockPaused)) for game in (chosen, other, later)] == [1, 0, 0]


def test_only_games_of_ones_own_can_be_chosen() -> None:
    ann, bob = tables.person(), tables.person()
    game = game_of(bob, tables.person())
    for foreign in (game, uuid4()):
        with pytest.raises(errors.GameNotFound):
            away(ann, 3 * DAY, None, foreign)
    assert not Vacation.objects.exists()


def test_a_worker_killed_half_way_is_finished_by_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = tables.person(), tables.person()
    games = [game_of(ann, bob) for _ in range(4)]
    away(ann, 3 * DAY)
    real, done = commands.submit, []

    def dying(request: envelope.Envelope, plan: envelope.Resolver) -> Any:
        if len(done) == 2:
            raise KeyboardInterrupt
        done.append(real(request, plan))
        return done[-1]

    with monkeypatch.context() as patched:
        patched.setattr(commands, "submit", dying)
        with pytest.raises(KeyboardInterrupt):
            tasks.sweep()
    assert sorted(len(happened(game, e.ClockPaused)) for game in games) == [0, 0, 1, 1]
    tables.later(planned.LEASE.total_seconds())
    tasks.sweep()
    assert [len(happened(game, e.ClockPaused)) for game in games] == [1, 1, 1, 1]


@pytest.mark.django_db(transaction=True)
def test_workers_at_the_same_time_tell_each_game_once() -> None:
    ann, bob = tables.person(), tables.person()
    games = [game_of(ann, bob) for _ in range(2)]
    away(ann, 3 * DAY)
    together(*(partial(vacations.bring_into_step, game, ann) for game in games for _ in range(4)))
    assert [len(happened(game, e.ClockPaused)) for game in games] == [1, 1]
    vacations.end(ann)
    away(ann, 2 * DAY)
    together(*(partial(vacations.bring_into_step, game, ann) for game in games for _ in range(4)))
    for game in games:
        assert (len(happened(game, e.ClockPaused)), len(happened(game, e.ClockResumed))) == (2, 1)
        assert check.check_game(game) is None


class TestPreview:
    def ask(self, player: UUID, ends: float, starts: float | None = None, *games: UUID) -> dict[UUID, GamePreview]:
        now = clock.now()
        wish = Wish(
            None if starts is None else now + timedelta(seconds=starts), now + timedelta(seconds=ends), games or None
        )
        return {game.game_id: game for game in vacation_preview.preview(player, wish).games}

    def test_it_says_what_is_protected_until_when_and_what_is_not_and_why(self) -> None:
        ann, bob, eve = (tables.person() for _ in range(3))
        games = {
            None: game_of(ann, bob),
            "no_clock": game_of(ann, bob, clock=None),
            "round_limit": game_of(ann, bob, clock=None, time_limit=HOUR),
            "fast": game_of(ann, bob, clock=control(turn=HOUR // 2, bank=HOUR // 4)),
            "resigned": game_of(ann, bob, eve),
            "autopilot": game_of(ann, bob, eve),
            "waiting": game_of(ann, bob, start=False),
            "foreign": game_of(bob, eve),
        }
        tables.send(games["resigned"], ann, engine.Resign())
        self.engage(games["autopilot"], 0)
        found = self.ask(ann, 3 * DAY)
        assert {found[game].why_not for name, game in games.items() if name not in {"waiting", "foreign"}} == {
            None, "no_clock", "round_limit", "fast", "resigned", "autopilot",
        }  # fmt: skip
        for name, game in games.items():
            if name == "foreign":
                assert game not in found
            else:
                assert found[game].why_not == (None if name == "waiting" else name)

    def test_a_game_that_is_not_chosen_is_named_as_such(self) -> None:
        ann, bob = tables.person(), tables.person()
        one, other = game_of(ann, bob), game_of(ann, bob)
        found = self.ask(ann, 3 * DAY, None, one)
        assert (found[one].why_not, found[other].why_not) == (None, "not_chosen")

    def test_the_deadline_it_foretells_is_the_one_that_comes(self) -> None:
        game, player, other = table()
        for starts, ends in ((None, 3 * DAY), (HOUR, 2 * DAY), (2 * DAY, 4 * DAY)):
            seen = self.ask(player, ends, starts)[game]
            assert seen.deadline_at == deadline(game)
            if starts == 2 * DAY:
                assert seen.deadline_with_vacation == seen.deadline_at  # it begins after the time has run out
                continue
            vacation = away(player, ends, starts)
            tables.later((starts or 0) + 1)
            tasks.sweep()
            assert seen.deadline_with_vacation is not None
            assert abs(deadline(game) - seen.deadline_with_vacation) < timedelta(seconds=2)
            vacations.end(player)
            tasks.sweep()
            assert vacation.ends_at > clock.now()
        assert self.ask(other, 3 * DAY)[game].deadline_with_vacation is None  # it is not their turn

    def test_nothing_is_changed_by_asking(self) -> None:
        game, player, _ = table()
        version = tables.version_of(game)
        self.ask(player, 3 * DAY)
        tasks.sweep()
        assert (tables.version_of(game), Vacation.objects.count()) == (version, 0)

    def engage(self, game: UUID, seat: int) -> None:
        move = Decision(SYSTEM, None, engine.Engage(seat, "left"))
        commands.submit(Envelope(game, WORKER, uuid4(), tables.ASKED), lambda _loaded: move)


ACTS = st.lists(st.sampled_from(["go", "longer", "shorter", "back", "sweep", "wait"]), max_size=10)


@pytest.mark.django_db(transaction=True)
@given(acts=ACTS)
def test_a_vacation_gives_exactly_the_time_away_however_it_is_changed(acts: list[str]) -> None:
    """The time that counts, from the start of the turn to its deadline, is a day; whatever happens in between."""
    game, player, _ = table()
    begun = deadline(game) - timedelta(days=1)
    with tables.travelled(0):
        for act in acts:
            tables.later(HOUR)
            if act == "go" and planned.current(player, clock.now()) is None:
                away(player, 3 * DAY)
            elif act in {"longer", "shorter"} and planned.current(player, clock.now()) is not None:
                away(player, (5 if act == "longer" else 2) * DAY)
            elif act == "back":
                vacations.end(player)
            elif act == "sweep":
                deadlines.beat()
                tasks.sweep()
        deadlines.beat()
        tasks.sweep()
        spans = [(row.starts_at, planned.end_of(row)) for row in Vacation.objects.filter(player_id=player)]
        outside = deadline(game) - begun - sum((end - start for start, end in spans if end > start), timedelta(0))
        assert abs(outside - timedelta(days=1)) < timedelta(seconds=1)
        assert happened(game, e.TimedOut) == []
