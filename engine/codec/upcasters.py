"""Upcasters: convert old shapes of stored events to the present ones (docs/contributors/history.md).

Stored bytes never change: the chain and the commitments cover them. When the fields of an event change, one more
function here raises its version: it converts the decoded data of the previous version to the next. Only the shape may
change, never the meaning of an event.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.events import EVENT_TYPES

Data = dict[str, Any]
Upcaster = Callable[[Data], Data]
"""Converts the members of both parts of an event, as JSON data, to the next version; pure."""

CHAINS: Final[dict[int, tuple[Upcaster, ...]]] = {}
"""By stored number of the event type: from version 1 to 2, from 2 to 3, and so on. All other types have version 1."""

VERSIONS: Final[dict[int, int]] = {number: 1 + len(CHAINS.get(number, ())) for number in EVENT_TYPES}
"""The version in which each event type is written."""


def upcast(type_number: int, version: int, data: Data) -> Data:
    """Return the data of an old version in the present one. Raises ValueError for an unknown version."""
    chain = CHAINS.get(type_number, ())
    if not 1 <= version <= len(chain):
        raise ValueError(f"no event type {type_number} in version {version}")
    for step in chain[version - 1 :]:
        data = step(data)
    return data
