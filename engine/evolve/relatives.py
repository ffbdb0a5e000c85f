"""Folding of the cards of other games and of house rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine import events as e
from engine.cards import SYMBOL_OF, WILD_DRAW_COLOR
from engine.evolve.control import no_change
from engine.evolve.hands import receive
from engine.state import Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.state import Table


def _target_chosen(t: Table, event: e.TargetChosen) -> None:
    t.target = event.target


def _decision_opened(phase: Phase) -> Callable[[Table, Any], None]:
    def opened(t: Table, event: Any) -> None:
        t.turn = event.seat
        t.phase = phase
        t.pending = event

    return opened


def _penalty_stacked(t: Table, event: e.PenaltyStacked) -> None:
    t.owed = event.total
    t.owes_color = t.owes_color or SYMBOL_OF[event.face] == WILD_DRAW_COLOR
    _decision_opened(Phase.PENALTY)(t, event)


def _cards_discarded(t: Table, event: e.CardsDiscarded) -> None:
    hand = t.hands[event.seat]
    for card in event.cards:
        del hand[card]
    t.discard[-1:-1] = event.cards
    t.idle = 0


def _hands_moved(t: Table, event: e.HandsMoved) -> None:
    for seat, cards in enumerate(event.cards):
        t.hands[seat] = {}
        receive(t, seat, cards)


def _card_given(t: Table, event: e.CardGiven) -> None:
    del t.hands[event.seat][event.card]
    receive(t, event.to, (event.card,))


def _launcher_pressed(t: Table, _event: e.LauncherPressed) -> None:
    t.presses += 1


def _wheel_spun(t: Table, _event: e.WheelSpun) -> None:
    t.spins += 1


def _doubt_opened(t: Table, event: e.DoubtOpened) -> None:
    t.doubtable = event.seat


def _doubted(t: Table, _event: e.Doubted) -> None:
    t.doubtable = None


RELATIVES: Final[dict[type[e.Event], Callable[[Table, Any], None]]] = {
    e.TargetChosen: _target_chosen,
    e.EffectAssigned: _decision_opened(Phase.EFFECT),
    e.CardsDiscarded: _cards_discarded,
    e.DuelFought: no_change,
    e.HandRevealed: no_change,
    e.HandsMoved: _hands_moved,
    e.GiveAsked: _decision_opened(Phase.GIVE),
    e.CardGiven: _card_given,
    e.PenaltyStacked: _penalty_stacked,
    e.HelpAsked: _decision_opened(Phase.TEAM_AID),
    e.HelpDeclined: no_change,
    e.CardsRevealed: no_change,
    e.DoubtOpened: _doubt_opened,
    e.Doubted: _doubted,
    e.CardMisplayed: no_change,
    e.CatchFailed: no_change,
    e.LauncherPressed: _launcher_pressed,
    e.SpinAsked: _decision_opened(Phase.SPIN),
    e.WheelSpun: _wheel_spun,
    e.WheelChoiceAsked: _decision_opened(Phase.WHEEL_CHOICE),
    e.WarFought: no_change,
    e.RaceOpened: _decision_opened(Phase.RACE),
    e.RaceWon: no_change,
}
