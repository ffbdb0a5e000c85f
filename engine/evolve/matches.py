"""Folding of the beginning and the end of a match, and of its seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine import events as e
from engine.evolve.control import withdraw_votes
from engine.spec import Spec
from engine.state import NO_CALL, Phase, SeatKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.state import Table


def _match_created(t: Table, event: e.MatchCreated) -> None:
    t.spec = Spec.of(event.options)
    t.seats = t.active_seats = event.seats
    t.commitment = event.commitment
    t.teams = event.teams
    t.seat_kinds = [SeatKind.OPEN] * event.seats
    t.entropies = [""] * event.seats
    t.hands = [{} for _ in range(event.seats)]
    t.uno = [NO_CALL] * event.seats
    t.scores = [0] * event.seats


def _seat_taken(t: Table, event: e.SeatTaken) -> None:
    t.seat_kinds[event.seat] = SeatKind(event.kind)
    t.entropies[event.seat] = event.entropy


def _seat_left(t: Table, event: e.SeatLeft) -> None:
    t.seat_kinds[event.seat] = SeatKind.OPEN
    t.entropies[event.seat] = ""


def _match_started(t: Table, event: e.MatchStarted) -> None:
    t.transcript = event.transcript
    t.own_backs = event.own_backs
    t.faces = (event.light, event.dark)
    t.phase = Phase.SETUP


def _seat_eliminated(t: Table, event: e.SeatEliminated) -> None:
    t.eliminated = (*t.eliminated, event.seat)
    t.out_ranks = (*t.out_ranks, event.rank)
    withdraw_votes(t, event.seat)
    _leave_play(t, event.seat)


def _seat_knocked_out(t: Table, event: e.SeatKnockedOut) -> None:
    _leave_play(t, event.seat)


def _leave_play(t: Table, seat: int) -> None:
    t.out = (*t.out, seat)
    t.active_seats -= 1


def _match_ended(t: Table, event: e.MatchEnded) -> None:
    """A match that ends in the middle of a round leaves no decision open."""
    t.phase = Phase.MATCH_OVER
    t.turn = None
    t.pending = None
    t.uno = [NO_CALL] * t.seats
    t.exposed = 0
    t.votes = ()
    t.paused = False
    t.result = event


MATCHES: Final[dict[type[e.Event], Callable[[Table, Any], None]]] = {
    e.MatchCreated: _match_created,
    e.SeatTaken: _seat_taken,
    e.SeatLeft: _seat_left,
    e.MatchStarted: _match_started,
    e.SeatEliminated: _seat_eliminated,
    e.SeatKnockedOut: _seat_knocked_out,
    e.MatchEnded: _match_ended,
}
