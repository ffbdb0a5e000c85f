"""Operators' view of players and of what is on its way to them: to look, to deactivate, to revoke, to send again."""

from players.admin import apps, messages, people

__all__ = ["apps", "messages", "people"]
