"""Commands apart from moves: resigning, voting, autopilot, pauses (SPEC 3.11). They exist in every match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import events as e
from engine.commands import (
    Engage,
    Extend,
    NoteOffset,
    Pause,
    Resign,
    Resume,
    TakeBack,
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
from engine.handlers import timeouts
from engine.handlers.rounds import not_listed
from engine.policies.endings import count_votes, resign, settle_absence
from engine.ruleset import Draft, Handler, Ruleset
from engine.state import IN_PLAY, Phase, SeatKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from engine.commands import Command
    from engine.state import Table

    Judge = Callable[[Ruleset, Table, int, Command], object]

_MOTIONS: Final = ("abort", "pause")
_VOTES: Final = tuple(Vote(motion, yes) for motion in _MOTIONS for yes in (True, False))


def _player(table: Table, seat: int) -> None:
    """Raises BadTarget, NotAPlayer or AlreadyResigned unless a person plays the seat, perhaps by autopilot."""
    if not 0 <= seat < table.seats:
        raise BadTarget
    if table.seat_kinds[seat] is not SeatKind.HUMAN or seat in table.eliminated:
        raise NotAPlayer
    if seat in table.resigned:
        raise AlreadyResigned


def _voter(table: Table, seat: int) -> None:
    _player(table, seat)
    if seat in table.autopilot:
        raise AlreadyOnAutopilot


def _timed(table: Table) -> None:
    if table.clock is None:
        raise NoClock


def _judge_resign(_rules: Ruleset, table: Table, seat: int, _command: Resign) -> None:
    _player(table, seat)


def _resign(draft: Draft, _command: Resign, _judged: None) -> None:
    draft.emit(e.SeatResigned(draft.seat))
    resign(draft, draft.seat)


def _judge_vote(_rules: Ruleset, table: Table, seat: int, command: Vote) -> None:
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


def _vote(draft: Draft, command: Vote, _judged: None) -> None:
    draft.emit(e.VoteCast(draft.seat, command.motion, command.yes))
    count_votes(draft)


def _judge_resume(_rules: Ruleset, table: Table, seat: int, _command: Resume) -> None:
    _voter(table, seat)
    if not table.paused:
        raise NothingToResume


def _resume(draft: Draft, _command: Resume, _judged: None) -> None:
    draft.emit(e.ClockResumed("mutual", None))


def _judge_take_back(_rules: Ruleset, table: Table, seat: int, _command: TakeBack) -> None:
    _player(table, seat)
    if seat not in table.autopilot:
        raise NotOnAutopilot


def _take_back(draft: Draft, _command: TakeBack, _judged: None) -> None:
    draft.emit(e.AutopilotReleased(draft.seat))


def _judge_pause(_rules: Ruleset, table: Table, _seat: int, command: Pause) -> None:
    _timed(table)
    if command.seat is not None:
        _player(table, command.seat)
    elif table.paused:
        raise AlreadyPaused


def _pause(draft: Draft, command: Pause, _judged: None) -> None:
    draft.emit(e.ClockPaused(*command))


def _judge_unpause(_rules: Ruleset, table: Table, _seat: int, command: Unpause) -> None:
    _timed(table)
    if command.seat is not None:
        _player(table, command.seat)
    elif not table.paused:
        raise NothingToResume


def _unpause(draft: Draft, command: Unpause, _judged: None) -> None:
    draft.emit(e.ClockResumed(*command))


def _judge_extend(rules: Ruleset, table: Table, _seat: int, _command: Extend) -> None:
    if not rules.time_limit:  # whose rounds are timed without a clock
        _timed(table)


def _extend(draft: Draft, command: Extend, _judged: None) -> None:
    draft.emit(e.ClockExtended(*command))


def _judge_note_offset(_rules: Ruleset, table: Table, _seat: int, command: NoteOffset) -> None:
    _timed(table)
    _player(table, command.seat)


def _note_offset(draft: Draft, command: NoteOffset, _judged: None) -> None:
    draft.emit(e.OffsetNoted(*command))


def _judge_engage(_rules: Ruleset, table: Table, _seat: int, command: Engage) -> None:
    _voter(table, command.seat)


def _engage(draft: Draft, command: Engage, _judged: None) -> None:
    draft.emit(e.AutopilotEngaged(command.seat, command.reason))
    settle_absence(draft, "abandoned")


_MATCH: Final = (*IN_PLAY, Phase.ROUND_OVER)
"""From the first deal to the end."""


def _offered(*commands: Command) -> Callable[[Ruleset, Table, int], Iterable[Command]]:
    return lambda _rules, _table, _seat: commands


KEEPING: Final[Mapping[type[Command], Handler]] = {
    Resign: Handler(_MATCH, _judge_resign, _resign, _offered(Resign()), by_actor=False, by_out=True),
    Vote: Handler(_MATCH, _judge_vote, _vote, _offered(*_VOTES), by_actor=False, by_out=True),
    Resume: Handler(_MATCH, _judge_resume, _resume, _offered(Resume()), by_actor=False, by_out=True),
    TakeBack: Handler(_MATCH, _judge_take_back, _take_back, _offered(TakeBack()), by_actor=False, by_out=True),
    TimeOut: Handler(IN_PLAY, timeouts.judge, timeouts.perform, not_listed),
    Pause: Handler(_MATCH, _judge_pause, _pause, not_listed, by_actor=False, by_out=True),
    Unpause: Handler(_MATCH, _judge_unpause, _unpause, not_listed, by_actor=False, by_out=True),
    Extend: Handler(IN_PLAY, _judge_extend, _extend, not_listed, by_actor=False, by_out=True),
    NoteOffset: Handler(
        (Phase.LOBBY, *_MATCH), _judge_note_offset, _note_offset, not_listed, by_actor=False, by_out=True
    ),
    Engage: Handler(_MATCH, _judge_engage, _engage, not_listed, by_actor=False, by_out=True),
}
"""By command; the same in every match, so no ruleset decides about them."""
