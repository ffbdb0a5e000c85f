"""Drawing a card, and keeping it (SPEC 3.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.commands import Draw, Pass
from engine.errors import MustPlay
from engine.events import DrawnCardOffered, RoundBlocked
from engine.policies.drawing import must_play_drawn, take
from engine.policies.matching import may_play
from engine.policies.rounds import end_without_play
from engine.policies.seat_events import CARD_KEPT
from engine.policies.turns import pass_turn
from engine.policies.uno_calls import close_windows, lapse
from engine.ruleset import Draft, Handler, Ruleset
from engine.state import Phase

if TYPE_CHECKING:
    from engine.state import Table


def _judge_draw(rules: Ruleset, table: Table, seat: int, _command: Draw) -> None:
    if not rules.may_draw(rules, table, seat):
        raise MustPlay


def _draw(draft: Draft, _command: Draw, _judged: None) -> None:
    table, rules, seat = draft.table, draft.rules, draft.seat
    if table.exposed:
        close_windows(draft, "draw")
    lapse(draft)
    taken = take(draft, seat, 1, "turn")
    while rules.draws_until_playable and taken and not may_play(rules, table, seat, taken[0]):
        taken = take(draft, seat, 1, "turn", first=False)
    if taken and may_play(rules, table, seat, taken[0]):
        draft.emit(DrawnCardOffered(seat, taken[0]))
    elif table.idle >= table.active_seats:
        draft.emit(RoundBlocked())
        end_without_play(draft)
    else:
        pass_turn(draft)


def _judge_pass(rules: Ruleset, table: Table, seat: int, _command: Pass) -> None:
    if must_play_drawn(rules, table, seat):
        raise MustPlay


def _pass(draft: Draft, _command: Pass, _judged: None) -> None:
    lapse(draft)
    draft.emit(CARD_KEPT[draft.seat])
    pass_turn(draft)


_DRAW: Final = Draw()
_PASS: Final = Pass()
DRAW: Final[Handler] = Handler((Phase.TURN,), _judge_draw, _draw, lambda _rules, _table, _seat: (_DRAW,))
PASS: Final[Handler] = Handler((Phase.DRAWN,), _judge_pass, _pass, lambda _rules, _table, _seat: (_PASS,))
