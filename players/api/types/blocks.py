"""Players whom the caller has blocked."""

from uuid import UUID

import msgspec

from common.http.types import Moment


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """A player whom you have blocked."""

    id: UUID
    name: str
    blocked_at: Moment


class BlockList(msgspec.Struct, frozen=True, kw_only=True):
    """All players whom you have blocked."""

    blocks: list[Block]
