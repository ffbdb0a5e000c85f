"""Kills a process at every point of a call, one after the other."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable, Sequence

MOST_POINTS: Final = 120
BOTH: Final = (False, True)
BEFORE: Final = (False,)
"""After one exchange is before the next: the shorter way for calls with many of them."""


class Doomed:
    """The process of `tests.faults.doomed`."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def survives(self, call: str, arguments: dict[str, Any], point: int, *, after: bool) -> bool:
        """Return True if the call ended before the point."""
        assert self.process.stdin
        assert self.process.stdout
        plain = {name: f"uuid:{value}" if isinstance(value, UUID) else value for name, value in arguments.items()}
        job = {"call": call, "arguments": plain, "point": point, "after": after}
        self.process.stdin.write(json.dumps(job) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        assert answer in {"killed", "survived"}, answer
        return answer == "survived"


def points_of(survives: Callable[[int, bool], bool], sides: Sequence[bool] = BOTH) -> int:
    """Try every point until the call ends; return how many exchanges with the database it has."""
    for point in range(1, MOST_POINTS):
        for after in sides:
            if survives(point, after):
                return point - 1
    raise AssertionError("the call never comes to its end")
