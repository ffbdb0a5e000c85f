"""The seats that can act, as a bit mask in the game's row: lists and streams need no fold to tell them.

Seat n is bit n. It is set while the service accepts a move of the seat's player: the seat has a legal command and has
not resigned. Only a command changes that, time alone never does. A quarantined game keeps its mask, and refuses all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import engine

if TYPE_CHECKING:
    from engine import Table


_CAN_ACT: Final = "(g.quarantined_at IS NULL AND {seat} IS NOT NULL AND g.acting_seats >> {seat} & 1 = 1)"


def mask_of(table: Table) -> int:
    """Return the mask of a table. Only commands ask for it: a read, which can be repeated, tries no others' moves."""
    return sum(1 << seat for seat in engine.acting_seats(table) if seat not in table.resigned)


def can_act(mask: int, seat: int | None, *, quarantined: bool) -> bool:
    """Return whether the player on `seat` (None: without a seat) can act."""
    return seat is not None and not quarantined and bool(mask >> seat & 1)


def can_act_column(seat: str) -> str:
    """SQL: the same for a game `g`; `seat` is a column, NULL for an asker without a seat."""
    return _CAN_ACT.format(seat=seat)
