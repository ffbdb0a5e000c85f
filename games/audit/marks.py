"""Marks: how far each game was found sound, so that data missing later is noticed.

A mark is sealed with a key that is not in the database. An attacker who rewrites a log and controls all of PostgreSQL
can remove a mark or restore an old one, but cannot make a valid one. Anchors and heads recorded elsewhere cover the
rest.
"""

from __future__ import annotations

import hmac
import struct
from hashlib import sha256
from typing import TYPE_CHECKING, Final, NamedTuple

from django.conf import settings

import engine
from common.database import queries
from common.keys import derive
from games import clock as clocks

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from games.audit.replay import Place
    from games.clock import Clock

READ: Final = """
SELECT version, chain, commands, is_open, state, clock, state_format, engine_version, checked_at, seal
FROM audit_mark WHERE game_id = %s::uuid
"""
WRITE: Final = """
INSERT INTO audit_mark (game_id, version, chain, commands, is_open, state, clock, state_format, engine_version, seal,
    checked_at, walked_at)
VALUES (%s::uuid, %s::int, %s::bytea, %s::bytea, %s::boolean, %s::bytea, %s::bytea, %s::smallint, %s::smallint,
    %s::bytea, service_now(), CASE WHEN %s::boolean THEN service_now() END)
ON CONFLICT (game_id) DO UPDATE SET version = excluded.version, chain = excluded.chain, commands = excluded.commands,
    is_open = excluded.is_open, state = excluded.state, clock = excluded.clock, state_format = excluded.state_format,
    engine_version = excluded.engine_version, seal = excluded.seal, checked_at = excluded.checked_at,
    walked_at = coalesce(excluded.walked_at, audit_mark.walked_at)
"""
_SEALED: Final = struct.Struct(">16sI32s32s?")


class Mark(NamedTuple):
    """A stored mark. `checked_at` is None if the game was never checked."""

    version: int
    chain: bytes
    commands: bytes
    is_open: bool
    state: bytes | None
    clock: bytes | None
    state_format: int
    engine_version: int
    checked_at: datetime | None
    seal: bytes

    @property
    def is_blank(self) -> bool:
        """Return whether it makes no claim yet."""
        return self.version == 0

    def is_genuine(self, game_id: UUID) -> bool:
        """Return whether the service itself made it."""
        found = any(hmac.compare_digest(_seal(key, game_id, self), self.seal) for key in _keys())
        return self.is_blank or found

    def fold(self) -> tuple[engine.Table, Clock | None] | None:
        """Return the fold at its version, if it is stored and this code can read it."""
        if self.state is None or (self.state_format, self.engine_version) != (
            engine.STATE_FORMAT,
            engine.ENGINE_VERSION,
        ):
            return None
        clock = None if self.clock is None else clocks.decode(self.clock)
        if (clock is None) != (self.clock is None):
            return None
        return engine.decode_table(self.state), clock


def read(game_id: UUID) -> Mark | None:
    """Return the mark of a game; None if it has none."""
    return next((Mark._make(row) for row in queries.rows(READ, game_id)), None)


def write(game_id: UUID, place: Place, *, walked: bool) -> None:
    """Record that a game is sound up to `place`. `walked`: it was checked from its first event on."""
    going_on = not place.is_end
    state = engine.encode_table(place.table) if going_on else None
    clock = clocks.encode(place.clock) if going_on else None
    stamps = engine.STATE_FORMAT, engine.ENGINE_VERSION
    mark = Mark(place.version, place.chain, place.commands, going_on, state, clock, *stamps, None, b"")
    seal = _seal(_keys()[0], game_id, mark)
    queries.rows(WRITE, game_id, *mark[:8], seal, walked)


def _seal(key: bytes, game_id: UUID, mark: Mark) -> bytes:
    claim = _SEALED.pack(game_id.bytes, mark.version, mark.chain, mark.commands, mark.is_open)
    kept = b"".join(sha256(part or b"").digest() for part in (mark.state, mark.clock))
    return hmac.digest(key, claim + kept, "sha256")


def _keys() -> list[bytes]:
    return [derive(master, "audit mark") for master in settings.GAME_SECRET_KEYS.values()]
