"""What wrong commands cost instead of being refused (SPEC 8.3 misplay_penalty, false_catch_penalty)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import FACE_CODES
from engine.commands import Catch, Jump, Play
from engine.events import CardMisplayed, CatchFailed
from engine.policies.seat_events import SEAT_SKIPPED
from engine.policies.turns import pass_turn
from engine.policies.uno_calls import close_windows, lapse
from engine.state import TURN

if TYPE_CHECKING:
    from engine.commands import Command
    from engine.ruleset import Draft, Punish


def misplay(count: int) -> Punish:
    """A card that does not fit is shown and taken back; its player takes `count` cards and loses its turn if it had it.

    Only in a turn: with a decision open there is nothing to be lost, and the card is refused as ever (R-MISPLAY).
    """

    def punish(draft: Draft, command: Command) -> bool:
        if draft.table.phase is not TURN or not isinstance(command, (Play, Jump)):
            return False
        on_turn = draft.seat == draft.table.turn
        if on_turn:
            close_windows(draft, "draw")  # a turn is begun, but no card is laid
            lapse(draft)
        draft.emit(CardMisplayed(draft.seat, FACE_CODES[command.card]))
        draft.rules.hit(draft, draft.seat, count, "misplay")
        if on_turn:
            draft.emit(SEAT_SKIPPED[draft.seat])
            pass_turn(draft)
        return True

    return punish


def false_catch(count: int) -> Punish:
    """Who denounces another seat that has missed no call takes `count` cards."""

    def punish(draft: Draft, command: Command) -> bool:
        if not isinstance(command, Catch) or command.seat == draft.seat:
            return False
        draft.emit(CatchFailed(draft.seat, command.seat))
        draft.rules.hit(draft, draft.seat, count, "catch")
        return True

    return punish
