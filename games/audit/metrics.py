"""Metrics of the auditor for operators."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from common.database import queries
from games.audit import rounds

if TYPE_CHECKING:
    from collections.abc import Mapping

ROUNDS: Final = """
SELECT name, games, events, extract(epoch FROM service_now() - coalesce(since, begun_at))::float8 FROM audit_round
"""
FOUND: Final = "SELECT kind, count(*) FROM audit_found GROUP BY kind"
HELD: Final = "SELECT count(*) FROM game WHERE quarantined_at IS NOT NULL"


@dataclass(frozen=True, slots=True)
class Round:
    """A round: how much was ever looked at, and for how many seconds at most something has not been.

    Of the log of anchors, `games` are its days and `events` its leaves.
    """

    games: int
    events: int
    unchecked: float


@dataclass(frozen=True, slots=True)
class Figures:
    """All of them; a round that never began is missing. `found`: faults by kind."""

    rounds: Mapping[str, Round] = field(default_factory=dict)
    found: Mapping[str, int] = field(default_factory=dict)
    quarantined: int = 0


def figures() -> Figures:
    """The figures as they are now."""
    known = {name: Round(*figures) for name, *figures in queries.rows(ROUNDS)}
    return Figures(
        rounds={name: known[name] for name in (rounds.MOVES, rounds.CYCLE, rounds.ANCHORS) if name in known},
        found=dict(queries.rows(FOUND)),
        quarantined=queries.rows(HELD)[0][0],
    )
