"""Commands apart from moves: resigning, voting, autopilot, pauses (SPEC 3.11). They exist in every match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine import events as e
from engine.commands import (
    Engage,
    Extend,
    Lend,
    NoteOffset,
    Pause,
    Resign,
    Resume,
    Return,
    TakeBack,
    TakeOver,
    TimeOut,
    Unpause,
    Vote,
)
from engine.errors import (
    AlreadyOnAutopilot,
    AlreadyPaused,
    AlreadyResigned,
    AlreadyVoted,
    BadTarget,
    NoClock,
    NoMotion,
    NotAPlayer,
    NothingToResume,
    NotOnAutopilot,
    UnknownMotion,
)
from engine.rules.endings import count_votes, resign, settle_absence
from engine.rules.timeouts import TimeOutHandler
from engine.ruleset import Handler, Resolution, Ruleset, Sent
from engine.state import IN_PLAY, Phase, SeatKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.commands import Command
    from engine.state import Table


_MOTIONS: Final = ("abort", "pause")
_VOTES: Final = tuple(Vote(motion, yes) for motion in _MOTIONS for yes in (True, False))
_FIRST_VOTE: Final = (Vote("abort", yes=True),)
"""The one vote without a clock and without a motion."""
_MATCH: Final = (*IN_PLAY, Phase.ROUND_OVER)
"""The phases from the first deal to the end."""


class _Control(Handler[Sent, None]):
    """Any seat may send it at any time, also one that takes no turns now."""

    phases: tuple[Phase, ...] = _MATCH
    by_actor = False
    by_out = True


class ResignHandler(_Control[Resign]):
    """The seat gives up."""

    def judge(self, _rules: Ruleset, table: Table, seat: int, _command: Resign) -> None:
        _player(table, seat)

    def perform(self, resolution: Resolution, _command: Resign, _judged: None) -> None:
        resolution.emit(e.SeatResigned(resolution.seat))
        resign(resolution, resolution.seat)

    def candidates(self, _rules: Ruleset, _table: Table, _seat: int) -> Iterable[Resign]:
        return (Resign(),)


class VoteHandler(_Control[Vote]):
    """The seat votes to abort or to pause the match."""

    def judge(self, _rules: Ruleset, table: Table, seat: int, command: Vote) -> None:
        if command.motion not in _MOTIONS:
            raise UnknownMotion
        _voter(table, seat)
        if command.motion == "pause":
            _timed(table)
            if table.paused:
                raise AlreadyPaused
        seats = dict(table.votes).get(command.motion, ())
        if command.yes and seat in seats:
            raise AlreadyVoted
        if not command.yes and not seats:
            raise NoMotion

    def perform(self, resolution: Resolution, command: Vote, _judged: None) -> None:
        resolution.emit(e.VoteCast(resolution.seat, command.motion, command.yes))
        count_votes(resolution)

    def candidates(self, _rules: Ruleset, table: Table, _seat: int) -> Iterable[Vote]:
        return _VOTES if table.clock is not None or table.votes else _FIRST_VOTE


class ResumeHandler(_Control[Resume]):
    """The seat ends a pause of all seats."""

    def judge(self, _rules: Ruleset, table: Table, seat: int, _command: Resume) -> None:
        _voter(table, seat)
        if not table.paused:
            raise NothingToResume

    def perform(self, resolution: Resolution, _command: Resume, _judged: None) -> None:
        resolution.emit(e.ClockResumed("mutual", None))

    def candidates(self, _rules: Ruleset, table: Table, _seat: int) -> Iterable[Resume]:
        return (Resume(),) if table.paused else ()


class TakeBackHandler(_Control[TakeBack]):
    """A player takes their seat back from the autopilot."""

    def judge(self, _rules: Ruleset, table: Table, seat: int, _command: TakeBack) -> None:
        _player(table, seat)
        if seat not in table.autopilot:
            raise NotOnAutopilot

    def perform(self, resolution: Resolution, _command: TakeBack, _judged: None) -> None:
        resolution.emit(e.AutopilotReleased(resolution.seat))

    def candidates(self, _rules: Ruleset, table: Table, seat: int) -> Iterable[TakeBack]:
        return (TakeBack(),) if seat in table.autopilot else ()


class TakeOverHandler(_Control[TakeOver]):
    """A substitute takes the place of a player who has given up their seat. Whether they have, the service knows."""

    def judge(self, _rules: Ruleset, table: Table, seat: int, _command: TakeOver) -> None:
        _person(table, seat)
        if seat not in table.autopilot:
            raise NotOnAutopilot

    def perform(self, resolution: Resolution, _command: TakeOver, _judged: None) -> None:
        resolution.emit(e.SeatTakenOver(resolution.seat))


class LendHandler(_Control[Lend]):
    """A player lends their seat. To whom, and how long that may be, the service knows."""

    def judge(self, _rules: Ruleset, table: Table, _seat: int, command: Lend) -> None:
        _player(table, command.seat)

    def perform(self, resolution: Resolution, command: Lend, _judged: None) -> None:
        resolution.emit(e.SeatLent(*command))


class ReturnHandler(_Control[Return]):
    """A lent seat goes back to its player. Whether it is lent still, the service knows."""

    def judge(self, _rules: Ruleset, table: Table, _seat: int, command: Return) -> None:
        if not 0 <= command.seat < table.seats:
            raise BadTarget
        if table.seat_kinds[command.seat] is not SeatKind.HUMAN:
            raise NotAPlayer

    def perform(self, resolution: Resolution, command: Return, _judged: None) -> None:
        resolution.emit(e.SeatReturned(*command))


class PauseHandler(_Control[Pause]):
    """The clocks of all seats, or of one, stop."""

    def judge(self, _rules: Ruleset, table: Table, _seat: int, command: Pause) -> None:
        _timed(table)
        if command.seat is not None:
            _player(table, command.seat)
        elif table.paused:
            raise AlreadyPaused

    def perform(self, resolution: Resolution, command: Pause, _judged: None) -> None:
        resolution.emit(e.ClockPaused(*command))


class UnpauseHandler(_Control[Unpause]):
    """The clocks go on."""

    def judge(self, _rules: Ruleset, table: Table, _seat: int, command: Unpause) -> None:
        _timed(table)
        if command.seat is not None:
            _player(table, command.seat)
        elif not table.paused:
            raise NothingToResume

    def perform(self, resolution: Resolution, command: Unpause, _judged: None) -> None:
        resolution.emit(e.ClockResumed(*command))


class ExtendHandler(_Control[Extend]):
    """An outage is added to the time."""

    phases: tuple[Phase, ...] = IN_PLAY

    def judge(self, rules: Ruleset, table: Table, _seat: int, _command: Extend) -> None:
        if not rules.time_limit:  # with a time limit rounds are timed without a clock
            _timed(table)

    def perform(self, resolution: Resolution, command: Extend, _judged: None) -> None:
        resolution.emit(e.ClockExtended(*command))


class NoteOffsetHandler(_Control[NoteOffset]):
    """The offset of a seat's time zone is noted."""

    phases: tuple[Phase, ...] = (Phase.LOBBY, *_MATCH)

    def judge(self, _rules: Ruleset, table: Table, _seat: int, command: NoteOffset) -> None:
        _timed(table)
        _player(table, command.seat)

    def perform(self, resolution: Resolution, command: NoteOffset, _judged: None) -> None:
        resolution.emit(e.OffsetNoted(*command))


