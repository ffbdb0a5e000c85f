"""The kinds of messages, and the channels on which they are sent by default.

This module does not know what the kinds mean: senders of messages register them when
the service starts (an `AppConfig.ready`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

ALL: Final = "*"
"""A player's choice for every kind without a choice of its own."""

_channels: list[str] = []
_kinds: dict[str, frozenset[str]] = {}


def register(kinds: Mapping[str, Collection[str]], *, channels: Collection[str]) -> None:
    """Register kinds of messages: by name, the channels on which each is sent by default.

    The most important kinds come first. `channels` are those that can be switched on and off, in the order they are
    shown. Registering a kind again replaces it. Raises `ValueError` for a default that is no
    channel.
    """
    _channels.extend(channel for channel in channels if channel not in _channels)
    for kind, defaults in kinds.items():
        if not set(defaults) <= set(_channels):
            message = f"{kind}: unknown channel among {sorted(defaults)}"
            raise ValueError(message)
        _kinds[kind] = frozenset(defaults)


def channels() -> tuple[str, ...]:
    """Return every channel that can be switched, in the order of registration."""
    return tuple(_channels)


def kinds() -> tuple[str, ...]:
    """Return every kind, in the order of registration: the most important first."""
    return tuple(_kinds)


def is_default(kind: str, channel: str) -> bool:
    """Tell whether this kind is sent on this channel without a choice of the player."""
    return channel in _kinds.get(kind, ())
