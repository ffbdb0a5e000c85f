"""How far a listener has come, and the cursor that says so.

A cursor is good for one viewer and one stream. It holds versions of games that the listener was told, and which of them
owes them a word.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from common.keys import derived_key
from common.signed_tokens import TokenFormat
from games.errors import BadCursor

if TYPE_CHECKING:
    from uuid import UUID

MOST: Final = 2000
"""Characters of a cursor: it must fit into a query."""
_CURSORS: Final = TokenFormat(partial(derived_key, "stream"), longest=MOST, prefix="s", mac_first=True)
ID_BYTES: Final = 6
"""Of a game's id: enough to tell one player's games apart."""
GAME: Final = struct.Struct(">BI")
HEAD: Final = struct.Struct(">Bq")
ENTRY: Final = struct.Struct(f">{ID_BYTES}sI")
ONE_GAME, ALL_GAMES, ONE_GAME_OWES, ALL_GAMES_ONE_OWES = 1, 2, 3, 4


class Unplaceable(Exception):
    """The cursor was made here, but not by this version of the service."""


@dataclass(slots=True)
class Place:
    """Versions that a listener was told. `scope`: whose cursor it is and of which stream.

    `at`: microseconds since 1970 by the service's clock; the stream of all games was that far. None: it is of one game.
    `owing`: the game whose events were sent, but not yet its head: the connection may break right there.
    """

    scope: str
    versions: dict[UUID, int] = field(default_factory=dict)
    at: int | None = None
    owing: UUID | None = None

    def cursor(self) -> str:
        """The place as text."""
        if self.at is None:
            (version,) = self.versions.values()
            return _sealed(GAME.pack(ONE_GAME if self.owing is None else ONE_GAME_OWES, version), self.scope)
        entries = b"".join([ENTRY.pack(short(game), version) for game, version in self.versions.items()])
        if self.owing is None:
            return _sealed(HEAD.pack(ALL_GAMES, self.at) + entries, self.scope)
        return _sealed(HEAD.pack(ALL_GAMES_ONE_OWES, self.at) + short(self.owing) + entries, self.scope)


class Known(NamedTuple):
    """When a listener of all games was there, the versions by `short` id, and which of them is `owing`."""

    at: int
    versions: dict[bytes, int]
    owing: bytes | None


def scope_of(player: UUID | None, game_id: UUID | None) -> str:
    """Whose cursor it is, and of which stream."""
    return f"{game_id or 'me'}|{player}"


def version_of(cursor: str, scope: str) -> tuple[int, bool]:
    """The version in a cursor of one game's stream, and whether it owes. Raises `BadCursor`, `Unplaceable`."""
    body = _opened(cursor, scope)
    if len(body) != GAME.size or body[0] not in {ONE_GAME, ONE_GAME_OWES}:
        raise Unplaceable
    kind, version = GAME.unpack(body)
    return version, kind == ONE_GAME_OWES


def versions_of(cursor: str, scope: str) -> Known:
    """What a cursor of the stream of all games says. Raises `BadCursor`, `Unplaceable`."""
    body = _opened(cursor, scope)
    begin = HEAD.size + (ID_BYTES if body[0] == ALL_GAMES_ONE_OWES else 0)
    if len(body) < begin or body[0] not in {ALL_GAMES, ALL_GAMES_ONE_OWES} or (len(body) - begin) % ENTRY.size:
        raise Unplaceable
    at = HEAD.unpack(body[: HEAD.size])[1]
    return Known(at, dict(ENTRY.iter_unpack(body[begin:])), body[HEAD.size : begin] or None)


def short(game_id: UUID) -> bytes:
    """What a cursor keeps of a game's id."""
    return game_id.bytes[:ID_BYTES]


def _sealed(body: bytes, scope: str) -> str:
    return _CURSORS.sign(body, _context(scope))


def _opened(cursor: str, scope: str) -> bytes:
    body = _CURSORS.read(cursor, _context(scope))
    if not body:
        raise BadCursor(parameter="after")
    return body


def _context(scope: str) -> bytes:
    return scope.encode() + b"\0"
