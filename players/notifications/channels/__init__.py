"""Channels that carry messages to players: their interface and their registry.

A channel carries one ready message to one device and knows neither games nor the ledger of
deliveries; its callers decide when, whether and how often to send.
"""

from players.notifications.channels.base import Action, Channel, Gone, Later, OutgoingMessage, Refused, Urgency
from players.notifications.channels.registry import channel, channels, register

__all__ = [
    "Action",
    "Channel",
    "Gone",
    "Later",
    "OutgoingMessage",
    "Refused",
    "Urgency",
    "channel",
    "channels",
    "register",
]
