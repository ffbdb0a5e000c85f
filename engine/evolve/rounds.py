"""Folding the deal of a round, its piles and its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine import events as e
from engine.cards import LIGHT, NO_COLOR
from engine.evolve.control import no_change
from engine.evolve.hands import receive
from engine.state import HANDLES_FROM, NO_CALL, Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.state import Table


def _dealer_chosen(t: Table, event: e.DealerChosen) -> None:
    t.dealer = event.seat


def _round_started(t: Table, event: e.RoundStarted) -> None:
    t.round = event.round
    t.dealer = event.dealer
    t.phase = Phase.SETUP
    t.epoch += 1
    t.side = LIGHT
    t.direction = 1
    t.turn = None
    t.color = NO_COLOR
    t.pending = None
    t.evidence = None
    t.hands = [{} for _ in range(t.seats)]
    t.draw = list(event.pile)
    t.discard = []
    t.uno = [NO_CALL] * t.seats
    t.exposed = 0
    t.idle = 0
    t.next_handle = HANDLES_FROM
    t.target = None
    t.owed = 0
    t.owes_color = False
    t.doubtable = None
    t.out = t.eliminated
    t.active_seats = t.seats - len(t.out)


def _hands_dealt(t: Table, event: e.HandsDealt) -> None:
    dealt = 0
    for seat, cards in enumerate(event.cards):
        receive(t, seat, cards)
        dealt += len(cards)
    del t.draw[len(t.draw) - dealt :]


def _starter_turned(t: Table, event: e.StarterTurned) -> None:
    t.draw.pop()
    t.discard.append(event.card)
    t.color = event.color


def _starter_returned(t: Table, event: e.StarterReturned) -> None:
    t.discard.pop()
    t.draw.insert(len(t.draw) - event.depth, event.card)
    t.color = NO_COLOR


def _pile_reshuffled(t: Table, event: e.PileReshuffled) -> None:
    t.draw = list(event.pile)
    t.discard = t.discard[-1:]
    t.epoch += 1


def _pile_exhausted(t: Table, event: e.PileExhausted) -> None:
    t.idle = event.idle


def _round_ended(t: Table, event: e.RoundEnded) -> None:
    t.scores = list(event.totals)
    t.phase = Phase.ROUND_OVER
    t.turn = None
    t.pending = None
    t.uno = [NO_CALL] * t.seats
    t.exposed = 0
    t.out = t.eliminated
    t.active_seats = t.seats - len(t.out)
    t.last_round = event


ROUNDS: Final[dict[type[e.Event], Callable[[Table, Any], None]]] = {
    e.DealerDrawn: no_change,
    e.DealerChosen: _dealer_chosen,
    e.RoundStarted: _round_started,
    e.HandsDealt: _hands_dealt,
    e.StarterTurned: _starter_turned,
    e.StarterReturned: _starter_returned,
    e.PileReshuffled: _pile_reshuffled,
    e.PileExhausted: _pile_exhausted,
    e.RoundBlocked: no_change,
    e.TimeExpired: no_change,
    e.RoundEnded: _round_ended,
}
