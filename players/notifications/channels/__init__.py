"""Ways by which a message reaches a player: what each must be able to do, and which there are.

A channel carries one ready message to one device and knows neither games nor the ledger of
deliveries; when, whether and how often to send is decided by its callers.
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
