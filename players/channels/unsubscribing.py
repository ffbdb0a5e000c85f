"""Links that end mails: whoever holds one can switch that kind of mail off, without signing in, and nothing else.

They never expire, because mails are kept and laws want the link to work. Bytes, before base64url: player 16, kind in
ASCII, HMAC-SHA256 of both 16.
"""

from __future__ import annotations

import hmac
from functools import cache
from typing import Final, NamedTuple
from uuid import UUID

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from players import base64url, message_kinds, preferences
from players.errors import PlayerNotFound

PATH: Final = "/m/unsubscribe/"
DIGEST: Final = "digest"
"""What a digest is called in place of a kind: it holds mails of all kinds."""
_PLAYER, _MAC = 16, 16
_LONGEST: Final = 128


class Wish(NamedTuple):
    """A link that ends mails of this kind to this player."""

    player_id: UUID
    kind: str


def link(player_id: UUID, kind: str) -> str:
    """Return the absolute address of the page that ends mails of a kind."""
    said = player_id.bytes + kind.encode("ascii")
    return settings.PUBLIC_URL + PATH + base64url.write(said + _mac(said))


def read(token: str) -> Wish | None:
    """Return what a token wishes; None if this installation has not made it."""
    if len(token) > _LONGEST:
        return None
    try:
        raw = base64url.read(token)
    except ValueError:
        return None
    if base64url.write(raw) != token:  # of the ways to write the same bytes one is ours
        return None
    said, mac = raw[:-_MAC], raw[-_MAC:]
    if len(said) <= _PLAYER or not hmac.compare_digest(mac, _mac(said)):
        return None
    return Wish(UUID(bytes=said[:_PLAYER]), said[_PLAYER:].decode("ascii"))


def carry_out(wish: Wish, channel: str, *, everything: bool = False) -> None:
    """Switch the kind off on the channel, or all kinds; again and again if need be, and of nobody who is gone."""
    single = None if everything or wish.kind not in message_kinds.kinds() else wish.kind
    try:
        preferences.switch_off(wish.player_id, single, channel)
    except PlayerNotFound:
        return


def take_back(wish: Wish, channel: str, *, everything: bool = False) -> None:
    """Send what `carry_out` has switched off again: the kind, or all kinds that are sent unless somebody says no."""
    single = None if everything or wish.kind not in message_kinds.kinds() else wish.kind
    try:
        preferences.switch_on(wish.player_id, single, channel)
    except PlayerNotFound:
        return


def _mac(said: bytes) -> bytes:
    return hmac.digest(_key(str(settings.SECRET_KEY)), said, "sha256")[:_MAC]


@cache
def _key(secret: str) -> bytes:
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=b"flipside unsubscribe 1").derive(secret.encode())
