"""The scopes of tokens.

Each view states which scope it demands.
"""

from typing import Final

GAMES_READ: Final = "games:read"
GAMES_PLAY: Final = "games:play"
ACCOUNT_READ: Final = "account:read"
ACCOUNT_WRITE: Final = "account:write"
WEBHOOKS: Final = "webhooks"

SCOPES: Final[dict[str, str]] = {
    GAMES_READ: "See games as you see them, your own hand included.",
    GAMES_PLAY: "Create and join games, and act for your seats.",
    ACCOUNT_READ: "See your profile, e-mail address and the list of your tokens.",
    ACCOUNT_WRITE: "Change your profile and revoke tokens.",
    WEBHOOKS: "Manage your webhooks; what they are told, the token must be allowed to read itself.",
}
"""Every scope with one sentence on it, in the order they are shown."""

ALL_SCOPES: Final = tuple(SCOPES)
