"""All that the hub asks of the database, for many listeners at once. Runs in threads, never in the loop."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from django.db import connection

from common import clock
from games import clock as clocks
from games.api.streaming.items import Told, told
from games.api.streaming.start import FOLLOWED, is_followed
from games.reads import lists, updates
from players.selectors import still_valid

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from datetime import datetime
    from uuid import UUID

    from games.reads.updates import GameUpdate, Mark
    from games.store.reader import Audience

AT_ONCE: Final = 200
"""Events of one game that are read at a time; more are read right after."""

T = TypeVar("T")


class Asked(NamedTuple):
    """What is wanted of a game: events after a version for an audience, told to these players (None: nobody known)."""

    after: int
    players: frozenset[UUID | None]


@dataclass(frozen=True, slots=True)
class Fresh:
    """What is new in a game for an audience, told once for every seat somebody listens from."""

    news: GameUpdate
    told: Mapping[int | None, Told]


@dataclass(frozen=True, slots=True)
class Swept:
    """What holds now: tokens that are valid, how far games are, what changes with players' seats."""

    now: datetime
    tokens: set[UUID]
    marks: dict[UUID, Mark]
    rosters: dict[UUID, tuple[int, int]]


def fresh(asked: Mapping[Audience, Asked]) -> dict[Audience, Fresh]:
    """What is new for these audiences; games that are gone are left out."""
    found = updates.after({audience: one.after for audience, one in asked.items()}, AT_ONCE)
    return {audience: _fresh(news, asked[audience].players) for audience, news in found.items()}


def _fresh(news: GameUpdate, players: Collection[UUID | None]) -> Fresh:
    seats = {news.seat_of(player) for player in players if news.is_for(player)}
    return Fresh(news, {seat: told(news, seat) for seat in seats if (seat is None) == news.outside})


def sweep(tokens: Collection[UUID], games: Collection[UUID], players: Collection[UUID]) -> Swept:
    """Look whether anything has changed; a statement each."""
    return Swept(
        now=clock.now(),
        tokens=still_valid(tokens),
        marks=updates.marks(games) if games else {},
        rosters=updates.rosters(players) if players else {},
    )


def games_of(player: UUID) -> list[lists.GameSummary]:
    """The games that a player's streams follow now."""
    page = lists.my_games(player, None, FOLLOWED)
    at = clocks.micros(page.now)
    return [one for one in page.items if is_followed(one.header, at)]


def tidy(question: Callable[..., T], *arguments: Any) -> T:
    """Ask; a connection that has failed is not used again."""
    try:
        return question(*arguments)
    except Exception:
        connection.close()
        raise
