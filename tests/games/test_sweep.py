"""The sweep: overdue games never wait long behind other work, and failing work does not block the rest."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import timedelta
from types import SimpleNamespace
from typing import TYPE_CHECKING, Final
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from common import clock as service_clock
from engine import events as e
from games import leases
from games.audit import check
from games.clock.control import control
from games.services import commands, erasure, vacations, worker
from games.store import deadlines, outbox
from games.types import Work
from players.privacy import leaving as people_leaving
from players.vacations import Wish
from tests.games import tables
from tests.games.concurrency import together

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.django_db

HOUR: Final = 3600

KINDS: Final = {
    "vacations": ((vacations, "due"), (vacations, "carry_out")),
    "leavers": ((people_leaving, "due"), (erasure, "carry_out")),
    "overdue games": ((deadlines, "overdue"), (commands, "settle")),
    "outbox": ((outbox, "due"), (worker, "run_outbox")),
    "stalled games": ((worker, "_stalled"), (worker, "_take_up")),
}
"""For each kind of work, the functions that find the candidates and handle one."""


@dataclass
class Clock:
    """The clock of the sweep's own time budget; it moves only when a test says so."""

    now: float = 0.0

    def monotonic(self) -> float:
        return self.now


@dataclass
class Kind:
    """Candidates of one kind that never go away by themselves. Each takes `seconds`; those of `failing` fail."""

    clock: Clock
    waiting: list[UUID] = field(default_factory=list)
    failing: frozenset[UUID] = frozenset()
    seconds: float = 0.0
    tried: Counter[UUID] = field(default_factory=Counter)
    during: Callable[[UUID], None] = lambda _piece: None

    def due(self, limit: int, number: int | None = None) -> list[UUID]:
        return [piece for piece in self.waiting if number in (None, leases.slice_of(piece))][:limit]

    def work(self, piece: UUID, **_more: object) -> None:
        self.clock.now += self.seconds
        self.tried[piece] += 1
        self.during(piece)
        if piece in self.failing:
            raise RuntimeError("it fails every time")
        if piece in self.waiting:
            self.waiting.remove(piece)

    def fill(self, failing: int = 0, sound: int = 1) -> None:
        """Make this many failing candidates wait, and behind them this many sound ones."""
        bad = [uuid4() for _ in range(failing)]
        self.waiting, self.failing = [*bad, *(uuid4() for _ in range(sound))], frozenset(bad)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(worker, "time", SimpleNamespace(monotonic=clock.monotonic))
    return clock


