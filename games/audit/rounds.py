"""Rounds of the auditor: they continue where they stopped, whichever process was killed.

The rounds over games have a row for each slice of them (`games.leases`). A row is changed only under the lease of its
slice: an auditor that slept past its lease must not move a cursor that another one has moved on.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.db.models import Q

from common.clock import ServiceNow
from common.database import queries
from games import leases
from games.models import Round

if TYPE_CHECKING:
    from games.leases import Lease

MOVES: Final = "moves"
"""The rounds over moved games."""
CYCLE: Final = "cycle"
"""The rounds over everything, from the first event on."""
ANCHORS: Final = "anchors"
"""The round over the log of anchors."""

START: Final = UUID(int=0)
"""The cursor of a round that has not checked anything."""

ADVANCE: Final = f"""
{leases.RENEWED}
UPDATE audit_round SET cursor = %s::uuid, games = games + %s::bigint, events = events + %s::bigint
FROM renewed WHERE name = %s::text RETURNING true
"""  # noqa: S608 - constants only
RESTART: Final = f"""
{leases.RENEWED}
UPDATE audit_round SET begun_at = service_now(), cursor = %s::uuid FROM renewed WHERE name = %s::text RETURNING true
"""  # noqa: S608 - constants only
COMPLETE: Final = f"""
{leases.RENEWED}
UPDATE audit_round SET since = begun_at, ended_at = service_now(), begun_at = service_now(), cursor = %s::uuid
FROM renewed WHERE name = %s::text RETURNING true
"""  # noqa: S608 - constants only


def of(kind: str, number: int) -> str:
    """Return the name of a round over one slice of all games."""
    return f"{kind}-{number:x}"


def kind_of(name: str) -> str:
    """Return what the round of a row is over: `MOVES`, `CYCLE` or `ANCHORS`."""
    return name.partition("-")[0]


def due_slices(kind: str, rest: float) -> list[int]:
    """Return the slices whose round is due. Begins the first rounds, all at the same moment.

    A round is due if it is under way, or the last one ended `rest` seconds ago or more.
    """
    slices = {of(kind, number): number for number in leases.ALL}
    _begin(list(slices))
    return sorted(slices[name] for name, _ in _due(list(slices), rest))


def begin(name: str) -> None:
    """Begin the first round, if it has not begun."""
    _begin([name])


def cursor(name: str, rest: float) -> UUID | None:
    """Return the game, or place in the log of anchors, that a round has reached; None if it is not due."""
    return next((reached for _, reached in _due([name], rest)), None)


def advance(lease: Lease, name: str, to: UUID, games: int, events: int) -> None:
    """Record the game or place that the round has reached, and add to its games and events, or days and leaves.

    This and the next two renew the lease, and raise `leases.Lost`.
    """
    _write(lease, ADVANCE, to, games, events, name)


def restart(lease: Lease, name: str) -> None:
    """Restart the round."""
    _write(lease, RESTART, START, name)


def complete(lease: Lease, name: str) -> None:
    """Complete the round and begin the next one, which covers what happens from now on."""
    _write(lease, COMPLETE, START, name)


def _write(lease: Lease, statement: str, *parameters: Any) -> None:
    if not queries.rows(statement, *lease.renewal, *parameters):
        raise leases.Lost(str(lease))


def _due(names: list[str], rest: float) -> list[tuple[str, UUID]]:
    rested = Q(ended_at=None) | Q(ended_at__lt=ServiceNow() - timedelta(seconds=rest))
    due = Round.objects.filter(rested | ~Q(cursor=START), name__in=names)
    return list(due.values_list("name", "cursor"))


def _begin(names: list[str]) -> None:
    if Round.objects.filter(name__in=names).count() < len(names):
        Round.objects.bulk_create([Round(name=name, begun_at=ServiceNow()) for name in names], ignore_conflicts=True)
