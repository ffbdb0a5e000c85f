"""Vacations in the games of a player: planned for the account, applied game by game through `submit`.

What to do in a game follows from its log and the player's current vacation. So it is safe to repeat, with several
workers at once, and after one that was killed half-way.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction

import engine
from common import clock
from games import clock as clocks
from games import errors
from games.models import Seat
from games.services import commands, vacation_rules
from games.services.envelope import Decision
from games.services.system import Purpose
from games.store import outbox
from games.store.load import load_active
from games.types import SYSTEM, SeatKind, Status, Work
from players import vacations

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from games.types import GameState, Outcome
    from players.models import Vacation
    from players.vacations import Wish, Year


@dataclass(frozen=True, slots=True)
class State:
    """The vacation of a player at `now`, None without one, and the budgets of this year and the next."""

    vacation: Vacation | None
    years: tuple[Year, ...]
    now: datetime


def state(player: UUID) -> State:
    """Return the player's vacation and budgets."""
    now = clock.now()
    return State(vacations.current(player, now), vacations.budget(player, (now.year, now.year + 1)), now)


def end(player: UUID) -> None:
    """End the running vacation or cancel the planned one, if there is one."""
    vacations.end(player_id=player, now=clock.now())


def plan(player: UUID, wish: Wish) -> Vacation:
    """Plan, start or change a vacation. Raises what `players.vacations.plan` raises, and `GameNotFound`."""
    known(player, wish)
    return vacations.plan(player_id=player, wish=wish, now=clock.now())


def known(player: UUID, wish: Wish) -> None:
    """Raise `GameNotFound` if the wish names a game in which the player has nothing to lose."""
    if wish.games is not None and not set(wish.games) <= set(games_of(player, Status.LOBBY, Status.RUNNING)):
        raise errors.GameNotFound


def games_of(player: UUID, *statuses: Status) -> list[UUID]:
    """Return the games of the player with one of these statuses."""
    seats = Seat.objects.filter(player_id=player, game__status__in=statuses)
    return list(seats.order_by("game_id").values_list("game_id", flat=True))


def due(limit: int) -> list[UUID]:
    """Return at most `limit` vacations that begin, have changed or are over."""
    return vacations.due(clock.now(), limit)


@transaction.atomic
def carry_out(vacation_id: UUID) -> None:
    """Promise to apply the player's vacation in all their games.

    The outbox does it game by game, since there may be thousands.
    """
    vacation = vacations.claim(vacation_id, clock.now())
    if vacation is not None:
        outbox.promise_seats(vacation.player_id, Work.VACATION)
        vacations.done(vacation, clock.now())


def bring_seat_into_step(game_id: UUID, seat: int) -> None:
    """Apply a vacation in one game for the player of the seat. Does nothing if the seat has no player."""
    found = load_active(game_id)
    if found is None:
        return
    player = next((one.player for one in found.game.seats if one.seat == seat), None)
    if player is not None:
        bring_into_step(game_id, player)


def bring_into_step(game_id: UUID, player: UUID) -> None:
    """Stop or start the clock of the player's seat in one game, as their vacation requires now."""
    commands.submit_needed(game_id, Purpose.VACATION, lambda state: _needed(state, player), load_it=load_active)


def match_started(outcome: Outcome) -> None:
    """Promise to stop the clocks of the players who are on vacation when a match starts."""
    if outcome.table.clock is not None:
        people = [seat.player for seat in outcome.game.seats if seat.kind is SeatKind.HUMAN and seat.player]
        for player in vacations.away(people, outcome.now):
            outbox.promise(outcome.game.id, Work.VACATION, player)


def seat_taken_over(outcome: Outcome, player: UUID) -> None:
    """Promise to stop the clock of a player who is on vacation and has taken over a seat."""
    if outcome.table.clock is not None and vacations.away([player], outcome.now):
        outbox.promise(outcome.game.id, Work.VACATION, player)


def _needed(found: GameState, player: UUID) -> Decision | None:
    game, table, clock = found.game, found.table, found.clock
    seat = game.seat_of(player)
    if seat is None or clock is None or table.clock is None or game.status is not Status.RUNNING:
        return None
    if seat in table.eliminated or seat in table.resigned:
        return None
    now = clocks.micros(found.now)
    held = [pause for pause in vacation_rules.known(clock, seat) if pause.until is None or pause.until > now]
    wanted = _wanted(found, player, seat)
    if held != wanted:
        over = engine.Unpause(vacation_rules.VACATION, seat)
        if not wanted:
            return Decision(SYSTEM, None, over)
        return Decision(SYSTEM, None, vacation_rules.command(wanted[0]), first=over if held else None)
    if clock.seat != seat or vacation_rules.why_not(table, seat) is not None:
        return None
    forgotten = vacation_rules.forgotten(clock, game_id=game.id, seat=seat, player=player, until=now)
    return None if forgotten is None else Decision(SYSTEM, None, vacation_rules.command(forgotten))


def _wanted(found: GameState, player: UUID, seat: int) -> list[clocks.Pause]:
    vacation = vacations.current(player, found.now)
    if vacation is None or vacation.starts_at > found.now or not vacations.covers(vacation, found.game.id):
        return []
    if vacation_rules.why_not(found.table, seat) is not None:
        return []
    return [vacation_rules.pause_of(seat, vacation.starts_at, vacation.ends_at)]
