"""Links that let a player act from a message: opaque, signed, and valid for one version of one game.

A token holds the notification, the version of the game, and keyed digests of the move and of the mail address. It
names no card and no person. Its holder can do what it says and nothing else; `games.pages` checks at use whether its
player may still do so.

Bytes, before base64url: notification 16, version 4 (big endian), move 8, holder 4, HMAC-SHA256 of these 16.
"""

from __future__ import annotations

import hmac
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import UUID, uuid5

from django.conf import settings

import engine
from common.keys import link_key
from common.signed_tokens import TokenFormat

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine import Command

PATH: Final = "/m/"
MOVES: Final = UUID("b7a1d1c4-2c57-5f0e-8a55-6f1d3f0c9e21")
"""Namespace of the ids of the commands that links send."""
LENGTH: Final = 64
"""Characters of a token."""

_VERSION: Final = slice(16, 20)
_MOVE: Final = slice(20, 28)
_HOLDER: Final = slice(28, 32)
_NO_MOVE: Final = bytes(8)
_KEY: Final = partial(link_key, "links 1")
_TOKENS: Final = TokenFormat(_KEY, longest=LENGTH)
_CONTEXT: Final = b"link\0"


class Link(NamedTuple):
    """The content of a valid token. `version` is that of the game when the link was made."""

    token: str
    notification: UUID
    version: int
    move: bytes
    holder: bytes

    @property
    def command_id(self) -> UUID:
        """Return the id of the command that the link sends, so that pressing twice makes one move."""
        return uuid5(MOVES, self.token)

    @property
    def path(self) -> str:
        """Return the path of the link's page."""
        return PATH + self.token

    @property
    def shows_the_table(self) -> bool:
        """Return whether the link makes no move."""
        return hmac.compare_digest(self.move, _NO_MOVE)

    @property
    def cancels_orders(self) -> bool:
        """Return whether the link cancels the standing orders of its player."""
        return hmac.compare_digest(self.move, _cancels(self.notification, self.version))

    def is_for(self, game_id: UUID, address: str) -> bool:
        """Return whether it was sent for this game or seek to this mail address, or to no address (a push message)."""
        nobody, owner = (_holder(self.notification, game_id, to) for to in ("", address))
        return hmac.compare_digest(self.holder, nobody) | hmac.compare_digest(self.holder, owner)

    def onward(self, version: int, command: Command | None = None) -> str:
        """Return the path of the page that makes a command, or shows the table, at this version.

        It is for the same player, and lives no longer than this link.
        """
        return PATH + _token(self.notification, version, _move(self.notification, version, command), self.holder)

    def command(self, legal: Iterable[Command]) -> Command | None:
        """Return the legal command that the link makes; None if it is not legal."""
        return next(
            (found for found in legal if hmac.compare_digest(self.move, _move(self.notification, self.version, found))),
            None,
        )


def action_links(
    notification_id: UUID, game_id: UUID, version: int, commands: Iterable[Command], *, address: str = ""
) -> list[tuple[Command, str]]:
    """Return each of these legal commands with the absolute address of the page that makes it.

    `address` is the mail address that the links are sent to. They become invalid when the player changes it.
    """
    base, holder = settings.PUBLIC_URL + PATH, _holder(notification_id, game_id, address)
    return [
        (command, base + _token(notification_id, version, _move(notification_id, version, command), holder))
        for command in commands
    ]


def table_link(notification_id: UUID, game_id: UUID, version: int, *, address: str = "") -> str:
    """Return the absolute address of the page that shows a player the game; `address` as in `action_links`."""
    holder = _holder(notification_id, game_id, address)
    return settings.PUBLIC_URL + PATH + _token(notification_id, version, _NO_MOVE, holder)


def orders_link(notification_id: UUID, game_id: UUID, version: int, *, address: str = "") -> str:
    """Return the absolute address of the page that cancels the player's orders; `address` as in `action_links`."""
    move, holder = _cancels(notification_id, version), _holder(notification_id, game_id, address)
    return settings.PUBLIC_URL + PATH + _token(notification_id, version, move, holder)


def read(token: str) -> Link | None:
    """Return the content of a token; None if this installation has not made it."""
    body = _TOKENS.read(token, _CONTEXT)
    if body is None or len(body) != _HOLDER.stop:
        return None
    return Link(
        token=token,
        notification=UUID(bytes=body[:16]),
        version=int.from_bytes(body[_VERSION]),
        move=body[_MOVE],
        holder=body[_HOLDER],
    )


def _token(notification: UUID, version: int, move: bytes, holder: bytes) -> str:
    return _TOKENS.sign(notification.bytes + version.to_bytes(4) + move + holder, _CONTEXT)


def _move(notification: UUID, version: int, command: Command | None) -> bytes:
    """Return eight bytes derived from the content of a command: its place in the list may change between releases."""
    if command is None:
        return _NO_MOVE
    said = [engine.COMMAND_WORDS[type(command)]]
    for name, value in zip(command._fields, command, strict=True):
        if name not in command._field_defaults or command._field_defaults[name] != value:
            said.append(f"{name}={value}")
    return _digest(b"move", notification.bytes + version.to_bytes(4) + "|".join(said).encode(), 8)


def _cancels(notification: UUID, version: int) -> bytes:
    return _digest(b"orders", notification.bytes + version.to_bytes(4), 8)


def _holder(notification: UUID, game_id: UUID, address: str) -> bytes:
    return _digest(b"holder", notification.bytes + game_id.bytes + address.casefold().encode(), 4)


def _digest(purpose: bytes, message: bytes, length: int) -> bytes:
    return hmac.digest(_KEY(), purpose + b"\0" + message, "sha256")[:length]
