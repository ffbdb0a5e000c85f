"""Messages: what of a game is worth telling, to whom, and how it gets there.

`table` decides, `telling` writes down what a command calls for, the rest carries it further. What a reader is shown
comes from `engine.view` and `engine.redact` for his seat and from nothing else.
"""

from games.messages.table import worth_telling
from games.messages.telling import tell

__all__ = ["tell", "worth_telling"]
