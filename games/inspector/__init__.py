"""The game inspector: what happened in a game, in one timeline, for operators.

Operators may be players: it tells what everybody at the table sees, and the state of messages without their content.
"""

from games.inspector.explanation import MOST, Explanation, explain
from games.inspector.plain_text import written
from games.inspector.timeline import Entry

__all__ = ["MOST", "Entry", "Explanation", "explain", "written"]
