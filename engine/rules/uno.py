"""Calling UNO with a play or apart from it, its window, and catching a missed call (SPEC 3.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.commands import CallUno, Catch
from engine.errors import BadTarget, LastCardLies, NothingToCatch, UnoNotApplicable
from engine.events import UnoCaught
from engine.rules.seat_events import UNO_CALLED, UNO_CLEARED, UNO_MISSED
from engine.ruleset import Handler, Resolution, Ruleset
from engine.state import EXPOSED, IN_PLAY, NO_CALL, SAFE, Phase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.state import Table


def close_windows(resolution: Resolution, word: str) -> None:
    """Close every open window if this command begins a turn (R-UNO-WINDOW)."""
    if resolution.table.exposed and word in resolution.rules.uno_closed_by:
        for seat, status in enumerate(resolution.table.uno):
            if status is EXPOSED:
                resolution.emit(UNO_CLEARED[seat])


def lapse(resolution: Resolution, seat: int | None = None) -> None:
    """Clear a call made with two cards: it holds for a play in the same turn only, not if the seat draws or passes.

    `seat`: the one that loses its turn, if it is not the acting one.
    """
    seat = resolution.seat if seat is None else seat
    if resolution.table.uno[seat] is SAFE and len(resolution.table.hands[seat]) > 1:
        resolution.emit(UNO_CLEARED[seat])


def settle_call(resolution: Resolution, seat: int, *, called: bool) -> None:
    """Mark a seat that has come down to one card as called or as exposed."""
    if called:
        resolution.emit(UNO_CALLED[seat])
    elif resolution.table.uno[seat] is NO_CALL:
        resolution.emit(UNO_MISSED[seat])


def settle_hands(resolution: Resolution, moved: Iterable[int], *, called: bool = False) -> None:
    """Mark a seat that received a hand of one card as called or as exposed; older calls lapse (SPEC 3.9).

    `called`: the acting seat called UNO with its command.
    """
    table = resolution.table
    for seat in moved:
        if table.uno[seat] is not NO_CALL:
            resolution.emit(UNO_CLEARED[seat])
        if len(table.hands[seat]) == 1:
            settle_call(resolution, seat, called=called and seat == resolution.seat)


_CALL: Final = CallUno()
_EARLY: Final = (
    Phase.START_COLOR,
    Phase.TURN,
    Phase.DRAWN,
    Phase.PENALTY,
    Phase.EFFECT,
    Phase.GIVE,
    Phase.SPIN,
    Phase.WHEEL_CHOICE,
)
"""Decisions that may leave a seat with one card: the seat may call before."""


class CallUnoHandler(Handler[CallUno, None]):
    """UNO is called apart from a play."""

    phases: tuple[Phase, ...] = IN_PLAY
    by_actor = False

    def judge(self, _rules: Ruleset, table: Table, seat: int, _command: CallUno) -> None:
        early = (
            seat == table.turn
            and table.phase in _EARLY
            and len(table.hands[seat]) == 2  # noqa: PLR2004  the last but one
            and table.uno[seat] is NO_CALL
        )
        if not early and not (table.uno[seat] is EXPOSED and table.hands[seat]):
            raise UnoNotApplicable

    def perform(self, resolution: Resolution, _command: CallUno, _judged: None) -> None:
        resolution.emit(UNO_CALLED[resolution.seat])

    def candidates(self, _rules: Ruleset, table: Table, seat: int) -> tuple[CallUno, ...]:
        return (_CALL,) if len(table.hands[seat]) <= 2 else ()  # noqa: PLR2004


class CatchHandler(Handler[Catch, None]):
    """A seat that has missed its call is caught."""

    phases: tuple[Phase, ...] = IN_PLAY
    by_actor = False

    def judge(self, _rules: Ruleset, table: Table, seat: int, command: Catch) -> None:
        if not 0 <= command.seat < table.seats:
            raise BadTarget
        if table.turn is not None and not table.hands[table.turn]:  # it has yet to name the color of its last card
            raise LastCardLies
        if command.seat == seat or table.uno[command.seat] is not EXPOSED:
            raise NothingToCatch

    def perform(self, resolution: Resolution, command: Catch, _judged: None) -> None:
        resolution.emit(UnoCaught(command.seat, resolution.seat))
        resolution.rules.penalize(resolution, command.seat, resolution.rules.uno_penalty, "uno")

    def candidates(self, _rules: Ruleset, table: Table, seat: int) -> Iterator[Catch]:
        if table.exposed:
            yield from (Catch(other) for other in range(table.seats) if other != seat)
