"""Decides who fits whom, and which group a seeker joins. Pure: no database, no clock.

All conditions hold between any two members of a group, in both directions. So the order in which people come decides
which group they join, and never whether two of them may meet.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import UUID

import engine

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime, timedelta

Blocked = frozenset[frozenset[UUID]]
"""Pairs of players of whom one has blocked the other."""

MOST_SEATS: Final = 10


class Settings(NamedTuple):
    """The options of a match as sorted JSON, and its time control as stored."""

    options: str
    clock: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What a seeker wants. `is_open`: other settings of this ruleset and speed are welcome.

    `bots`: so are bots. `reliability`: that of the player in percent, None for a newcomer.
    """

    id: UUID
    player: UUID
    settings: Settings
    is_open: bool
    least: int
    most: int
    bots: bool
    min_reliability: int | None
    reliability: int | None
    since: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """An open table whose free seats are filled. `people` sit there already, `bots` too; `barred` may not.

    `min_reliability`: in percent, of those who sit down; a newcomer may. `reliability`: the lowest of the people there,
    None if all are newcomers.
    """

    game_id: UUID
    settings: Settings
    seats: int
    free: int
    people: tuple[UUID, ...]
    barred: frozenset[UUID] = frozenset()
    bots: bool = False
    min_reliability: int | None = None
    reliability: int | None = None
    since: datetime


@dataclass(frozen=True, slots=True)
class Group:
    """Seekers who wait for the same match, the longest waiting first, perhaps at a table."""

    wishes: tuple[Wish, ...]
    table: Table | None = None

    @property
    def settings(self) -> Settings:
        """Return the settings of the match: those of the table, of a member who wants no others, or of the first."""
        if self.table is not None:
            return self.table.settings
        return next((wish for wish in self.wishes if not wish.is_open), self.wishes[0]).settings

    @property
    def people(self) -> int:
        """Return the number of people, those at the table included."""
        return len(self.wishes) + (0 if self.table is None else len(self.table.people))

    @property
    def since(self) -> datetime:
        """Return since when the first of them waits."""
        waits = [wish.since for wish in self.wishes]
        return min(waits if self.table is None else [self.table.since, *waits])

    def sizes(self) -> list[int]:
        """Return the numbers of seats that suit every member and the rules."""
        if self.table is not None:
            return [self.table.seats]
        least = max(wish.least for wish in self.wishes)
        most = min(wish.most for wish in self.wishes)
        return [seats for seats in allowed_seats(self.settings) if least <= seats <= most]

    def admits(self, wish: Wish, blocked: Blocked = frozenset()) -> bool:
        """Return whether one more seeker fits everybody here and finds a seat."""
        if not all(fits(wish, other, blocked) for other in self.wishes):
            return False
        if self.table is not None:
            return len(self.wishes) < self.table.free and _suits(self.table, wish, blocked)
        sizes = self.joined_by(wish).sizes()
        return bool(sizes) and len(self.wishes) < max(sizes)

    def joined_by(self, wish: Wish) -> Group:
        """Return the group with one more seeker."""
        return replace(self, wishes=by_age((*self.wishes, wish)))


def by_age(wishes: Iterable[Wish]) -> tuple[Wish, ...]:
    """Return these seekers, the longest waiting first."""
    return tuple(sorted(wishes, key=lambda wish: (wish.since, wish.id.bytes)))


class Start(NamedTuple):
    """The members who are called for a match with this many seats, some of them for bots."""

    wishes: tuple[Wish, ...]
    seats: int
    bots: int


def fits(one: Wish, other: Wish, blocked: Blocked = frozenset()) -> bool:
    """Return whether two seekers can play together. It is the same both ways."""
    return (
        one.player != other.player
        and frozenset({one.player, other.player}) not in blocked
        and (one.is_open or other.is_open or one.settings == other.settings)
        and max(one.least, other.least) <= min(one.most, other.most)
        and _is_reliable(one, other)
        and _is_reliable(other, one)
    )


