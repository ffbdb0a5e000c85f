"""The counters of seats: the worker counts the turns of each finished match once.

The log of a finished match does not change, so counting it again gives the same: a worker that is killed leaves the
match to the next sweep.
"""

from __future__ import annotations

import logging
from collections import Counter
from typing import TYPE_CHECKING, Final

from common.database import queries
from games import transient
from games.models import FormerSeat
from games.reliability.turns import Turns, count_by_player
from games.store import reader

if TYPE_CHECKING:
    from collections.abc import Iterator
    from uuid import UUID

logger = logging.getLogger(__name__)

UNCOUNTED: Final = """
SELECT s.game_id FROM seat s JOIN game g ON g.id = s.game_id
WHERE s.player_id IS NOT NULL AND s.over_at IS NOT NULL AND s.asked IS NULL AND g.quarantined_at IS NULL
GROUP BY s.game_id ORDER BY min(s.over_at) LIMIT %s::int
"""
# Returns the seats that had other numbers.
WRITE: Final = """
UPDATE seat s SET asked = c.asked, answered = c.answered
FROM unnest(%s::int[], %s::int[]) WITH ORDINALITY AS c (asked, answered, place)
WHERE s.game_id = %s::uuid AND s.seat_no = c.place - 1 AND s.over_at IS NOT NULL
    AND (s.asked, s.answered) IS DISTINCT FROM (c.asked, c.answered)
RETURNING s.seat_no
"""
FINISHED: Final = """
SELECT id FROM game WHERE status = 2 AND id > %s::uuid ORDER BY id LIMIT 500
"""
SEATS: Final = "SELECT seat_count FROM game WHERE id = %s::uuid"
WHOLE: Final = 2**31 - 1


def uncounted(limit: int) -> list[UUID]:
    """Return at most `limit` finished matches whose turns are not counted yet, the oldest first."""
    return [game_id for (game_id,) in queries.rows(UNCOUNTED, limit)]


def count_match(game_id: UUID) -> None:
    """Count the turns of a finished match. Safe to repeat.

    A log that cannot be read counts nothing, and is not tried again before `recount_reliability`.
    """
    try:
        recount_match(game_id)
    except Exception as failure:
        if transient.what_is_away(failure) is not None:
            raise
        logger.exception("game %s: its turns cannot be counted", game_id)
        for (seats,) in queries.rows(SEATS, game_id):
            _write(game_id, [[Turns()]] * seats)


def recount_match(game_id: UUID) -> bool:
    """Count the turns of a finished match anew. Returns whether other numbers were stored."""
    return _write(game_id, count_by_player(game_id, reader.read(game_id, 0, WHOLE)))


def finished_matches() -> Iterator[UUID]:
    """Yield every finished match, by id, while reading."""
    last = "00000000-0000-0000-0000-000000000000"
    while rows := queries.rows(FINISHED, last):
        for (game_id,) in rows:
            yield game_id
        last = rows[-1][0]


def _write(game_id: UUID, turns: list[list[Turns]]) -> bool:
    """Store the turns of the players of each seat. Former players without numbers were not counted: they get zeros."""
    last = [players[-1] for players in turns]
    changed = bool(queries.rows(WRITE, [one.asked for one in last], [one.answered for one in last], game_id))
    before = {seat: players[:-1] for seat, players in enumerate(turns)}
    places: Counter[int] = Counter()
    for former in FormerSeat.objects.filter(game_id=game_id).order_by("until_version"):
        players, place = before[former.seat_no], places[former.seat_no]
        places[former.seat_no] += 1
        found = players[place] if place < len(players) else Turns()
        if (former.asked, former.answered) != (found.asked, found.answered):
            FormerSeat.objects.filter(pk=former.pk).update(asked=found.asked, answered=found.answered)
            changed = True
    return changed
