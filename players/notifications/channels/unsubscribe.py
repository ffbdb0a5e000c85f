"""Unsubscribe links. A link switches off one kind of mail, without signing in, and nothing else.

They never expire, because mails are kept and laws want the link to work. Bytes, before base64url: player 16, kind in
ASCII, HMAC-SHA256 of both 16.
"""

from __future__ import annotations

from functools import partial
from typing import Final, NamedTuple
from uuid import UUID

from django.conf import settings

from common.keys import link_key
from common.signed_tokens import TokenFormat
from players import preferences
from players.errors import PlayerNotFound
from players.notifications import kinds

PATH: Final = "/m/unsubscribe/"
DIGEST: Final = "digest"
"""The word for a digest in place of a kind: it holds mails of all kinds."""
_PLAYER: Final = 16
_TOKENS: Final = TokenFormat(partial(link_key, "unsubscribe 1"), longest=128)


class Wish(NamedTuple):
    """The content of a link: end mails of this kind to this player."""

    player_id: UUID
    kind: str


def link(player_id: UUID, kind: str) -> str:
    """Return the absolute URL of the page that ends mails of a kind."""
    return settings.PUBLIC_URL + PATH + _TOKENS.sign(player_id.bytes + kind.encode("ascii"))


def read(token: str) -> Wish | None:
    """Return the content of a token; None if this installation has not made it."""
    said = _TOKENS.read(token)
    if said is None or len(said) <= _PLAYER:
        return None
    return Wish(UUID(bytes=said[:_PLAYER]), said[_PLAYER:].decode("ascii"))


def carry_out(wish: Wish, channel: str, *, everything: bool = False) -> None:
    """Switch the kind, or all kinds, off on the channel. Safe to repeat, and without effect for deleted players."""
    single = None if everything or wish.kind not in kinds.kinds() else wish.kind
    try:
        preferences.switch_off(wish.player_id, single, channel)
    except PlayerNotFound:
        return


def take_back(wish: Wish, channel: str, *, everything: bool = False) -> None:
    """Undo `carry_out`: switch on the kind, or all kinds that are on by default."""
    single = None if everything or wish.kind not in kinds.kinds() else wish.kind
    try:
        preferences.switch_on(wish.player_id, single, channel)
    except PlayerNotFound:
        return
