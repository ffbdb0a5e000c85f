"""Old shapes of stored events and how they become the present ones (docs/contributors/history.md).

Stored bytes are never changed: chain and commitments are over them. When the fields of an event change, its version is
raised here by one function more, which turns the decoded data of the version before into that of the next. Only the
shape may change by this; what an event means never does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.events import EVENT_TYPES

Data = dict[str, Any]
Upcaster = Callable[[Data], Data]
"""Turns the members of both parts of an event, as JSON data, into those of the next version; pure."""

CHAINS: Final[dict[int, tuple[Upcaster, ...]]] = {}
"""By stored number of the event type: from version 1 to 2, from 2 to 3, and so on. Who is not here has version 1."""

VERSIONS: Final[dict[int, int]] = {number: 1 + len(CHAINS.get(number, ())) for number in EVENT_TYPES}
"""The version in which each event type is written."""


def upcast(type_number: int, version: int, data: Data) -> Data:
    """The data of an old version as that of the present one. Raises ValueError for a version that never was."""
    chain = CHAINS.get(type_number, ())
    if not 1 <= version <= len(chain):
        raise ValueError(f"no event type {type_number} in version {version}")
    for step in chain[version - 1 :]:
        data = step(data)
    return data
