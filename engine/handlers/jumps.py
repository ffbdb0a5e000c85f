"""Laying a card out of turn (SPEC 8.3 jump_in)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.cards import COLOR_OF, FACE_CODES, MATCHED_BY
from engine.commands import Jump, Play
from engine.errors import CannotGoOut, NoTwin, WrongPhase
from engine.handlers import plays
from engine.policies.matching import may_finish
from engine.policies.uno_calls import lapse
from engine.ruleset import Draft, Handler, Ruleset
from engine.state import Phase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.state import Table


def _is_twin(table: Table, face: int) -> bool:
    """Has the face the color in force and the number or symbol of the top card; a wild has no such twin."""
    return COLOR_OF[face] == table.color and bool(MATCHED_BY[face]) and MATCHED_BY[face] == MATCHED_BY[table.top]


def _candidates(rules: Ruleset, table: Table, seat: int) -> Iterator[Jump]:
    """As the plays of the seat, of the cards that are like the one on top."""
    for play in plays.candidates(rules, table, seat):
        if _is_twin(table, FACE_CODES[play.card]):
            yield Jump(play.card, play.uno, None, play.target, play.dump)


def _judge(rules: Ruleset, table: Table, seat: int, command: Jump) -> int:
    """The card id that the command means; refusals in the order of a play's."""
    if seat == table.turn:
        raise WrongPhase(phase=table.phase.value)  # it has its turn to play in
    card = plays.find_card(table, seat, command.card, command.handle)
    face = table.faces[table.side][card]
    if not _is_twin(table, face):
        raise NoTwin(card=command.card)
    if not may_finish(rules, table, seat, face):
        raise CannotGoOut(card=command.card)
    plays.check_arguments(rules, table, seat, _as_play(command), face)
    return card


def _jump(draft: Draft, command: Jump, card: int) -> None:
    """The seat plays as if it had been on turn, which the other seat loses with what it has called."""
    lapse(draft, draft.table.turn)
    plays.perform(draft, _as_play(command), card)


def _as_play(command: Jump) -> Play:
    return Play(command.card, None, command.uno, command.handle, command.target, command.dump)


HANDLER: Final[Handler] = Handler((Phase.TURN,), _judge, _jump, _candidates, by_actor=False)
