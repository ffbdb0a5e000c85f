"""Rows of the log as stored: events and accepted commands. Plain values; nothing here talks to the database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

EVERY: Final = 128
"""Whenever a command crosses a multiple of so many events there is a snapshot, and a frame of an archive ends."""


class EventRow(NamedTuple):
    """A row of the log as stored."""

    seq: int
    type: int
    schema_version: int
    actor: int
    command_id: UUID
    recorded_at: datetime
    public: bytes
    private: bytes | None
    private_commitment: bytes | None
    chain: bytes


class CommandRow(NamedTuple):
    """An accepted command as stored: its events are `first_seq` to `last_seq`."""

    command_id: UUID
    actor: int
    fingerprint: bytes
    first_seq: int
    last_seq: int
