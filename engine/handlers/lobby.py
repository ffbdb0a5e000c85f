"""Taking and leaving seats, and the start of the match (SPEC 2.1)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from engine.errors import BadEntropy, SeatNotOpen, SeatNotTaken, SeatsOpen
from engine.events import MatchStarted, SeatLeft, SeatTaken
from engine.handlers.rounds import not_listed
from engine.policies.branches import resume
from engine.policies.setup import start_round
from engine.protocol import rules_hash, transcript
from engine.ruleset import Draft, Handler, Ruleset
from engine.state import Phase, SeatKind

if TYPE_CHECKING:
    from engine.commands import LeaveSeat, Start, TakeSeat
    from engine.state import Table

_ENTROPY: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)


def _judge_take(_rules: Ruleset, table: Table, seat: int, command: TakeSeat) -> None:
    if table.seat_kinds[seat] is not SeatKind.OPEN:
        raise SeatNotOpen
    if command.entropy is not None and not _ENTROPY.fullmatch(command.entropy):
        raise BadEntropy


def _take(draft: Draft, command: TakeSeat, _judged: None) -> None:
    if command.entropy is not None:
        draft.emit(SeatTaken(draft.seat, command.kind, command.entropy, "player"))
    else:
        assert draft.chance is not None  # noqa: S101  the caller's duty, as in Draft.tape
        draft.emit(SeatTaken(draft.seat, command.kind, draft.chance.server_entropy(draft.seat).hex(), "server"))


def _judge_leave(_rules: Ruleset, table: Table, seat: int, _command: LeaveSeat) -> None:
    if table.seat_kinds[seat] is SeatKind.OPEN:
        raise SeatNotTaken


def _leave(draft: Draft, _command: LeaveSeat, _judged: None) -> None:
    draft.emit(SeatLeft(draft.seat))


def _judge_start(_rules: Ruleset, table: Table, _seat: int, _command: Start) -> None:
    if SeatKind.OPEN in table.seat_kinds:
        raise SeatsOpen(open=table.seat_kinds.count(SeatKind.OPEN))


def _start(draft: Draft, _command: Start, _judged: None) -> None:
    """Fix the transcript, pair the faces, draw for the dealer, deal the first round (docs/protocol.md).

    A branch has its pairing and goes on from its position instead.
    """
    table, rules, chance = draft.table, draft.rules, draft.chance
    assert chance is not None  # noqa: S101  the caller's duty, as in Draft.tape
    hashed = rules_hash(rules, table.seats)
    fixed = transcript(chance.match_id, table, rules.deck, hashed)
    position = table.position
    dark = position.dark if position else rules.pair(rules.deck, chance.tape(fixed))
    draft.emit(MatchStarted(hashed.hex(), fixed.hex(), rules.own_backs, rules.deck.light, dark))
    if position:
        resume(draft, position)
    else:
        rules.choose_dealer(draft)
        start_round(draft, table.dealer)


_LOBBY: Final = (Phase.LOBBY,)
TAKE: Final[Handler] = Handler(_LOBBY, _judge_take, _take, not_listed, by_actor=False)
LEAVE: Final[Handler] = Handler(_LOBBY, _judge_leave, _leave, not_listed, by_actor=False)
START: Final[Handler] = Handler(_LOBBY, _judge_start, _start, not_listed, by_actor=False)
