"""Pressing the launcher in place of a play (SPEC 7.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.commands import Press
from engine.errors import MustPlay
from engine.events import RoundBlocked
from engine.policies.launcher import press
from engine.policies.rounds import end_without_play
from engine.policies.turns import pass_turn
from engine.policies.uno_calls import close_windows, lapse
from engine.ruleset import Draft, Handler, Ruleset
from engine.state import Phase

if TYPE_CHECKING:
    from engine.state import Table


def _judge(rules: Ruleset, table: Table, seat: int, _command: Press) -> None:
    if not rules.may_draw(rules, table, seat):
        raise MustPlay


def _press(draft: Draft, _command: Press, _judged: None) -> None:
    """Take what is fired; the turn is over, whatever it is."""
    table = draft.table
    close_windows(draft, "press")
    lapse(draft)
    press(draft, draft.seat, "turn")
    if table.idle >= table.active_seats:
        draft.emit(RoundBlocked())
        end_without_play(draft)
    else:
        pass_turn(draft)


_PRESS: Final = Press()
PRESS: Final[Handler] = Handler((Phase.TURN,), _judge, _press, lambda _rules, _table, _seat: (_PRESS,))
