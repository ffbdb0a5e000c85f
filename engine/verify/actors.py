"""Actors: a seat never acts for another, and commands of the service come from the service."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.commands import (
    LeaveSeat,
    NextRound,
    NoteOffset,
    Resign,
    Resume,
    Start,
    TakeBack,
    TakeOver,
    TakeSeat,
    TimeOut,
    Vote,
)
from engine.state import SeatKind
from engine.transcript.lines import SYSTEM

if TYPE_CHECKING:
    from engine.commands import Command
    from engine.state import Table

_FOR_ANY: Final = (NoteOffset, Start, NextRound)
"""Commands of no seat, sent by the service or along with a command of a seat."""

_OWN: Final = (Resign, Vote, Resume, TakeBack, TakeOver)
"""Commands that only the owner of the seat may decide, autopilot or not."""


def may_send(table: Table, actor: int, seat: int | None, command: Command) -> bool:
    """Return whether `actor`, a seat or `SYSTEM`, may send the command of `seat` (None: of no seat) at this table."""
    if actor == SYSTEM:
        of_the_service = seat is None or isinstance(command, TimeOut | TakeSeat | LeaveSeat)
        return of_the_service or (seat in table.autopilot and not isinstance(command, _OWN))
    if actor >= table.seats:
        return False
    if seat is None:
        return isinstance(command, _FOR_ANY)
    if isinstance(command, TimeOut):
        return False
    return seat == actor or _is_about_a_bot(table, actor, seat, command)


def _is_about_a_bot(table: Table, actor: int, seat: int, command: Command) -> bool:
    """Before the match a person seats bots and makes them stand up again."""
    if table.seat_kinds[actor] is not SeatKind.HUMAN:
        return False
    if isinstance(command, TakeSeat):
        return command.kind == "bot"
    return isinstance(command, LeaveSeat) and table.seat_kinds[seat] is SeatKind.BOT