def fullest(groups: Iterable[Group], wish: Wish, blocked: Blocked = frozenset()) -> Group | None:
    """Return the group that a seeker joins: at a table first, then the fullest, then the oldest; None if none fits."""
    found = [group for group in groups if group.admits(wish, blocked)]
    return min(found, key=_rank, default=None)


def move(groups: Sequence[Group], blocked: Blocked = frozenset()) -> tuple[Wish, Group, Group] | None:
    """Return a seeker who fits a group before their own, with both groups; None once there is nobody.

    Groups come in the order in which seekers join them. So tables that wait for the same become one, and a group that
    has lost somebody is filled again.
    """
    ordered = sorted(groups, key=_rank)
    for place, better in enumerate(ordered):
        for group in reversed(ordered[place + 1 :]):
            for wish in group.wishes:
                if better.admits(wish, blocked) and can_lose(group, wish, blocked):
                    return wish, group, better
    return None


def can_lose(group: Group, wish: Wish, blocked: Blocked = frozenset()) -> bool:
    """Return whether the others of a group still fit each other without this one, whose settings they may have."""
    others = tuple(one for one in group.wishes if one != wish)
    return not others or together(others, group.table, blocked) == Group(others, group.table)


def together(wishes: Iterable[Wish], table: Table | None, blocked: Blocked = frozenset()) -> Group | None:
    """Return the group of those who still fit, the longest waiting first; None if nobody is left and no table."""
    group = None if table is None else Group((), table)
    for wish in by_age(wishes):
        if group is None:
            group = Group((wish,))
        elif group.admits(wish, blocked):
            group = group.joined_by(wish)
    return group


def start(group: Group, now: datetime, patience: timedelta) -> Start | None:
    """Return the match that a group begins now; None if it waits for more people.

    A full group begins at once. After `patience` it takes a smaller table, or bots if all of them are welcome.
    """
    count = len(group.wishes)
    if group.table is not None:
        return Start(group.wishes, group.table.seats, 0) if count and count == group.table.free else None
    sizes = group.sizes()
    if sizes and count >= max(sizes):
        return Start(group.wishes[: max(sizes)], max(sizes), 0)
    return _smaller(group, sizes) if now >= group.since + patience else None


def _smaller(group: Group, sizes: Sequence[int]) -> Start | None:
    """Return the match of a group that is not full: of its people, with bots, or of those who came first."""
    count = len(group.wishes)
    if count not in sizes and all(wish.bots for wish in group.wishes):
        with_bots = [size for size in sizes if size > count]
        if with_bots:
            return Start(group.wishes, min(with_bots), min(with_bots) - count)
    for people in sorted((size for size in sizes if size <= count), reverse=True):
        first = replace(group, wishes=group.wishes[:people])
        if people in first.sizes():  # without the others it may have other settings
            return Start(first.wishes, people, 0)
    return None


@lru_cache(maxsize=256)
def allowed_seats(settings: Settings) -> tuple[int, ...]:
    """Return the numbers of seats that a table with these options can have; none if the rules refuse them by now."""
    options, found = json.loads(settings.options), []
    for seats in range(2, MOST_SEATS + 1):
        with suppress(engine.RulesetError):
            engine.check_table(engine.resolve_uncached(options), seats)
            found.append(seats)
    return tuple(found)


def _is_reliable(one: Wish | Table, other: Wish | Table) -> bool:
    """Return whether `other` is as reliable as `one` asks. A newcomer always is."""
    wanted, found = one.min_reliability, other.reliability
    return wanted is None or found is None or found >= wanted


def _suits(table: Table, wish: Wish, blocked: Blocked) -> bool:
    return (
        (wish.is_open or wish.settings == table.settings)
        and wish.least <= table.seats <= wish.most
        and (wish.bots or not table.bots)
        and _is_reliable(table, wish)
        and _is_reliable(wish, table)
        and wish.player not in {*table.people, *table.barred}
        and not any(frozenset({wish.player, player}) in blocked for player in table.people)
    )


def _rank(group: Group) -> tuple[bool, int, datetime, bytes]:
    first = group.wishes[0].id if group.table is None else group.table.game_id
    return group.table is None, -group.people, group.since, first.bytes
