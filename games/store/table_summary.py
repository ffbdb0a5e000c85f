"""The table in short, in the row of its game, so that lists and streams need neither fold nor log.

Public facts only: every seat sees them. The column has them as JSON, in the form in which they are sent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

import engine

if TYPE_CHECKING:
    from engine import Table

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(dict[str, object]).decode


def write(table: Table) -> str | None:
    """Return the column for a table; None before the match, and for a table that was closed before it."""
    return None if not table.transcript else _encode(engine.table_summary(table)).decode()


def read(column: str | None) -> dict[str, object] | None:
    """Return the members of `engine.TableSummary` in the column."""
    return None if column is None else _decode(column)
