"""Answering a wild draw card or a stacked penalty: take the cards, or challenge the card (SPEC 3.6, 8.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.commands import Accept, Challenge, Take
from engine.errors import WrongPhase
from engine.events import (
    ChallengeDecided,
    ChallengeOpened,
    EvidenceSealed,
    HandShown,
    PenaltyStacked,
)
from engine.policies.seat_events import CHALLENGE_ACCEPTED, SEAT_SKIPPED, TURN_STARTED
from engine.policies.turns import pass_turn
from engine.policies.uno_calls import lapse
from engine.policies.wild_draws import draw_penalty
from engine.ruleset import Draft, Handler, Ruleset
from engine.state import Phase

if TYPE_CHECKING:
    from engine.state import Table

    Opened = ChallengeOpened | PenaltyStacked

EXTRA_FOR_INNOCENT: Final = 2


def _judge(rules: Ruleset, table: Table, seat: int, command: Accept | Challenge) -> Opened:
    """What is open; a stacked penalty can be challenged if its last card can."""
    if table.evidence is None:
        raise WrongPhase(phase=table.phase.value)
    return _judge_take(rules, table, seat, command)


def _judge_take(_rules: Ruleset, table: Table, _seat: int, _command: Accept | Challenge | Take) -> Opened:
    pending = table.pending
    assert isinstance(pending, (ChallengeOpened, PenaltyStacked))  # noqa: S101  the phases say so
    return pending


def _take(draft: Draft, _command: Accept | Take, opened: Opened) -> None:
    draft.emit(CHALLENGE_ACCEPTED[draft.seat])
    _pay(draft, opened, extra=0, reason="effect")


def _challenge(draft: Draft, _command: Challenge, opened: Opened) -> None:
    evidence = draft.table.evidence
    assert isinstance(evidence, EvidenceSealed)  # noqa: S101  asked by the judge
    draft.emit(HandShown(opened.by, draft.seat, evidence.hand))
    draft.emit(ChallengeDecided(draft.seat, opened.by, evidence.guilty))
    if evidence.guilty:
        _draw(draft, opened.by, opened, extra=0, reason="challenge")
        draft.emit(TURN_STARTED[draft.seat])
    else:
        _pay(draft, opened, extra=EXTRA_FOR_INNOCENT, reason="challenge")


def _pay(draft: Draft, opened: Opened, *, extra: int, reason: str) -> None:
    lapse(draft)
    _draw(draft, draft.seat, opened, extra=extra, reason=reason)
    draft.emit(SEAT_SKIPPED[draft.seat])
    pass_turn(draft)


def _draw(draft: Draft, seat: int, opened: Opened, *, extra: int, reason: str) -> None:
    """The seat takes what the card demands, or the whole stacked sum, and `extra` cards."""
    if isinstance(opened, PenaltyStacked):
        draft.rules.hit(draft, seat, opened.total + extra, "stack")
    else:
        draw_penalty(draft, seat, opened.face, extra=extra, reason=reason)


_PHASES: Final = (Phase.CHALLENGE, Phase.PENALTY)
ACCEPT: Final[Handler] = Handler(_PHASES, _judge, _take, lambda _rules, _table, _seat: (Accept(),))
CHALLENGE: Final[Handler] = Handler(_PHASES, _judge, _challenge, lambda _rules, _table, _seat: (Challenge(),))
TAKE: Final[Handler] = Handler((Phase.PENALTY,), _judge_take, _take, lambda _rules, _table, _seat: (Take(),))
