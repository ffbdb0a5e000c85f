"""The view of a table on the wire: the engine's, without what the answer around it says already."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final, get_type_hints

import msgspec

import engine

SAID_BESIDE: Final = frozenset({"version", "you", "turn", "seats", "options", "origin"})
"""Members of `engine.View` that a game and a past state say themselves: `you` as `your_seat` or `seen_by`."""
NAMES: Final = tuple(field.name for field in fields(engine.View) if field.name not in SAID_BESIDE)
_HINTS: Final = get_type_hints(engine.View)

TableView: Any = msgspec.defstruct(
    "View",
    [(name, _HINTS[name]) for name in NAMES],
    namespace={"__doc__": engine.View.__doc__},
    module=__name__,
    frozen=True,
    kw_only=True,
)
"""For the description: what is sent is made by `table_view`."""


def table_view(view: engine.View) -> dict[str, object]:
    """Return the view as it stands in an answer."""
    return {name: getattr(view, name) for name in NAMES}
