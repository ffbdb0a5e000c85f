"""Notifications about games: for which events, to whom, in which words, and how they leave.

`kinds` decides, `create` writes the notifications of a command, `send` and `sweep` carry them out. A reader is shown
what `engine.view` and `engine.redact` give their seat, and nothing else.
"""

from games.notifications.create import create_for_command
from games.notifications.kinds import calls_for_notifications

__all__ = ["calls_for_notifications", "create_for_command"]
