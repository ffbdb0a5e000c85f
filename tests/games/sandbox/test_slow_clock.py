"""A clock moved on a busy machine stops when the time of the request is over, and never passes a deadline."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

import engine
from common import clock
from games.sandbox import time_travel
from games.services import timeouts, worker
from tests.games.sandbox.test_three_days import DAY, logged, slow_game, throw_away

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.games.api.people import Person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sandbox_mode")]

ADVANCE = "/v1/sandbox/clock/advance"


class Busy:
    """A machine on which some sweeps use up a request's time before they reach a game."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, is_busy: Callable[[int], bool]) -> None:
        self.sweeps = 0
        self.seconds = 0.0
        monkeypatch.setattr(time_travel.time, "monotonic", lambda: self.seconds)
        monkeypatch.setattr(time_travel.worker, "sweep", self.sweep)
        self.is_busy = is_busy

    def sweep(self, left: float) -> int:
        self.sweeps += 1
        if not self.is_busy(self.sweeps):
            return _sweep(left)
        self.seconds += left + 1
        return 0


_sweep = worker.sweep


def advanced(author: Person, seconds: int) -> Any:
    answer = author.client.send(ADVANCE, {"seconds": seconds})
    assert answer.status_code == 200, answer.content
    return answer.json()


def time_outs(game: str) -> list[timedelta]:
    """Return how late each time-out was recorded."""
    return [
        entry.recorded_at - datetime.fromtimestamp(entry.event.due_at / 1e6, tz=entry.recorded_at.tzinfo)
        for entry in logged(game)
        if isinstance(entry.event, engine.TimedOut)
    ]


def test_a_deadline_that_could_not_be_settled_in_time_is_not_passed(
    ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = slow_game(*throw_away(ada, "Ann", "Bert"))
    begun = clock.now()
    busy = Busy(monkeypatch, lambda _sweep: clock.now() - begun > timedelta(seconds=DAY - 60))
    told = advanced(ada, 3 * DAY + 60)

    assert busy.sweeps > 1
    assert (told["left"] > 2 * DAY, time_outs(game)) == (True, [])
    assert clock.now() - begun < timedelta(days=1, minutes=1)

    monkeypatch.undo()
    assert advanced(ada, told["left"])["left"] == 0
    assert len(time_outs(game)) == 3


def test_asked_again_and_again_a_busy_machine_makes_every_time_out_at_its_time(
    ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = slow_game(*throw_away(ada, "Ann", "Bert"), autopilot_after=5)
    Busy(monkeypatch, lambda sweep: sweep % 2 == 0 and sweep < 60)
    left, asked = 3 * DAY + 60, 0
    while left:
        left, asked = advanced(ada, left)["left"], asked + 1
        assert asked < 200

    late = time_outs(game)
    assert len(late) == 3
    assert all(timedelta(0) <= one < timedelta(seconds=30) for one in late)
    assert asked > 3


def test_a_fault_of_ours_in_one_game_stops_nobodys_clock(ada: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    broken, fine = (slow_game(*throw_away(ada, *names)) for names in (("Ann", "Bert"), ("Cleo", "Dan")))
    settlement = timeouts.due_command

    def failing(loaded: Any, *watch: Any) -> Any:
        if str(loaded.game.id) == broken:
            raise RuntimeError("a fault of ours")
        return settlement(loaded, *watch)

    monkeypatch.setattr(timeouts, "due_command", failing)
    told = time_travel.advance(timedelta(days=1, minutes=1), 20.0)
    assert told.left == timedelta(0)
    assert (len(time_outs(broken)), len(time_outs(fine))) == (0, 1)


def test_a_game_that_cannot_be_settled_stops_the_clock(ada: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    slow_game(*throw_away(ada, "Ann", "Bert"))
    begun = clock.now()
    with monkeypatch.context() as broken:
        broken.setattr(timeouts, "due_command", lambda *_: None)
        told = time_travel.advance(timedelta(days=3), 1.0)
    assert told.left > timedelta(days=1)
    assert clock.now() - begun < timedelta(days=1, minutes=1)
