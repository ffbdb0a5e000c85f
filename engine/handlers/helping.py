"""Asking the teammates for a card, and giving none (SPEC 8.2 teammate_gives). The gift itself: handlers/gives.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.commands import Ask, Decline, Draw, Press
from engine.errors import MustPlayNotAsk, NotYourTurn
from engine.events import HelpAsked, HelpDeclined
from engine.policies.matching import playable_cards
from engine.policies.teams import allies
from engine.ruleset import Draft, Handler, Ruleset
from engine.state import Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.state import Table

_ASK: Final = Ask()
_DECLINE: Final = Decline()
_LEAST_CARDS: Final = 2
"""Nobody gives his last card."""


def _judge_ask(rules: Ruleset, table: Table, seat: int, _command: Ask) -> None:
    if playable_cards(rules, table, seat):
        raise MustPlayNotAsk


def _ask(draft: Draft, _command: Ask, _judged: None) -> None:
    table, seat = draft.table, draft.seat
    able = [
        other for other in allies(table, seat) if other not in table.out and len(table.hands[other]) >= _LEAST_CARDS
    ]
    _go_on(draft, seat, able)


def _judge_decline(_rules: Ruleset, table: Table, seat: int, _command: Decline) -> None:
    if seat not in _asked(table).seats:
        raise NotYourTurn


def _decline(draft: Draft, _command: Decline, _judged: None) -> None:
    asked = _asked(draft.table)
    draft.emit(HelpDeclined(draft.seat))
    _go_on(draft, asked.asker, [seat for seat in asked.seats if seat != draft.seat])


def _go_on(draft: Draft, asker: int, left: Sequence[int]) -> None:
    """The teammates that are left may answer; if there are none, the asker does what it would have done unasked."""
    if left:
        draft.emit(HelpAsked(left[0], asker, tuple(left)))
        return
    draft.seat = asker
    handlers = draft.rules.handlers
    command = Draw() if Draw in handlers else Press()
    handlers[type(command)].perform(draft, command, None)


def _asked(table: Table) -> HelpAsked:
    asked = table.pending
    assert isinstance(asked, HelpAsked)  # noqa: S101  the phase says so
    return asked


ASK: Final[Handler] = Handler((Phase.TURN,), _judge_ask, _ask, lambda _rules, _table, _seat: (_ASK,))
DECLINE: Final[Handler] = Handler(
    (Phase.TEAM_AID,), _judge_decline, _decline, lambda _rules, _table, _seat: (_DECLINE,), by_actor=False
)
