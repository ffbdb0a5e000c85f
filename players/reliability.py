"""The reliability of players. How it is counted is not known here: its source registers when the service starts."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple
from uuid import UUID


class Reliability(NamedTuple):
    """Of the turns that a player was `asked` for lately, how many they made in time."""

    answered: int
    asked: int

    @property
    def share(self) -> int:
        """Return the answered turns in whole percent, rounded down."""
        return 100 * self.answered // self.asked


Source = Callable[[UUID], Reliability | None]
"""Returns the reliability of a player; None for newcomers."""

_sources: list[Source] = []


def register(source: Source) -> None:
    """Register the source of all reliability, in place of an earlier one."""
    _sources[:] = [source]


def reliability_of(player: UUID) -> Reliability | None:
    """Return the reliability of a player; None for newcomers."""
    return _sources[0](player) if _sources else None
