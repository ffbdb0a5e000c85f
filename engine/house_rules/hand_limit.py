"""Mercy: a hand that has grown too large is out of the round (SPEC 8.3, R-MERCY)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.events import SeatKnockedOut
from engine.option import Option
from engine.option_types import IntegerOrOff
from engine.rules.rounds import end_without_play
from engine.rules.teams import parties
from engine.rules.turns import pass_turn_after
from engine.state import DRAWN, IN_PLAY, TURN

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.ruleset import Resolution, Ruleset
    from engine.state import Table


def knock_out(limit: int) -> Callable[[Resolution], None]:
    """Return a hook to run after every command: a seat with `limit` cards is out; the last seat or team left wins.

    A seat with an open decision decides first; a mere turn is lost.
    """

    def check(resolution: Resolution) -> None:
        table = resolution.table
        if table.phase not in IN_PLAY:
            return
        deciding = _deciding(table)
        for seat in table.playing_seats():
            if len(table.hands[seat]) >= limit and seat not in deciding:
                resolution.emit(SeatKnockedOut(seat))
                if len(parties(table, table.playing_seats())) == 1:
                    end_without_play(resolution)
                    return
        if table.turn in table.out:
            pass_turn_after(resolution, table.turn)

    return check


def _deciding(table: Table) -> tuple[int | None, ...]:
    if table.phase in (TURN, DRAWN):
        return ()
    return (table.turn, getattr(table.pending, "asker", None), *getattr(table.pending, "seats", ()))


def _patch_hand_limit(rules: Ruleset, value: int) -> Ruleset:
    return replace(rules, after_command=knock_out(value))


HAND_LIMIT: Final[Option] = Option(
    name="hand_limit",
    summary="A seat that holds so many cards is out of the round; who is left alone wins it; 0: hands may grow.",
    source="8.3; R-MERCY",
    takes=IntegerOrOff(10, 40),
    default=0,
    patch=_patch_hand_limit,
    kind="house_rule",
)
