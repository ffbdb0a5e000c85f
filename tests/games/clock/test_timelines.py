"""The clock folded from a log equals the one computed hour by hour, for any events in any order."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import events as e
from engine.spec import Spec
from games import clock as clocks
from games.types import SYSTEM
from tests.games.clock.model import MONDAY, Control, Model, Pause

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

SEATS = 2
HOUR = 3600


def moment(hour: int) -> int:
    """Return the time of the hour as it stands in the log."""
    return clocks.micros(MONDAY) + hour * HOUR * clocks.SECOND


class Match:
    """A match without cards: each event is told to the model, recorded and folded.

    Methods are named after events, and take seats and hours. They do nothing where the event is impossible.
    """

    def __init__(self, control: Control) -> None:
        self.now = 0
        self.model = Model(control, SEATS)
        self.clock: clocks.Clock | None = None
        self.table = engine.Table()
        self.table.seats = SEATS
        self.table.seat_kinds = [engine.SeatKind.HUMAN] * SEATS
        self.table.clock = agreed(control)
        self.table.spec = Spec.of({} if control.round is None else {"time_limit": control.round * HOUR})

    def record(self, actor: int, *events: engine.Event) -> None:
        """Fold a command. The clock may be stored and loaded again between any two of them."""
        clock = clocks.advance(self.clock, self.table, actor, events, moment(self.now))
        assert clock is not None
        self.clock = clocks.decode(clocks.encode(clock) or b"")

    def _moved(self) -> int:
        """Return the seat that moves now, and count it as present."""
        assert self.model.decision is not None
        seat = self.model.decision.seat
        self.model.timeouts[seat] = 0
        return seat

    def _stand(self, phase: engine.Phase, seat: int | None) -> None:
        self.table.phase, self.table.turn = phase, seat

    def deal(self, seat: int) -> None:
        if self.model.decision is None:
            self._begin(seat, e.RoundStarted(1, 0, 0, ()))

    def go_on_in_a_branch(self, seat: int) -> None:
        if self.model.decision is None:
            self._begin(seat, e.PositionResumed(False, (), (), (), (), ()))  # noqa: FBT003

    def _begin(self, seat: int, event: engine.Event) -> None:
        self.model.round_since = self.now
        self.model.decide(self.now, seat, "turn")
        self._stand(engine.Phase.TURN, seat)
        self.record(SYSTEM, event, e.TurnStarted(seat))

    def end_turn(self, following: int) -> None:
        """End the turn; the same seat may have the next one."""
        if self.model.decision is not None:
            seat = self._moved()
            self.model.decide(self.now, following, "turn")
            self._stand(engine.Phase.TURN, following)
            self.record(seat, e.TurnStarted(following))

    def draw_a_card_and_look_at_it(self) -> None:
        if self.model.decision is not None and self.model.decision.kind == "turn":
            seat = self._moved()
            self._stand(engine.Phase.DRAWN, seat)
            self.record(seat, e.DrawnCardOffered(seat, 0))

    def ask_for_a_color(self, asked: int) -> None:
        """Ask a seat for a color. For a seat that already decides, this is one more decision of its turn."""
        decision = self.model.decision
        if decision is not None and decision.kind != "answer":
            seat = self._moved()
            if asked != seat:
                self.model.decide(self.now, asked, "other")
            self._stand(engine.Phase.COLOR, asked)
            self.record(seat, e.ColorAsked(asked, "effect", None))

    def ask_for_an_answer(self, asked: int) -> None:
        decision = self.model.decision
        if decision is not None and decision.seat != asked:
            seat = self._moved()
            self.model.decide(self.now, asked, "other" if self.model.control.answer is None else "answer")
            self._stand(engine.Phase.CHALLENGE, asked)
            self.record(seat, e.ChallengeOpened(asked, seat, 0))

    def open_a_race(self) -> None:
        """Open a race in the turn of the seat that spins."""
        decision = self.model.decision
        if decision is not None and decision.kind == "turn":
            seat = self._moved()
            if self.model.control.answer is not None:
                self.model.decide(self.now, seat, "answer")
            self._stand(engine.Phase.RACE, seat)
            self.record(seat, e.RaceOpened(seat))

    def time_out(self, following: int) -> None:
        if self.model.decision is not None:
            seat = self.model.decision.seat
            self.model.timeouts[seat] += 1
            self.model.decide(self.now, following, "turn")
            self._stand(engine.Phase.TURN, following)
            self.record(SYSTEM, e.TimedOut(seat, moment(self.now)), e.TurnStarted(following))

    def end_round(self) -> None:
        if self.model.decision is not None:
            seat = self._moved()
            self.model.end_round(self.now)
            self._stand(engine.Phase.ROUND_OVER, None)
            self.record(seat, e.RoundEnded(None, 0, (), (), (), ()))

    def engage_the_autopilot(self, seat: int) -> None:
        if seat not in self.model.autopilot:
            self.model.autopilot.add(seat)
            self.table.autopilot = tuple(self.model.autopilot)
            self.record(SYSTEM, e.AutopilotEngaged(seat, "left"))

    def take_back(self, seat: int) -> None:
        if seat in self.model.autopilot:
            self.model.release(self.now, seat)
            self.table.autopilot = tuple(self.model.autopilot)
            self.record(seat, e.AutopilotReleased(seat))

    def go_on_vacation(self, seat: int, noticed_after: int, length: int) -> None:
        since = self.now - noticed_after
        self.model.pauses.append(Pause("vacation", seat, since, since + length))
        self.record(SYSTEM, e.ClockPaused("vacation", seat, moment(since), moment(since + length)))

    def leave_without_an_end(self, seat: int) -> None:
        self.model.pauses.append(Pause("vacation", seat, self.now, None))
        self.record(SYSTEM, e.ClockPaused("vacation", seat, moment(self.now), None))

    def come_back(self, seat: int) -> None:
        self.model.resume(self.now, "vacation", seat)
        self.record(SYSTEM, e.ClockResumed("vacation", seat))

    def vote(self, voter: int) -> None:
        """Cast a vote. Voting does not count as being back."""
        self.record(voter, e.VoteCast(voter, "pause", True))  # noqa: FBT003

    def agree_on_a_pause(self, voter: int) -> None:
        """Vote; the vote that reaches the majority begins the pause."""
        self.model.pauses.append(Pause("mutual", None, self.now, None))
        self.record(voter, e.VoteCast(voter, "pause", True), e.ClockPaused("mutual", None, None, None))  # noqa: FBT003

    def end_the_pause(self, voter: int) -> None:
        self.model.resume(self.now, "mutual", None)
        self.record(voter, e.ClockResumed("mutual", None))

    def note_an_outage(self, length: int) -> None:
        self.model.pauses.append(Pause("outage", None, self.now - length, self.now))
        self.record(SYSTEM, e.ClockExtended("outage", moment(self.now - length), moment(self.now)))

    def note_an_offset(self, seat: int, hours: int) -> None:
        self.model.offsets[seat] = hours
        self.record(SYSTEM, e.OffsetNoted(seat, hours * 60))


def agreed(control: Control) -> engine.ClockSet | None:
    turn, bank, cap, answer = (
        None if hours is None else hours * HOUR for hours in (control.turn, control.bank, control.cap, control.answer)
    )
    if turn is None and bank is None:
        return None
    increment = control.increment * HOUR
    return clocks.check(engine.ClockSet(turn, bank, increment, cap, answer, control.weekends, "lenient", 3))


@st.composite
def controls(draw: DrawFn) -> Control:
    """Draw any time control that a table can agree on, with or without a time limit of rounds."""
    turn = draw(st.none() | st.integers(1, 48))
    bank = draw(st.none() | st.integers(1, 48))
    increment = 0 if bank is None else draw(st.integers(1 if turn is None else 0, 12))
    cap = draw(st.none() | st.integers(bank, 72)) if bank is not None else None
    timed = turn is not None or bank is not None
    answer = draw(st.none() | st.integers(1, 12)) if timed else None
    limit = draw(st.none() | st.integers(1, 168)) if timed else draw(st.integers(1, 168))
    return Control(turn, bank, increment, cap, answer, timed and draw(st.booleans()), limit)


class Step(NamedTuple):
    """An event this many hours after the step before: a method of `Match` with its arguments."""

    hours: int
    what: str
    arguments: tuple[int, ...] = ()


seats = st.integers(0, SEATS - 1)
lengths = st.integers(1, 96)
happenings = {
    "end_turn": st.tuples(seats),
    "draw_a_card_and_look_at_it": st.just(()),
    "ask_for_a_color": st.tuples(seats),
    "ask_for_an_answer": st.tuples(seats),
    "open_a_race": st.just(()),
    "time_out": st.tuples(seats),
    "end_round": st.just(()),
    "deal": st.tuples(seats),
    "go_on_in_a_branch": st.tuples(seats),
    "engage_the_autopilot": st.tuples(seats),
    "take_back": st.tuples(seats),
    "go_on_vacation": st.tuples(seats, st.integers(0, 24), lengths),
    "leave_without_an_end": st.tuples(seats),
    "come_back": st.tuples(seats),
    "vote": st.tuples(seats),
    "agree_on_a_pause": st.tuples(seats),
    "end_the_pause": st.tuples(seats),
    "note_an_outage": st.tuples(lengths),
    "note_an_offset": st.tuples(seats, st.integers(-12, 14)),
}
steps = st.one_of(
    st.builds(Step, st.integers(0, 60), st.just(what), arguments) for what, arguments in happenings.items()
)


@settings(max_examples=400)
@given(controls(), st.integers(0, 167), st.lists(steps, min_size=6, max_size=16))
def test_deadlines_and_banks_are_those_worked_out_by_hand(control: Control, begun: int, timeline: list[Step]) -> None:
    match = Match(control)
    for hours, what, arguments in [Step(begun, "deal", (0,)), *timeline]:
        match.now += hours
        getattr(match, what)(*arguments)
        assert_agreed(match)


def assert_agreed(match: Match) -> None:
    model, clock = match.model, match.clock
    assert clock is not None
    assert [bank / clocks.SECOND / HOUR for bank in clock.banks] == model.banks
    assert clock.timeouts == model.timeouts
    expected = {seat: moment(hour) for seat, hour in model.deadlines().items()}
    assert {seat: at for at, seat in clocks.deadlines(clock, match.table)} == expected
    due = clocks.deadline(clock, match.table)
    assert (None if due is None else due.at) == min(expected.values(), default=None)
    steps = clocks.explain(clock, match.table)
    assert [step.since for step in steps if step.what == "deadline"] == ([] if due is None else [due.at])
    if due is not None:
        begun = model.decision.since if due.seat is not None and model.decision else model.round_since
        assert begun is not None
        listed = {(step.reason, step.since, step.until) for step in steps if step.what == "pause"}
        assert listed == {
            (pause.reason, moment(pause.since), None if pause.until is None else moment(pause.until))
            for pause in model.pauses
            if pause.seat in {None, due.seat} and (pause.until is None or pause.until > max(begun, pause.since))
        }
