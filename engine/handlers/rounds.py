"""Commands that begin or end a round without a card being laid (SPEC 2, 8.2 time_limit)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.commands import Expire, NextRound, TurnStarter
from engine.events import TimeExpired
from engine.policies.rounds import end_without_play
from engine.policies.setup import start_round, turn_starter
from engine.ruleset import Draft, Handler, Ruleset
from engine.state import IN_PLAY, Phase

if TYPE_CHECKING:
    from engine.commands import Command
    from engine.state import Table


def allowed(_rules: Ruleset, _table: Table, _seat: int, _command: Command) -> None:
    """Nothing beyond the phase is asked."""


def not_listed(_rules: Ruleset, _table: Table, _seat: int) -> tuple[Command, ...]:
    """The service sends it, no seat is offered it."""
    return ()


def _next_round(draft: Draft, _command: NextRound, _judged: None) -> None:
    start_round(draft, draft.table.seat_after(draft.table.dealer, 1, 1))


def _turn_starter(draft: Draft, _command: TurnStarter, _judged: None) -> None:
    turn_starter(draft)


def _expire(draft: Draft, _command: Expire, _judged: None) -> None:
    draft.emit(TimeExpired())
    end_without_play(draft)


NEXT_ROUND: Final[Handler] = Handler(
    (Phase.ROUND_OVER,), allowed, _next_round, lambda _rules, _table, _seat: (NextRound(),), by_actor=False
)
TURN_STARTER: Final[Handler] = Handler((Phase.SETUP,), allowed, _turn_starter, not_listed, by_actor=False)
EXPIRE: Final[Handler] = Handler(IN_PLAY, allowed, _expire, not_listed, by_actor=False)
