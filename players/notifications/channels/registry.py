"""The registry of channels. `AppConfig.ready` registers each when the service starts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from players.notifications.channels.base import Channel

_channels: Final[dict[str, Channel]] = {}


def register(new: Channel) -> None:
    """Register a channel; one of the same name is replaced."""
    _channels[new.name] = new


def channel(name: str) -> Channel | None:
    """Return the channel of that name, None if this installation has none."""
    return _channels.get(name)


def channels() -> tuple[Channel, ...]:
    """Return all channels in the order of registration."""
    return tuple(_channels.values())
