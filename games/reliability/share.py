"""The reliability of a player, by the counters of their latest matches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from common.database import queries
from players.reliability import Reliability

if TYPE_CHECKING:
    from uuid import UUID

MATCHES: Final = 20
"""The number of latest matches that count; none that ended more than a year ago."""
LEAST_TURNS: Final = 30
"""With fewer turns in them a player is a newcomer."""

# Matches of the day are left out: nobody sees by the numbers that a private match has just ended.
LATEST: Final = """
SELECT coalesce(sum(answered), 0)::int, coalesce(sum(asked), 0)::int FROM (
    SELECT answered, asked FROM seat
    WHERE player_id = %s::uuid AND asked > 0
        AND over_at >= service_now() - interval '1 year' AND over_at < date_trunc('day', service_now(), 'UTC')
    ORDER BY over_at DESC LIMIT %s::int
) latest
"""


def reliability_of(player: UUID) -> Reliability | None:
    """Return the reliability of a player; None for newcomers."""
    ((answered, asked),) = queries.rows(LATEST, player, MATCHES)
    return Reliability(answered, asked) if asked >= LEAST_TURNS else None
