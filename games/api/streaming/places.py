"""How far a listener has come, and the cursor that says so.

A cursor is good for one viewer and one stream. It holds versions of games that the listener was told, and nothing else.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import struct
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from games.errors import BadCursor
from players.derived_keys import derived_key

if TYPE_CHECKING:
    from uuid import UUID

PREFIX: Final = "s"
MOST: Final = 2000
"""Characters of a cursor: it must fit into a query."""
MAC_BYTES: Final = 16
ID_BYTES: Final = 6
"""Of a game's id: enough to tell one player's games apart."""
GAME: Final = struct.Struct(">BI")
HEAD: Final = struct.Struct(">Bq")
ENTRY: Final = struct.Struct(f">{ID_BYTES}sI")
ONE_GAME, ALL_GAMES = 1, 2


class Unplaceable(Exception):
    """The cursor was made here, but not by this version of the service."""


@dataclass(slots=True)
class Place:
    """Versions that a listener was told. `scope`: whose cursor it is and of which stream.

    `at`: microseconds since 1970 by the service's clock; the stream of all games was that far. None: it is of one game.
    """

    scope: str
    versions: dict[UUID, int] = field(default_factory=dict)
    at: int | None = None

    def cursor(self) -> str:
        """The place as text."""
        if self.at is None:
            (version,) = self.versions.values()
            return _sealed(GAME.pack(ONE_GAME, version), self.scope)
        entries = [ENTRY.pack(game.bytes[:ID_BYTES], version) for game, version in self.versions.items()]
        return _sealed(HEAD.pack(ALL_GAMES, self.at) + b"".join(entries), self.scope)


def scope_of(player: UUID | None, game_id: UUID | None) -> str:
    """Whose cursor it is, and of which stream."""
    return f"{game_id or 'me'}|{player}"


def version_of(cursor: str, scope: str) -> int:
    """The version in a cursor of one game's stream. Raises `BadCursor`, `Unplaceable`."""
    body = _opened(cursor, scope)
    if len(body) != GAME.size or body[0] != ONE_GAME:
        raise Unplaceable
    return int(GAME.unpack(body)[1])


def versions_of(cursor: str, scope: str) -> tuple[int, dict[bytes, int]]:
    """When the listener of all games was there, and versions by `short` id. Raises `BadCursor`, `Unplaceable`."""
    body = _opened(cursor, scope)
    if len(body) < HEAD.size or body[0] != ALL_GAMES or (len(body) - HEAD.size) % ENTRY.size:
        raise Unplaceable
    return HEAD.unpack(body[: HEAD.size])[1], dict(ENTRY.iter_unpack(body[HEAD.size :]))


def short(game_id: UUID) -> bytes:
    """What a cursor keeps of a game's id."""
    return game_id.bytes[:ID_BYTES]


def _sealed(body: bytes, scope: str) -> str:
    return PREFIX + base64.urlsafe_b64encode(_mac(body, scope) + body).decode("ascii").rstrip("=")


def _opened(cursor: str, scope: str) -> bytes:
    text = cursor.removeprefix(PREFIX)
    if len(cursor) > MOST or text == cursor:
        raise BadCursor
    try:
        raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise BadCursor from None
    mac, body = raw[:MAC_BYTES], raw[MAC_BYTES:]
    if not body or not hmac.compare_digest(mac, _mac(body, scope)):
        raise BadCursor
    return body


def _mac(body: bytes, scope: str) -> bytes:
    return hmac.digest(derived_key("stream"), scope.encode() + b"\0" + body, "sha256")[:MAC_BYTES]
