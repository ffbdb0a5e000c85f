"""Notifications about games: which events, to whom, in which words, and how they are sent.

`kinds` decides, `create` writes the notifications of a command, `send` and `sweep` deliver them. A reader is shown
only what `engine.view` and `engine.redact` give their seat.
"""

from games.notifications.create import create_for_command, tell_turn
from games.notifications.kinds import calls_for_notifications
from games.notifications.snapshot import COMMAND_JOINS, command_columns

__all__ = ["COMMAND_JOINS", "calls_for_notifications", "command_columns", "create_for_command", "tell_turn"]
