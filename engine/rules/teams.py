"""Partners: seats that score and win together (SPEC 5 "Teams", 8.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.state import Table


def allies(table: Table, seat: int) -> list[int]:
    """Return the other seats of the seat's team, in the order in which they play after it; empty without teams."""
    if not table.teams:
        return []
    around = [(seat + steps * table.direction) % table.seats for steps in range(1, table.seats)]
    return [other for other in around if table.teams[other] == table.teams[seat]]


def parties(table: Table, seats: Iterable[int]) -> set[object]:
    """Return the parties that score on their own: the teams of these seats, or the seats if there are no teams."""
    return {table.teams[seat] if table.teams else seat for seat in seats}


def side_by_side(table: Table, seat: int, other: int) -> bool:
    """Return whether these are the same seat or partners."""
    return len(parties(table, (seat, other))) == 1


def team_sums(table: Table, values: Sequence[int]) -> list[int]:
    """Return by seat the sum over the members of its team."""
    if not table.teams:
        return list(values)
    sums = dict.fromkeys(table.teams, 0)
    for team, value in zip(table.teams, values, strict=True):
        sums[team] += value
    return [sums[team] for team in table.teams]
