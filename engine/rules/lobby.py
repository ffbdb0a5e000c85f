"""Taking and leaving seats, the start of the match (SPEC 2.1), and tables that are closed without one (SPEC 3.11)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from engine.commands import CloseTable, LeaveSeat, Start, TakeSeat
from engine.errors import BadEntropy, SeatNotOpen, SeatNotTaken, SeatsOpen
from engine.events import MatchStarted, SeatLeft, SeatTaken
from engine.rules.branches import resume
from engine.rules.endings import end_early
from engine.rules.setup import start_round
from engine.rules_document import rules_hash, transcript
from engine.ruleset import Handler, Resolution, Ruleset
from engine.state import Phase, SeatKind

if TYPE_CHECKING:
    from engine.state import Table


_ENTROPY: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)
_LOBBY: Final = (Phase.LOBBY,)


class TakeSeatHandler(Handler[TakeSeat, None]):
    """A seat is taken."""

    phases: tuple[Phase, ...] = _LOBBY
    by_actor = False

    def judge(self, _rules: Ruleset, table: Table, seat: int, command: TakeSeat) -> None:
        if table.seat_kinds[seat] is not SeatKind.OPEN:
            raise SeatNotOpen
        if command.entropy is not None and not _ENTROPY.fullmatch(command.entropy):
            raise BadEntropy

    def perform(self, resolution: Resolution, command: TakeSeat, _judged: None) -> None:
        if command.entropy is not None:
            resolution.emit(SeatTaken(resolution.seat, command.kind, command.entropy, "player"))
        else:
            assert resolution.chance is not None  # noqa: S101  the caller's duty, as in Resolution.tape
            entropy = resolution.chance.server_entropy(resolution.seat).hex()
            resolution.emit(SeatTaken(resolution.seat, command.kind, entropy, "server"))


class LeaveSeatHandler(Handler[LeaveSeat, None]):
    """A seat is left before the start."""

    phases: tuple[Phase, ...] = _LOBBY
    by_actor = False

    def judge(self, _rules: Ruleset, table: Table, seat: int, _command: LeaveSeat) -> None:
        if table.seat_kinds[seat] is SeatKind.OPEN:
            raise SeatNotTaken

    def perform(self, resolution: Resolution, _command: LeaveSeat, _judged: None) -> None:
        resolution.emit(SeatLeft(resolution.seat))


class StartHandler(Handler[Start, None]):
    """The match starts."""

    phases: tuple[Phase, ...] = _LOBBY
    by_actor = False

    def judge(self, _rules: Ruleset, table: Table, _seat: int, _command: Start) -> None:
        if SeatKind.OPEN in table.seat_kinds:
            raise SeatsOpen(open=table.seat_kinds.count(SeatKind.OPEN))

    def perform(self, resolution: Resolution, _command: Start, _judged: None) -> None:
        """Fix the transcript, pair the faces, draw for the dealer, deal the first round (docs/protocol/protocol.md).

        A branch has its pairing and goes on from its position instead.
        """
        table, rules, chance = resolution.table, resolution.rules, resolution.chance
        assert chance is not None  # noqa: S101  the caller's duty, as in Resolution.tape
        hashed = rules_hash(rules, table.seats)
        fixed = transcript(chance.match_id, table, rules.deck, hashed)
        position = table.position
        dark = position.dark if position else rules.pair(rules.deck, chance.tape(fixed))
        resolution.emit(MatchStarted(hashed.hex(), fixed.hex(), rules.own_backs, rules.deck.light, dark))
        if position:
            resume(resolution, position)
        else:
            rules.choose_dealer(resolution)
            start_round(resolution, table.dealer)


class CloseTableHandler(Handler[CloseTable, None]):
    """The service closes a table whose match has not started (R-CLOSED)."""

    phases: tuple[Phase, ...] = _LOBBY
    by_actor = False

    def perform(self, resolution: Resolution, _command: CloseTable, _judged: None) -> None:
        end_early(resolution, "closed")