@pytest.fixture
def kinds(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> dict[str, Kind]:
    """Return the kinds of work of a sweep, without waiting candidates."""
    kinds = {name: Kind(clock) for name in KINDS}
    for name, ((finder, due), (doer, carry_out)) in KINDS.items():
        monkeypatch.setattr(finder, due, kinds[name].due)
        monkeypatch.setattr(doer, carry_out, kinds[name].work)
    return kinds


def time_outs(game: UUID) -> int:
    return sum(isinstance(event, e.TimedOut) for event in tables.events_of(game))


def promise_work(games: int) -> None:
    """Fill the outbox with work for this many games."""
    tables.raw(
        "INSERT INTO outbox (game_id, seq, kind, recipient, available_at, attempts) "
        "SELECT gen_random_uuid(), 1, 3, -1, service_now(), 0 FROM generate_series(1, %s)",
        games,
    )


def copies(game: UUID, count: int) -> None:
    """Copy this game, with slightly earlier due times, but with neither seed nor log, so that nothing can be recorded.

    The copies stay due for ever.
    """
    tables.raw(
        "INSERT INTO game SELECT (jsonb_populate_record(g, jsonb_build_object('id', gen_random_uuid(), "
        "'deadline_at', g.deadline_at - interval '1 s', 'updated_at', g.updated_at - interval '1 s'))).* "
        "FROM game g, generate_series(1, %s) WHERE g.id = %s",
        count,
        game,
    )


def test_a_game_that_falls_due_while_the_outbox_is_full_is_settled_within_a_second(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tables.timed(control(turn=HOUR), tables.person(), tables.person())
    done: list[UUID] = []
    late_for: list[float] = []

    def busy(game_id: UUID) -> None:
        """Take a tenth of a second; during the tenth call the time of the game runs out."""
        done.append(game_id)
        clock.now += 0.1
        if len(done) == 10:
            tables.later(HOUR + 1)
        elif len(done) > 10 and not time_outs(game):
            late_for.append(0.1)

    promise_work(100)
    monkeypatch.setattr(worker, "run_outbox", busy)
    worker.sweep()
    assert time_outs(game) == 1
    assert sum(late_for) <= 1.0
    assert len(done) >= 100, "the outbox is not forgotten over it"


def test_a_vacation_in_many_games_is_begun_in_a_moment_and_comes_to_all_of_them() -> None:
    traveller, other = tables.person(), tables.person()

    def statements(games: int) -> int:
        """Return the number of statements that begin a vacation in this many additional games."""
        begun = [tables.timed(control(turn=24 * HOUR), traveller, other) for _ in range(games)]
        vacation = vacations.plan(traveller, Wish(None, service_clock.now() + timedelta(days=3)))
        with CaptureQueriesContext(connection) as asked:
            vacations.carry_out(vacation.id)
        for _ in range(2):
            worker.sweep()
            assert all(map(is_away, begun))
        vacations.end(traveller)
        worker.sweep()
        assert not any(map(is_away, begun))
        return len(asked)

    def is_away(game: UUID) -> bool:
        told = [type(event) for event in tables.events_of(game)]
        return told.count(e.ClockPaused) == told.count(e.ClockResumed) + 1

    assert statements(1) == statements(30)


def test_what_else_is_promised_waits_for_no_vacation() -> None:
    """One player begins a vacation in a thousand games, and a second later a bot is on turn in another one."""
    tables.raw(
        "INSERT INTO outbox (game_id, seq, kind, recipient, available_at, attempts) "
        "SELECT gen_random_uuid(), 1, %s, 0, service_now() - interval '1 s', 0 FROM generate_series(1, 1000)",
        int(Work.VACATION),
    )
    promise_work(1)
    [first, second] = outbox.due(2)
    kinds = dict(tables.raw("SELECT game_id, kind FROM outbox"))
    assert (kinds[first] == Work.VACATION, kinds[second] == Work.VACATION) == (False, True)
    tables.raw("UPDATE outbox SET available_at = available_at - interval '1 min' WHERE kind = %s", int(Work.VACATION))
    [first] = outbox.due(1)
    assert kinds[first] == Work.VACATION, "but they do not wait for ever"


def test_a_vacation_that_ends_while_a_worker_begins_it_is_ended() -> None:
    traveller = tables.person()
    game = tables.timed(control(turn=24 * HOUR), traveller, tables.person())
    vacation = vacations.plan(traveller, Wish(None, service_clock.now() + timedelta(days=3)))
    vacations.carry_out(vacation.id)
    [entry] = [one for one in outbox.claim(game) if one.kind == Work.VACATION]
    vacations.bring_seat_into_step(game, entry.recipient)
    # Set its version to the current one, as if the worker had nothing to do.
    tables.raw(
        "UPDATE outbox SET seq = (SELECT version FROM game WHERE id = game_id) WHERE kind = %s", int(Work.VACATION)
    )
    entry = replace(entry, seq=tables.state_of(game).game.version)
    vacations.end(traveller)
    vacations.carry_out(vacation.id)
    outbox.done(entry)
    worker.sweep()
    assert type(tables.events_of(game)[-1]) is e.ClockResumed


@pytest.mark.parametrize("kind", KINDS)
def test_candidates_that_stay_due_hide_no_others_of_their_kind(kinds: dict[str, Kind], kind: str) -> None:
    kinds[kind].fill(failing=2 * worker.CANDIDATES + 1, sound=3)
    worker.sweep()
    assert len(kinds[kind].waiting) == len(kinds[kind].failing)
    assert set(kinds[kind].tried.values()) == {1}, "what fails waits for the next sweep"


@pytest.mark.parametrize("kind", KINDS)
def test_no_kind_of_work_starves_the_others(kinds: dict[str, Kind], kind: str) -> None:
    """There is more of one kind than a sweep can do, and it fails, too."""
    for other in kinds.values():
        other.fill()
    kinds[kind].fill(failing=1000)
    kinds[kind].seconds = 0.1
    worker.sweep()
    assert {name for name, other in kinds.items() if name != kind and other.waiting} == set()
    assert len(kinds[kind].tried) > 100, "and most of the time goes to where most is to be done"


def test_overdue_games_come_first_where_there_is_too_much_of_everything(kinds: dict[str, Kind]) -> None:
    for kind in kinds.values():
        kind.fill(sound=1000)
        kind.seconds = 0.05
    worker.sweep()
    done = {name: kind.tried.total() for name, kind in kinds.items()}
    overdue = done.pop("overdue games")
    assert overdue > sum(done.values())
    assert min(done.values()) > 0


def test_games_that_cannot_be_settled_hide_none_that_can() -> None:
    game = tables.timed(control(turn=HOUR), tables.person(), tables.person())
    copies(game, worker.CANDIDATES + 1)
    tables.later(HOUR + 1)
    assert game not in deadlines.overdue(worker.CANDIDATES)
    worker.sweep()
    assert time_outs(game) == 1
    assert check.check_game(game) is None


def test_quarantined_games_hide_none_that_can_be_settled() -> None:
    game = tables.timed(control(turn=HOUR), tables.person(), tables.person())
    copies(game, worker.CANDIDATES + 1)
    tables.raw("UPDATE game SET quarantined_at = service_now(), quarantine = 'chain' WHERE id <> %s", game)
    tables.later(HOUR + 1)
    assert deadlines.overdue(1) == [game]
    worker.sweep()
    assert time_outs(game) == 1


def test_stalled_games_in_which_no_bot_can_move_hide_none_in_which_one_can() -> None:
    game = tables.bots_only(2)
    copies(game, worker.CANDIDATES + 1)
    tables.raw("DELETE FROM outbox")
    version = tables.version_of(game)
    tables.later(HOUR)
    worker.sweep()
    assert tables.version_of(game) > version


def test_one_sweeper_soon_notices_what_another_one_has_done(kinds: dict[str, Kind]) -> None:
    """Both see the same games; the other one is faster."""
    overdue = kinds["overdue games"]
    overdue.fill(sound=500)

    def meanwhile(_piece: UUID) -> None:
        overdue.during = lambda _piece: None
        worker.sweep()

    overdue.during = meanwhile
    worker.sweep()
    assert overdue.waiting == []
    assert overdue.tried.total() < 1.1 * 500


@pytest.mark.django_db(transaction=True)
def test_sweepers_side_by_side_settle_each_game_once() -> None:
    people = [tables.person(), tables.person()]
    games = [tables.timed(control(turn=HOUR), *people) for _ in range(12)]

    def sweep() -> int:
        tables.later(HOUR + 1)
        return worker.sweep()

    answers = together(*(sweep for _ in range(4)))
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    assert [time_outs(game) for game in games] == [1] * len(games)
    assert [fault for game in games if (fault := check.check_game(game)) is not None] == []


@pytest.mark.usefixtures("clock")
def test_a_sweep_asks_for_outages_as_often_for_many_overdue_games_as_for_one() -> None:
    people = [tables.person(), tables.person()]

    def asked(games: int) -> int:
        for _ in range(games):
            tables.timed(control(turn=HOUR), *people)
        tables.later(HOUR + 1)
        with CaptureQueriesContext(connection) as queries:
            worker.sweep()
        return sum("FROM outage" in query["sql"] for query in queries)

    assert asked(10) == asked(1)
