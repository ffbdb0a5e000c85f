"""The seats of a running match that a substitute may take over: their players have resigned, or are gone.

The column holds them as a number with bit n set for seat n, so that lists find such matches. A seat that went on
autopilot before its player was gone is in it from the next command on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from games.types import SeatKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.types import SeatRecord


def seats(table: engine.Table, records: Iterable[SeatRecord]) -> tuple[int, ...]:
    """Return the seats that may be taken over. `records` are the seats with their players."""
    if table.phase in {engine.Phase.LOBBY, engine.Phase.MATCH_OVER}:
        return ()
    return tuple(record.seat for record in records if _is_vacant(table, record))


def _is_vacant(table: engine.Table, record: SeatRecord) -> bool:
    seat = record.seat
    if record.kind is not SeatKind.HUMAN or seat in table.eliminated:
        return False
    return seat in table.resigned or (record.player is None and seat in table.autopilot)
