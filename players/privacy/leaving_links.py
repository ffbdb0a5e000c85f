"""The link in the mail about deleting an account. It cancels that deletion, without signing in, and nothing else.

Bytes, before base64url: player 16, time of the request in microseconds since 1970 8 (big endian), HMAC-SHA256 of both
16.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import UUID

from django.conf import settings

from common.keys import link_key
from common.signed_tokens import TokenFormat

if TYPE_CHECKING:
    from players.models import Leaving

PATH: Final = "/m/stay/"
_PLAYER, _SAID = 16, 24
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)
_TOKENS: Final = TokenFormat(partial(link_key, "stay 1"), longest=64)


class Wish(NamedTuple):
    """The content of a link: cancel the deletion that this player requested at that moment."""

    player_id: UUID
    asked_at: datetime


def link(leaving: Leaving) -> str:
    """Return the absolute address of the page that cancels the deletion."""
    said = leaving.player_id.bytes + ((leaving.asked_at - _EPOCH) // _MICROSECOND).to_bytes(8)
    return settings.PUBLIC_URL + PATH + _TOKENS.sign(said)


def read(token: str) -> Wish | None:
    """Return the content of a token, None if this installation has not made it."""
    said = _TOKENS.read(token)
    if said is None or len(said) != _SAID:
        return None
    return Wish(UUID(bytes=said[:_PLAYER]), _EPOCH + int.from_bytes(said[_PLAYER:]) * _MICROSECOND)
