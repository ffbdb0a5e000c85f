"""The watchman: checks of every log against itself and against what was noted of it, by hand and all the time.

`check` looks at one game and repairs nothing; `watchman` goes its rounds, marks what is sound and deals with what is
not. Nothing of a game is told but its id and the place of the fault. docs/operators/operations.md says what to do then.
"""

from games.audit.checking import check
from games.audit.faults import Fault, Head
from games.audit.listing import game_ids, heads

__all__ = ["Fault", "Head", "check", "game_ids", "heads"]
