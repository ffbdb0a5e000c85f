"""Calling UNO and its window (SPEC 3.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.policies.seat_events import UNO_CALLED, UNO_CLEARED, UNO_MISSED
from engine.state import EXPOSED, NO_CALL, SAFE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.ruleset import Draft


def close_windows(draft: Draft, word: str) -> None:
    """Close every open window if this command begins a turn (R-UNO-WINDOW)."""
    if draft.table.exposed and word in draft.rules.uno_closed_by:
        for seat, status in enumerate(draft.table.uno):
            if status is EXPOSED:
                draft.emit(UNO_CLEARED[seat])


def lapse(draft: Draft, seat: int | None = None) -> None:
    """A call made with two cards holds for a play in the same turn only: it lapses if the seat draws or passes.

    `seat`: the one that loses its turn, if it is not the acting one.
    """
    seat = draft.seat if seat is None else seat
    if draft.table.uno[seat] is SAFE and len(draft.table.hands[seat]) > 1:
        draft.emit(UNO_CLEARED[seat])


def settle_call(draft: Draft, seat: int, *, called: bool) -> None:
    """A seat that has come down to one card has called, or is exposed."""
    if called:
        draft.emit(UNO_CALLED[seat])
    elif draft.table.uno[seat] is NO_CALL:
        draft.emit(UNO_MISSED[seat])


def settle_hands(draft: Draft, moved: Iterable[int], *, called: bool = False) -> None:
    """Of the seats whose hands have moved, whoever received one card has a call to make; older calls lapse (SPEC 3.9).

    `called`: the acting seat called UNO with its command.
    """
    table = draft.table
    for seat in moved:
        if table.uno[seat] is not NO_CALL:
            draft.emit(UNO_CLEARED[seat])
        if len(table.hands[seat]) == 1:
            settle_call(draft, seat, called=called and seat == draft.seat)
