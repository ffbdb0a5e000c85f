"""Calls of webhooks on the wire: the bodies of `games.webhooks.bodies` with the API's events and messages in them."""

import msgspec

from games.api.wire.log import LogEntry
from games.api.wire.notifications import Notification
from games.webhooks import bodies

PingCall = bodies.PingCall
ErasedCall = bodies.ErasedCall


class MovedInGame(bodies.Moved[LogEntry], frozen=True, kw_only=True):
    """Events of one game, as the API shows them to you."""


class MovedCall(bodies.MovedCall[LogEntry], frozen=True, kw_only=True, tag=bodies.MOVED):
    """Something happened in a game that you sit in or watch."""

    data: MovedInGame


class MessageCall(bodies.MessageCall[Notification], frozen=True, kw_only=True, tag=bodies.MESSAGE):
    """You were told something, as in your inbox."""


KINDS: tuple[tuple[type[msgspec.Struct], str, str], ...] = (
    (MovedCall, "game.moved", "Something happened in a game"),
    (MessageCall, "message", "You were told something"),
    (PingCall, "ping", "You asked for a call"),
    (ErasedCall, "player.erased", "Somebody has left for good"),
)
"""Each with a name and a few words."""
