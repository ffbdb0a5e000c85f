"""The tables of players.

Personal data lives here and nowhere in the log of a game: a game knows a player by id
only. No behaviour here; see `services` and `selectors`.
"""

from players.models.apps import App, Authorization
from players.models.blocks import Block
from players.models.devices import Device
from players.models.email_codes import EmailCode
from players.models.invitations import Invitation, UninvitedAddress
from players.models.leaving import Erasure, Leaving
from players.models.merges import Merge
from players.models.messages import Allowance, Delivery, Inbox, Notification, Reminder, Seen
from players.models.player import GuestAllowance, Player
from players.models.preferences import PlayerPreferences
from players.models.presets import Preset
from players.models.removals import Removal
from players.models.tokens import Token
from players.models.vacations import Vacation
from players.models.webhooks import Webhook, WebhookCursor, WebhookDelivery

__all__ = [
    "Allowance",
    "App",
    "Authorization",
    "Block",
    "Delivery",
    "Device",
    "EmailCode",
    "Erasure",
    "GuestAllowance",
    "Inbox",
    "Invitation",
    "Leaving",
    "Merge",
    "Notification",
    "Player",
    "PlayerPreferences",
    "Preset",
    "Reminder",
    "Removal",
    "Seen",
    "Token",
    "UninvitedAddress",
    "Vacation",
    "Webhook",
    "WebhookCursor",
    "WebhookDelivery",
]
