"""Answering a wild draw card: accept it or challenge it (SPEC 3.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.commands import Accept, Challenge
from engine.events import (
    ChallengeAccepted,
    ChallengeDecided,
    ChallengeOpened,
    EvidenceSealed,
    HandShown,
    TurnStarted,
)
from engine.policies.turns import SEAT_SKIPPED, pass_turn
from engine.policies.wild_draws import draw_penalty
from engine.ruleset import Draft, Handler, Ruleset
from engine.state import Phase

if TYPE_CHECKING:
    from engine.state import Table

EXTRA_FOR_INNOCENT: Final = 2


def _judge(_rules: Ruleset, table: Table, _seat: int, _command: Accept | Challenge) -> ChallengeOpened:
    pending = table.pending
    assert isinstance(pending, ChallengeOpened)  # noqa: S101  the phase says so
    return pending


def _accept(draft: Draft, _command: Accept, opened: ChallengeOpened) -> None:
    draft.emit(ChallengeAccepted(draft.seat))
    _pay(draft, opened, extra=0, reason="effect")


def _challenge(draft: Draft, _command: Challenge, opened: ChallengeOpened) -> None:
    evidence = draft.table.evidence
    assert isinstance(evidence, EvidenceSealed)  # noqa: S101  sealed when the challenge was opened
    draft.emit(HandShown(opened.by, draft.seat, evidence.hand))
    draft.emit(ChallengeDecided(draft.seat, opened.by, evidence.guilty))
    if evidence.guilty:
        draw_penalty(draft, opened.by, opened.face, extra=0, reason="challenge")
        draft.emit(TurnStarted(draft.seat))
    else:
        _pay(draft, opened, extra=EXTRA_FOR_INNOCENT, reason="challenge")


def _pay(draft: Draft, opened: ChallengeOpened, *, extra: int, reason: str) -> None:
    draw_penalty(draft, draft.seat, opened.face, extra=extra, reason=reason)
    draft.emit(SEAT_SKIPPED[draft.seat])
    pass_turn(draft)


_PHASES: Final = (Phase.CHALLENGE,)
ACCEPT: Final = Handler(_PHASES, _judge, _accept, lambda _rules, _table, _seat: (Accept(),))
CHALLENGE: Final = Handler(_PHASES, _judge, _challenge, lambda _rules, _table, _seat: (Challenge(),))
