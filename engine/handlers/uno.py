"""Calling UNO apart from a play, and catching a missed call (SPEC 3.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.commands import CallUno, Catch
from engine.errors import BadTarget, LastCardLies, NothingToCatch, UnoNotApplicable
from engine.events import UnoCaught
from engine.policies.seat_events import UNO_CALLED
from engine.ruleset import Draft, Handler, Ruleset
from engine.state import EXPOSED, IN_PLAY, NO_CALL, Phase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.state import Table

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
"""What a seat decides here may take the last but one card out of its hand: it may call before."""


def _judge_call(_rules: Ruleset, table: Table, seat: int, _command: CallUno) -> None:
    early = (
        seat == table.turn
        and table.phase in _EARLY
        and len(table.hands[seat]) == 2  # noqa: PLR2004  the last but one
        and table.uno[seat] is NO_CALL
    )
    if not early and not (table.uno[seat] is EXPOSED and table.hands[seat]):
        raise UnoNotApplicable


def _call(draft: Draft, _command: CallUno, _judged: None) -> None:
    draft.emit(UNO_CALLED[draft.seat])


def _call_candidates(_rules: Ruleset, table: Table, seat: int) -> tuple[CallUno, ...]:
    return (_CALL,) if len(table.hands[seat]) <= 2 else ()  # noqa: PLR2004


def _judge_catch(_rules: Ruleset, table: Table, seat: int, command: Catch) -> None:
    if not 0 <= command.seat < table.seats:
        raise BadTarget
    if table.turn is not None and not table.hands[table.turn]:  # it has yet to name the color of its last card
        raise LastCardLies
    if command.seat == seat or table.uno[command.seat] is not EXPOSED:
        raise NothingToCatch


def _catch(draft: Draft, command: Catch, _judged: None) -> None:
    draft.emit(UnoCaught(command.seat, draft.seat))
    draft.rules.hit(draft, command.seat, draft.rules.uno_penalty, "uno")


def _catch_candidates(_rules: Ruleset, table: Table, seat: int) -> Iterator[Catch]:
    if table.exposed:
        yield from (Catch(other) for other in range(table.seats) if other != seat)


CALL: Final[Handler] = Handler(IN_PLAY, _judge_call, _call, _call_candidates, by_actor=False)
CATCH: Final[Handler] = Handler(IN_PLAY, _judge_catch, _catch, _catch_candidates, by_actor=False)
