"""The options games are played by, each combination stored once and known to a process from its first look on.

With every game they were a third of its row, which PostgreSQL writes anew at every move. Rows are never changed, and
their id is made of what is in them (`option_set_of`, `migrations/sql`), so that what is known stays right.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

import engine
from players.prepared import Prepared

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

READ: Final = Prepared("SELECT options::json FROM option_set WHERE id = %s::uuid")


class OptionSet(NamedTuple):
    """Names and values of SPEC 8, as JSON has them, and the spec they are."""

    options: Mapping[str, object]
    spec: engine.Spec


@lru_cache(maxsize=1000)
def find(option_set_id: UUID) -> OptionSet:
    """The options of this id. Raises `LookupError` if there are none, `DatabaseError`."""
    row = READ.one(option_set_id)
    if row is None:
        raise LookupError(option_set_id)
    return OptionSet(row[0], engine.Spec.of(row[0]))
