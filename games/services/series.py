"""Series: the score of their matches, and the next match, which begins by itself some time after the last one.

The worker takes each step in one transaction, under the lock of the row: several workers do it once.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final
from uuid import UUID, uuid5

from django.db import transaction

import engine
from common import clock
from common.database import queries
from games import errors
from games.models import Rematch, Series
from games.notifications import create
from games.notifications.kinds import BY_NAME
from games.notifications.snapshot import Snapshot
from games.rematches import MatchResult, is_decided, leaders, seats_of, standings
from games.services import rematches
from games.store import controls, load
from games.types import Game, SeatKind, Speed, Status
from players.notifications.inbox import News

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.db.models import QuerySet

    from games.rematches import Standing
    from games.types import GameState

logger = logging.getLogger(__name__)

PAUSES: Final = {
    Speed.LIVE: timedelta(minutes=1),
    Speed.NONE: timedelta(minutes=10),
    Speed.DAY: timedelta(minutes=30),
    Speed.DAYS: timedelta(hours=2),
}
"""The time between two matches, by the speed of the table: to look at the result, or to stop."""

WITHOUT_RESULT: Final = frozenset({"aborted", "abandoned"})
"""Ends of a match without a winner. They end the series, too."""

DUE: Final = """
SELECT s.game_id FROM series s JOIN game g ON g.id = s.game_id
WHERE s.ended_at IS NULL AND g.status = 2 AND g.quarantined_at IS NULL
    AND (s.next_at IS NULL OR s.next_at <= service_now())
