"""Spinning the wheel and answering it (SPEC 7.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.cards import FACES
from engine.commands import Shout, Spin, Wheel
from engine.errors import BadChoice
from engine.events import RaceWon, WheelChoiceAsked, WheelSpun
from engine.handlers.plays import find_card
from engine.handlers.rounds import allowed
from engine.policies.turns import pass_turn
from engine.policies.uno_calls import close_windows, lapse
from engine.policies.wheel import choices, lay_aside, stop
from engine.ruleset import Draft, Handler, Ruleset
from engine.state import NO_CALL, Phase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.state import Table


def _spin(draft: Draft, _command: Spin, _judged: None) -> None:
    close_windows(draft, "spin")
    sector = stop(draft)
    draft.emit(WheelSpun(draft.seat, sector))
    draft.rules.sectors[sector](draft)
    if not draft.halted:
        lapse(draft)
        pass_turn(draft)


def _choices(table: Table, seat: int) -> dict[str, list[int]]:
    pending = table.pending
    assert isinstance(pending, WheelChoiceAsked)  # noqa: S101  the phase says so
    return choices(table, seat, pending.sector)


def _judge_choice(_rules: Ruleset, table: Table, seat: int, command: Wheel) -> list[int]:
    """The ids of the cards that are discarded."""
    cards = _choices(table, seat).get(command.choice)
    if cards is None:
        raise BadChoice
    return cards


def _answer(draft: Draft, command: Wheel, cards: list[int]) -> None:
    _discard(draft, cards, called=command.uno)


def _discard(draft: Draft, cards: list[int], *, called: bool) -> None:
    """Discard what the wheel allows; play goes on after the seat unless it has gone out."""
    lay_aside(draft, draft.seat, cards, called=called)
    if not draft.halted:
        pass_turn(draft)


def _choice_candidates(_rules: Ruleset, table: Table, seat: int) -> Iterator[Wheel]:
    for choice, cards in _choices(table, seat).items():
        for uno in _calls(table, seat, len(cards)):
            yield Wheel(choice, uno)


def _calls(table: Table, seat: int, discarded: int) -> tuple[bool, ...]:
    """The call is offered where it counts."""
    counts = len(table.hands[seat]) - discarded == 1 and table.uno[seat] is NO_CALL
    return (False, True) if counts else (False,)


def _judge_shout(_rules: Ruleset, table: Table, seat: int, command: Shout) -> int:
    """The id of the card that is discarded; raises CardNotInHand."""
    return find_card(table, seat, command.discard, command.handle)


def _shout(draft: Draft, command: Shout, card: int) -> None:
    draft.emit(RaceWon(draft.seat))
    if draft.seat != draft.table.turn:
        lapse(draft, draft.table.turn)
    _discard(draft, [card], called=command.uno)


def _shout_candidates(_rules: Ruleset, table: Table, seat: int) -> Iterator[Shout]:
    for face in dict.fromkeys(table.hand_faces(seat)):
        for uno in _calls(table, seat, 1):
            yield Shout(FACES[face], uno)


_SPIN: Final = Spin()
SPIN: Final[Handler] = Handler((Phase.SPIN,), allowed, _spin, lambda _rules, _table, _seat: (_SPIN,))
WHEEL: Final[Handler] = Handler((Phase.WHEEL_CHOICE,), _judge_choice, _answer, _choice_candidates)
SHOUT: Final[Handler] = Handler((Phase.RACE,), _judge_shout, _shout, _shout_candidates, by_actor=False)
