"""Standing orders: given, shown, tried on past games, and cancelled by the player of a seat."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from django.db import transaction

import engine
from games import errors, hints, orders
from games.models import Seat, StandingOrders
from games.orders import standing_orders
from games.reads import one_game
from games.store import outbox
from games.types import Status, Work

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from games.types import GameState

MOST_DAYS: Final = 30


class Given(NamedTuple):
    """Orders as they stand now, with the time at which they end."""

    orders: engine.Orders
    given_at: datetime
    expires_at: datetime


def read(game_id: UUID, player: UUID) -> Given | None:
    """Return the player's orders; None if there are none. Raises GameNotFound, NotSeated."""
    state, seat = _seated(game_id, player)
    row = standing_orders.standing(state.game, seat)
    return None if row is None else Given(standing_orders.orders_of(row, state.game), row.given_at, row.expires_at)


def all_of(player: UUID) -> list[tuple[UUID, Given]]:
    """Return everything that is stored of a player's orders, by game, the oldest first."""
    rows = standing_orders.of_player(player).order_by("given_at", "game_id")
    return [(row.game_id, Given(standing_orders.decoded(row.orders), row.given_at, row.expires_at)) for row in rows]


def give(game_id: UUID, player: UUID, wanted: engine.Orders, lasts: timedelta) -> None:
    """Replace the player's orders. They begin at once; in the player's turn their move waits as any automatic move.

    Raises what `check` raises.
    """
    with transaction.atomic():
        lock(game_id, player)
        state, seat = check(game_id, player, wanted)
        game, now = state.game, state.now
        StandingOrders.objects.update_or_create(
            game_id=game_id,
            seat=seat,
            defaults={
                "seat_uid": Seat.objects.get(game_id=game_id, seat_no=seat).seat_uid,
                "orders": standing_orders.encoded(wanted._replace(side=engine.view(state.table, seat).side)),
                "plan_version": game.version,
                "given_at": now,
                "not_before": now if state.table.turn != seat else now + _wait(state, seat),
                "expires_at": now + lasts,
            },
        )
        # A command may reach the game before this is committed: then only the worker can know of both.
        outbox.reschedule(game_id, game.version, Work.ORDERS, seat, now)
        transaction.on_commit(partial(hints.wake, game_id))


def check(game_id: UUID, player: UUID, wanted: engine.Orders) -> tuple[GameState, int]:
    """Return the game and the player's seat if they may give these orders now.

    Raises GameNotFound, GameQuarantined, NotSeated, GameFinished, SeatHasResigned, SeatIsLent, NoStandingOrders,
    PlanNotInHand, PlanWithoutTarget.
    """
    state, seat = _seated(game_id, player)
    if state.game.is_quarantined:
        raise errors.GameQuarantined
    if state.game.status is Status.FINISHED:
        raise errors.GameFinished
    if seat in state.table.resigned:
        raise errors.SeatHasResigned
    if state.game.seats[seat].loan is not None:
        raise errors.SeatIsLent
    if not standing_orders.are_allowed(state.game):
        raise errors.NoStandingOrders
    held = Counter(card.card for card in engine.view(state.table, seat).hand or ())
    missing = Counter(play.card for play in wanted.plan) - held
    if missing:
        raise errors.PlanNotInHand(card=next(iter(missing)))
    for place, play in enumerate(wanted.plan, 1):
        targets = engine.targets_to_name(state.table, seat, play.card, is_last=place == held.total())
        if targets and play.target is None:
            raise errors.PlanWithoutTarget(card=play.card, targets=targets)
    return state, seat


def cancel(game_id: UUID, player: UUID) -> None:
    """Delete the player's orders. Safe to repeat. Raises GameNotFound, NotSeated."""
    _, seat = _seated(game_id, player)
    StandingOrders.objects.filter(game_id=game_id, seat=seat).delete()


def lock(game_id: UUID, player: UUID) -> None:
    """Keep the player's orders as they are until the transaction ends, but for this transaction."""
    seats = Seat.objects.filter(game_id=game_id, player_id=player)
    list(seats.select_for_update(no_key=True))  # a seat is lent under this lock, too
    mine = seats.values("seat_no")
    list(StandingOrders.objects.select_for_update().filter(game_id=game_id, seat__in=mine))


def _seated(game_id: UUID, player: UUID) -> tuple[GameState, int]:
    state = one_game.find_game(game_id, player)
    seat = state.game.seat_of(player)
    if seat is None:
        raise errors.NotSeated
    return state, seat


def _wait(state: GameState, seat: int) -> timedelta:
    """Return how long the move waits that orders make in the player's turn: within the time that is left for it."""
    limit = orders.limit_at(state.game, state.table, state.clock, state.now)
    return orders.wait_of(state.game, seat, limit) or timedelta(0)