ORDER BY g.updated_at LIMIT %s::int
"""


@dataclass(frozen=True, slots=True)
class Score:
    """A series as everybody sees it who may see its latest match, `game`.

    `results` are those of the matches that are over. `winners`: once it is decided. `cause`: why it is over, "" while
    it runs.
    """

    id: UUID
    best_of: int
    game: Game
    results: tuple[MatchResult, ...]
    standings: tuple[Standing, ...]
    leaders: tuple[int, ...]
    winners: tuple[int, ...]
    cause: str
    next_at: datetime | None
    begun_at: datetime
    ended_at: datetime | None


def look(*, series_id: UUID, player: UUID | None) -> Score:
    """Return a series. Raises SeriesNotFound, also for one whose latest match is hidden from the asker."""
    return _score(*_known(Series.objects.filter(id=series_id), player))


def stop(*, series_id: UUID, player: UUID) -> Score:
    """End a series for all: a match under way goes on, and no other begins. Safe to repeat.

    Raises SeriesNotFound, NotSeated.
    """
    with transaction.atomic():
        row, state = _known(Series.objects.select_for_update().filter(id=series_id), player)
        seat = state.game.seat_of(player)
        if seat is None:
            raise errors.NotSeated
        if row.ended_at is None:
            _count(row, state)
        if row.ended_at is None:
            _end(row, "stopped", state, by=seat)
        row.save()
    return _score(row, state)


def due(limit: int) -> list[UUID]:
    """Return at most `limit` finished matches after which a series has to go on, the longest over first."""
    return [game_id for (game_id,) in queries.rows(DUE, limit)]


def carry_on(game_id: UUID) -> None:
    """Count a finished match of a series, or begin the next one if it is time. Safe to repeat."""
    with transaction.atomic():
        row = Series.objects.select_for_update().filter(game_id=game_id, ended_at__isnull=True).first()
        state = None if row is None else load.load_game(game_id)
        if row is None or state is None or state.game.status is not Status.FINISHED or state.game.is_quarantined:
            return
        if row.next_at is None:
            _count(row, state)
        elif row.next_at <= clock.now():
            _begin_next(row, state)
        row.save()


def _known(found: QuerySet[Series], player: UUID | None) -> tuple[Series, GameState]:
    """Return the series with its latest match, if the asker may know of that. Raises SeriesNotFound."""
    row = found.first()
    state = None if row is None else load.load_game(row.game_id)
    if row is None or state is None:
        raise errors.SeriesNotFound
    if not state.game.is_known_to(player):
        raise errors.SeriesNotFound
    return row, state


def _count(row: Series, state: GameState) -> None:
    """Add the result of the latest match if it is over and not counted; the series ends, or the next match is due."""
    game, results = state.game, _results(row)
    if game.status is not Status.FINISHED or game.id in {one.game_id for one in results}:
        return
    result = _result(state)
    if result is None:
        _end(row, "aborted", state)
        return
    row.results = [*row.results, {"game": str(game.id), "winners": result.winners, "ranks": result.ranks}]
    if is_decided([*results, result], row.best_of, len(game.seats)):
        _end(row, "decided", state)
    else:
        row.next_at = game.updated_at + PAUSES[controls.speed(game.control)]


def _begin_next(row: Series, state: GameState) -> None:
    game = state.game
    here = rematches.people_here(game)
    # Who has blocked another one meanwhile does not play with them any more.
    people = {seat: player for seat, player in here.items() if seat not in rematches.unwilling(here)}
    wanted = [seat.seat for seat in game.seats if seat.kind is SeatKind.HUMAN]
    is_complete = len(people) == len(wanted) if row.fill == "nobody" else bool(people)
    if not is_complete:
        _end(row, "stopped", state)
        return
    try:
        with transaction.atomic():
            outcome = rematches.found_next(game, state.table, people, row.id)
    except engine.RulesetError:
        logger.exception("series %s: its table cannot be set up any more", row.id)
        _end(row, "stopped", state)
        return
    now = clock.now()
    Rematch.objects.create(
        game_id=game.id,
        best_of=row.best_of,
        fill=row.fill,
        accepted=seats_of(people),
        offered_by=None,
        offered_at=now,
        expires_at=now,
        next_id=outcome.game.id,
    )
    row.game_id, row.next_at = outcome.game.id, None


def _end(row: Series, cause: str, state: GameState, by: int | None = None) -> None:
    row.ended_at, row.next_at, row.cause = clock.now(), None, cause
    create.write(_news(row, state, by), None)


def _score(row: Series, state: GameState) -> Score:
    results = _results(row)
    game = state.game
    if game.status is Status.FINISHED and game.id not in {one.game_id for one in results}:
        result = _result(state)
        results += [] if result is None else [result]
    found = standings(results, len(game.seats))
    ahead = tuple(leaders(found))
    return Score(
        id=row.id,
        best_of=row.best_of,
        game=game,
        results=tuple(results),
        standings=tuple(found),
        leaders=ahead,
        winners=ahead if row.cause == "decided" else (),
        cause=row.cause,
        next_at=row.next_at,
        begun_at=row.begun_at,
        ended_at=row.ended_at,
    )


def _results(row: Series) -> list[MatchResult]:
    return [MatchResult(UUID(one["game"]), tuple(one["winners"]), tuple(one["ranks"])) for one in row.results]


def _result(state: GameState) -> MatchResult | None:
    """Return the result of a finished match; None if it ended without one."""
    ended = state.table.result
    if ended is None or ended.cause in WITHOUT_RESULT:
        return None
    return MatchResult(state.game.id, tuple(ended.winners), tuple(ended.ranks))


def _news(row: Series, state: GameState, by: int | None) -> Iterator[News]:
    """Yield the news that a series is over for everybody but the player of seat `by`, who has ended it."""
    score = _score(row, state)
    kind = BY_NAME["series_over"]
    for seat, player in Snapshot(state.game, state.table, state.now).people.items():
        if seat == by:
            continue
        yield News(
            id=uuid5(create.NEWS, f"{row.id}/over/{player}"),
            player_id=player,
            kind=kind.name,
            game_id=state.game.id,
            seq=state.game.version,
            data={"you": seat, "series": str(row.id), "winners": list(score.winners), "cause": row.cause},
            expires_at=clock.now() + kind.lasts,
        )
