"""Admin pages on players and their messages: view, deactivate, revoke, send again."""

from players.admin import apps, messages, people

__all__ = ["apps", "messages", "people"]
