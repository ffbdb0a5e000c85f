"""Messages: what of a game is worth telling, to whom, and how it gets there.

`table` decides, `telling` writes down what a command calls for, the rest carries it further. What a reader is shown
comes from `engine.view` and `engine.redact` for his seat and from nothing else.
"""

from games.notifications.create import create_for_command
from games.notifications.kinds import calls_for_notifications

__all__ = ["calls_for_notifications", "create_for_command"]