class EngageHandler(_Control[Engage]):
    """The autopilot takes over a seat."""

    def judge(self, _rules: Ruleset, table: Table, _seat: int, command: Engage) -> None:
        _voter(table, command.seat)

    def perform(self, resolution: Resolution, command: Engage, _judged: None) -> None:
        resolution.emit(e.AutopilotEngaged(command.seat, command.reason))
        settle_absence(resolution, "abandoned")


def _player(table: Table, seat: int) -> None:
    """Raises BadTarget, NotAPlayer or AlreadyResigned unless a person plays the seat, perhaps by autopilot."""
    _person(table, seat)
    if seat in table.resigned:
        raise AlreadyResigned


def _person(table: Table, seat: int) -> None:
    """Raises BadTarget or NotAPlayer unless the seat is a person's and still in the match."""
    if not 0 <= seat < table.seats:
        raise BadTarget
    if table.seat_kinds[seat] is not SeatKind.HUMAN or seat in table.eliminated:
        raise NotAPlayer


def _voter(table: Table, seat: int) -> None:
    _player(table, seat)
    if seat in table.autopilot:
        raise AlreadyOnAutopilot


def _timed(table: Table) -> None:
    if table.clock is None:
        raise NoClock


KEEPING: Final[Mapping[type[Command], Handler[Any, None]]] = {
    Resign: ResignHandler(),
    Vote: VoteHandler(),
    Resume: ResumeHandler(),
    TakeBack: TakeBackHandler(),
    TakeOver: TakeOverHandler(),
    Lend: LendHandler(),
    Return: ReturnHandler(),
    TimeOut: TimeOutHandler(),
    Pause: PauseHandler(),
    Unpause: UnpauseHandler(),
    Extend: ExtendHandler(),
    NoteOffset: NoteOffsetHandler(),
    Engage: EngageHandler(),
}
"""By command; the same in every match, so no ruleset decides about them."""
