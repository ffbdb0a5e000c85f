"""The standing orders of a seat: kept, read, and followed one move at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import engine
from common import clock
from games.models import AutomaticMove, Seat, StandingOrders
from games.store import reader
from games.types import Status

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from django.db.models import QuerySet

    from games.types import Game, GameState, Outcome


def _numbers(*tags: str) -> list[int]:
    return [number for number, kind in engine.EVENT_TYPES.items() if engine.TAGS[kind] in tags]


BESIDE: Final = frozenset(
    _numbers("vote_cast", "clock_paused", "clock_resumed", "offset_noted", "uno_called", "uno_caught", "uno_cleared")
)
"""The numbers of the events that a player causes without a move: votes, and calls out of turn."""
_ENDS_PLANS: Final = _numbers("round_ended", "timed_out", "hands_moved")


def are_allowed(game: Game) -> bool:
    """Return whether players of this table may leave orders."""
    return game.options.get("standing_orders") is True


def standing(game: Game, seat: int) -> StandingOrders | None:
    """Return the orders that stand for `seat` and its present player; None if there are none."""
    if not are_allowed(game) or game.status is Status.FINISHED or game.seats[seat].player is None:
        return None
    return of_seat(game.id, seat)


def of_seat(game_id: UUID, seat: int, *, lock: bool = False) -> StandingOrders | None:
    """Return the orders of the present holder of the seat that have not expired.

    With `lock` nobody changes or cancels them before the end of the transaction.
    """
    holder = Seat.objects.filter(game_id=game_id, seat_no=seat, player__isnull=False).values("seat_uid")
    mine = StandingOrders.objects.filter(game_id=game_id, seat=seat, seat_uid__in=holder, expires_at__gt=clock.now())
    return (mine.select_for_update() if lock else mine).first()


def orders_of(row: StandingOrders, game: Game) -> engine.Orders:
    """Return the orders as they hold at the present version of the game: without a plan that is over."""
    orders = decoded(row.orders)
    return orders if not orders.plan or _plan_stands(row, game) else orders._replace(plan=())


def _plan_stands(row: StandingOrders, game: Game) -> bool:
    """Return whether since its last play nothing has ended the plan, and the player has not moved by hand."""
    if row.plan_version >= game.version:
        return True
    rows = reader.matching(game.id, row.plan_version, game.version, _ENDS_PLANS, row.seat)
    moves = [found for found in rows if found.type not in BESIDE]
    return not any(found.actor == row.seat or _ends_plan(reader.decoded(found), row.seat) for found in moves)


def _ends_plan(event: engine.Event, seat: int) -> bool:
    """Return whether this is the end of a round, a time-out of the seat, or gives it another hand."""
    match event:
        case engine.TimedOut():
            return event.seat == seat
        case engine.HandsMoved():
            return not event.sources or event.sources[seat] != seat
        case _:
            return isinstance(event, engine.RoundEnded)


def followed(row: StandingOrders, state: GameState, move: engine.AutomaticMove, outcome: Outcome) -> None:
    """Write down that `move` was made for the player in `state`, with this outcome.

    A planned play is removed from the plan. Another play in a turn ends the plan, because the next one did not fit.
    """
    orders = orders_of(row, state.game)
    plan = orders.plan
    if plan and engine.view(state.table, row.seat).decision is None:
        plan = plan[1:] if _is_planned(move.command, plan[0]) else ()
    if any(_ends_plan(logged.event, row.seat) for logged in outcome.events):
        plan = ()
    changed, version = encoded(orders._replace(plan=plan)), outcome.game.version
    StandingOrders.objects.filter(game_id=row.game_id, seat=row.seat).update(orders=changed, plan_version=version)


def _is_planned(command: engine.Command, play: engine.PlannedPlay) -> bool:
    return isinstance(command, engine.Play) and (command.card, command.color, command.target) == play


def encoded(orders: engine.Orders) -> dict[str, Any]:
    """Return orders as they are stored."""
    return {
        **orders._asdict(),
        "plan": [play._asdict() for play in orders.plan],
        "wake_me": orders.wake_me._asdict(),
    }


def decoded(stored: Mapping[str, Any]) -> engine.Orders:
    """Return stored orders."""
    plan = tuple(engine.PlannedPlay(**play) for play in stored["plan"])
    return engine.Orders(**{**stored, "plan": plan, "wake_me": engine.WakeMe(**stored["wake_me"])})


def moves_made(row: StandingOrders) -> int:
    """Return how many moves orders have made for the seat in this match."""
    made = AutomaticMove.objects.filter(game_id=row.game_id, seat=row.seat)
    return made.exclude(cause="forced").count()


def of_player(player: UUID) -> QuerySet[StandingOrders]:
    """Return the orders of all seats of a player."""
    mine = Seat.objects.filter(player_id=player).values("seat_uid")
    return StandingOrders.objects.filter(seat_uid__in=mine)
