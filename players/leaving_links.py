"""The link in the mail about leaving: whoever holds it can call that leaving off, without signing in, nothing else.

Bytes, before base64url: player 16, when it was asked for in microseconds since 1970 8 (big endian), HMAC-SHA256 of both
16.
"""

from __future__ import annotations

import hmac
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import UUID

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from players import base64url

if TYPE_CHECKING:
    from players.models import Leaving

PATH: Final = "/m/stay/"
_PLAYER, _SAID, _LENGTH = 16, 24, 40
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)
_LONGEST: Final = 64


class Wish(NamedTuple):
    """A link that calls off what this player asked for at that moment."""

    player_id: UUID
    asked_at: datetime


def link(leaving: Leaving) -> str:
    """Return the absolute address of the page that calls it off."""
    said = leaving.player_id.bytes + ((leaving.asked_at - _EPOCH) // _MICROSECOND).to_bytes(8)
    return settings.PUBLIC_URL + PATH + base64url.write(said + _mac(said))


def read(token: str) -> Wish | None:
    """Return what a token wishes; None if this installation has not made it."""
    if len(token) > _LONGEST:
        return None
    try:
        raw = base64url.read(token)
    except ValueError:
        return None
    said, mac = raw[:_SAID], raw[_SAID:]
    # Of the ways to write the same bytes one is ours.
    if len(raw) != _LENGTH or base64url.write(raw) != token or not hmac.compare_digest(mac, _mac(said)):
        return None
    return Wish(UUID(bytes=said[:_PLAYER]), _EPOCH + int.from_bytes(said[_PLAYER:]) * _MICROSECOND)


def _mac(said: bytes) -> bytes:
    return hmac.digest(_key(str(settings.SECRET_KEY)), said, "sha256")[: _LENGTH - _SAID]


@cache
def _key(secret: str) -> bytes:
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=b"flipside stay 1").derive(secret.encode())
