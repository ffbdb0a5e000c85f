"""All database queries of the hub, for many listeners at once. They run in threads, never in the loop."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from django.db import connection

from common import clock
from games import clock as clocks
from games.api.streaming import player_items
from games.api.streaming.items import Told, told
from games.api.streaming.start import FOLLOWED, is_followed
from games.reads import lists, updates
from players.selectors import still_valid

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from datetime import datetime
    from uuid import UUID

    from games.reads.updates import GameUpdate, Mark, Place, Roster
    from games.store.reader import Audience, ChangedGame

AT_ONCE: Final = 200
"""Most events of one game in one read. The hub reads again at once if there are more."""
LOOK_BACK: Final = timedelta(minutes=1)
"""How far a sweep looks back at most. After a longer pause the marks of all games are soon compared anyway."""

T = TypeVar("T")


class Asked(NamedTuple):
    """What to read of a game: events after a version for an audience, for these players (None: anonymous)."""

    after: int
    players: frozenset[UUID | None]


@dataclass(frozen=True, slots=True)
class Fresh:
    """New events of a game for an audience, rendered once for every place with a listener."""

    news: GameUpdate
    told: Mapping[Place, Told]


@dataclass(frozen=True, slots=True)
class Swept:
    """The games that changed since a time, and the current state.

    That is valid tokens, marks of games, and of players the rosters and the marks of `player_items`.
    """

    now: datetime
    changed: list[ChangedGame]
    tokens: set[UUID]
    marks: dict[UUID, Mark]
    rosters: dict[UUID, Roster]
    player_marks: dict[UUID, dict[str, str]]


def fresh(asked: Mapping[Audience, Asked]) -> dict[Audience, Fresh]:
    """Return the new events for these audiences. Deleted games are left out."""
    found = updates.after({audience: one.after for audience, one in asked.items()}, AT_ONCE)
    return {audience: _fresh(news, asked[audience].players) for audience, news in found.items()}


def _fresh(news: GameUpdate, players: Collection[UUID | None]) -> Fresh:
    places = {news.place_of(player) for player in players if news.is_for(player)}
    return Fresh(news, {place: told(news, place) for place in places if (place.seat is None) == news.outside})


def sweep(
    since: datetime | None, tokens: Collection[UUID], games: Collection[UUID], players: Collection[UUID]
) -> Swept:
    """Return the changes since a time, and these tokens, marks and rosters, with a statement for each.

    There are no changes without a time, or if it is longer ago than `LOOK_BACK`.
    """
    now = clock.now()  # first: what is recorded during the other statements belongs to the next sweep, too
    return Swept(
        now=now,
        changed=[] if since is None or now - since > LOOK_BACK else updates.changed_since(since),
        tokens=still_valid(tokens),
        marks=updates.marks(games) if games else {},
        rosters=updates.rosters(players) if players else {},
        player_marks=player_items.marks(players) if players else {},
    )


def games_of(player: UUID) -> list[lists.GameSummary]:
    """Return the games that a player's streams follow now."""
    page = lists.my_games(player, None, FOLLOWED)
    at = clocks.micros(page.now)
    return [one for one in page.items if is_followed(one.game, at)]


def tidy(question: Callable[..., T], *arguments: Any) -> T:
    """Run a query. A connection that has failed is closed."""
    try:
        return question(*arguments)
    except Exception:
        connection.close()
        raise
