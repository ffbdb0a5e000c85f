"""Doubting that a seat has drawn as Wild Draw Color demands (SPEC 8.2 reveal_draw_color, R-DOUBT)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.commands import Doubt
from engine.errors import NotYourTurn, WrongPhase
from engine.events import Doubted
from engine.ruleset import Draft, Handler, Ruleset
from engine.state import IN_PLAY

if TYPE_CHECKING:
    from engine.state import Table

PENALTY: Final = 2
"""Cards for a doubt: the engine sees to it that it is always wrong."""


def _judge(_rules: Ruleset, table: Table, seat: int, _command: Doubt) -> int:
    """The seat that is doubted."""
    if table.doubtable is None:
        raise WrongPhase(phase=table.phase.value)
    if table.doubtable == seat:
        raise NotYourTurn
    return table.doubtable


def _doubt(draft: Draft, _command: Doubt, doubted: int) -> None:
    draft.emit(Doubted(draft.seat, doubted))
    draft.rules.hit(draft, draft.seat, PENALTY, "doubt")


HANDLER: Final[Handler] = Handler(IN_PLAY, _judge, _doubt, lambda _rules, _table, _seat: (Doubt(),), by_actor=False)
