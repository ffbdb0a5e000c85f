"""A preview of a vacation: the games it would protect."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from common import clock
from games import clock as clocks
from games.services import vacation_rules
from games.services.vacations import games_of, known
from games.store.load import load_active
from games.types import Status
from players import vacations

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    import engine
    from games.services.vacation_rules import Reason
    from games.types import GameState
    from players.vacations import Wish, Year
    from players.vacations.calendar_years import Span

MOST_GAMES: Final = 500
"""Further games are not examined one by one."""


@dataclass(frozen=True, slots=True)
class GamePreview:
    """One game of the player. `why_not` is None if it is protected whenever their turn comes.

    `deadline_at` is the current deadline of the player, `deadline_with_vacation` the one that the vacation would give
    them. Both are None if it is not their turn, or the game is not timed.
    """

    game_id: UUID
    seat: int
    status: Status
    why_not: Reason | None
    deadline_at: datetime | None
    deadline_with_vacation: datetime | None


@dataclass(frozen=True, slots=True)
class Preview:
    """The times of the vacation, the days it would leave in the years it touches, and its effect in each game."""

    span: Span
    years: tuple[Year, ...]
    games: tuple[GamePreview, ...]
    now: datetime


def preview(player: UUID, wish: Wish) -> Preview:
    """Preview this vacation without changing anything. Raises `InvalidVacation`, `GameNotFound`."""
    known(player, wish)
    now = clock.now()
    span, years = vacations.foresee(player_id=player, wish=wish, now=now)
    found = [load_active(game_id) for game_id in games_of(player, Status.LOBBY, Status.RUNNING)[:MOST_GAMES]]
    shown = (_game(game, player, wish, span) for game in found if game is not None)
    return Preview(span, years, tuple(game for game in shown if game is not None), now)


def _game(found: GameState, player: UUID, wish: Wish, span: Span) -> GamePreview | None:
    game, table = found.game, found.table
    seat = game.seat_of(player)
    if seat is None:
        return None
    chosen = wish.games is None or game.id in wish.games
    why_not = vacation_rules.why_not(table, seat) if chosen else "not_chosen"
    mine = found.clock is not None and found.clock.seat == seat
    at = _deadline(found.clock, table) if mine else None
    then = at
    if mine and found.clock is not None:
        then = _deadline(_with(found.clock, seat, span, found.now, held=why_not is None), table)
    return GamePreview(game.id, seat, game.status, why_not, at, then)


def _with(clock: clocks.Clock, seat: int, span: Span, now: datetime, *, held: bool) -> clocks.Clock:
    """Return a copy of the clock with this vacation instead of the one that it may know."""
    copy = clocks.decode(clocks.encode(clock) or b"") or clock
    moment = clocks.micros(now)
    copy.pauses = [
        _cut(pause, moment) if pause in vacation_rules.known(clock, seat) else pause for pause in clock.pauses
    ]
    if held:
        copy.pauses.append(vacation_rules.pause_of(seat, span.start, span.end))
    return copy


def _cut(pause: clocks.Pause, moment: int) -> clocks.Pause:
    over = moment if pause.until is None else min(moment, pause.until)
    return clocks.Pause(pause.reason, pause.seat, pause.since, over)


def _deadline(clock: clocks.Clock | None, table: engine.Table) -> datetime | None:
    end = clocks.deadline(clock, table)
    return None if end is None else clocks.as_time(end.at)
