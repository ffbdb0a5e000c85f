"""Seats with too many cards are out of the round (SPEC 8.3 hand_limit, R-MERCY)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import SeatKnockedOut
from engine.policies.rounds import end_without_play
from engine.policies.teams import parties
from engine.policies.turns import pass_turn_after
from engine.state import DRAWN, IN_PLAY, TURN

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.ruleset import Draft
    from engine.state import Table


def knock_out(limit: int) -> Callable[[Draft], None]:
    """After every command: who holds `limit` cards is out; who is left alone, or with his team, wins the round.

    A seat that has something to decide decides first; a mere turn is lost.
    """

    def check(draft: Draft) -> None:
        table = draft.table
        if table.phase not in IN_PLAY:
            return
        deciding = _deciding(table)
        for seat in table.playing_seats():
            if len(table.hands[seat]) >= limit and seat not in deciding:
                draft.emit(SeatKnockedOut(seat))
                if len(parties(table, table.playing_seats())) == 1:
                    end_without_play(draft)
                    return
        if table.turn in table.out:
            pass_turn_after(draft, table.turn)

    return check


def _deciding(table: Table) -> tuple[int | None, ...]:
    """The seats that are asked for something besides playing on."""
    if table.phase in (TURN, DRAWN):
        return ()
    return (table.turn, getattr(table.pending, "asker", None), *getattr(table.pending, "seats", ()))
