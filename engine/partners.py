"""Who plays with whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def partners(teams: Sequence[str], seat: int) -> tuple[int, ...]:
    """The other seats of the seat's team; `teams` are names by seat."""
    return tuple(other for other, team in enumerate(teams) if team == teams[seat] and other != seat)
