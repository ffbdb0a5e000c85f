"""evolve: one small function per event. It trusts the event and knows neither rules nor chance (ARCHITECTURE 1.2).

A game of any year replays with these functions alone; a change here must leave every stored game as it was.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any, Final

from engine import events as e
from engine.cards import LIGHT, NO_COLOR
from engine.evolve.branches import BRANCHES
from engine.evolve.keeping import KEEPING, no_change, withdraw_votes
from engine.state import CHALLENGE, DRAWN, EXPOSED, HANDLES_FROM, NO_CALL, SAFE, TURN, Phase, SeatKind, Spec

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.state import Table, Uno


def evolve(table: Table, event: e.Event) -> None:
    """Fold one event into the table, in place."""
    EVOLVERS[type(event)](table, event)
    table.version += 1


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
    t.doubtable = None
    t.out = t.eliminated
    t.active_seats = t.seats - len(t.out)


def _hands_dealt(t: Table, event: e.HandsDealt) -> None:
    dealt = 0
    for seat, cards in enumerate(event.cards):
        _receive(t, seat, cards)
        dealt += len(cards)
    del t.draw[len(t.draw) - dealt :]


def _receive(t: Table, seat: int, cards: tuple[int, ...]) -> None:
    hand = t.hands[seat]
    handle = t.next_handle
    for card in cards:
        hand[card] = handle
        handle += 1
    t.next_handle = handle


def _starter_turned(t: Table, event: e.StarterTurned) -> None:
    t.draw.pop()
    t.discard.append(event.card)
    t.color = event.color


def _starter_returned(t: Table, event: e.StarterReturned) -> None:
    t.discard.pop()
    t.draw.insert(len(t.draw) - event.depth, event.card)
    t.color = NO_COLOR


def _turn_started(t: Table, event: e.TurnStarted) -> None:
    t.turn = event.seat
    t.phase = TURN
    t.pending = None


def _color_asked(t: Table, event: e.ColorAsked) -> None:
    t.turn = event.seat
    t.phase = Phase.START_COLOR if event.reason in ("starter", "flip") else Phase.COLOR
    t.color = NO_COLOR
    t.pending = event


def _color_named(t: Table, event: e.ColorNamed) -> None:
    t.color = event.color
    t.pending = None


def _card_played(t: Table, event: e.CardPlayed) -> None:
    card = event.card
    del t.hands[event.seat][card]
    t.discard.append(card)
    t.color = event.color
    t.pending = None
    t.idle = 0
    t.target = None
    t.doubtable = None


def _cards_drawn(t: Table, event: e.CardsDrawn) -> None:
    cards = event.cards
    del t.draw[-len(cards) :]
    hand = t.hands[event.seat]
    handle = t.next_handle
    for card in cards:
        hand[card] = handle
        handle += 1
    t.next_handle = handle
    t.idle = 0


def _drawn_card_offered(t: Table, event: e.DrawnCardOffered) -> None:
    t.turn = event.seat
    t.phase = DRAWN
    t.pending = event


def _card_kept(t: Table, _event: e.CardKept) -> None:
    t.pending = None


def _direction_reversed(t: Table, event: e.DirectionReversed) -> None:
    t.direction = event.direction


def _flipped(t: Table, event: e.Flipped) -> None:
    t.side = event.side
    t.draw.reverse()
    t.discard.reverse()
    t.color = event.color
    handles = count(t.next_handle)
    t.hands = [dict(zip(hand, handles, strict=False)) for hand in event.cards]
    t.next_handle = next(handles)


def _evidence_sealed(t: Table, event: e.EvidenceSealed) -> None:
    t.evidence = event


def _challenge_opened(t: Table, event: e.ChallengeOpened) -> None:
    t.turn = event.seat
    t.phase = CHALLENGE
    t.pending = event


def _challenge_answered(t: Table, _event: e.ChallengeAccepted | e.ChallengeDecided) -> None:
    t.pending = None
    t.evidence = None
    t.owed = 0


def _uno_called(t: Table, event: e.UnoCalled) -> None:
    _set_uno(t, event.seat, SAFE)


def _uno_missed(t: Table, event: e.UnoMissed) -> None:
    _set_uno(t, event.seat, EXPOSED)


def _uno_cleared(t: Table, event: e.UnoCaught | e.UnoCleared) -> None:
    _set_uno(t, event.seat, NO_CALL)


def _set_uno(t: Table, seat: int, status: Uno) -> None:
    t.uno[seat] = status
    t.exposed = t.uno.count(EXPOSED)


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
    """Where it ends in the middle of a round nothing is left to decide."""
    t.phase = Phase.MATCH_OVER
    t.turn = None
    t.pending = None
    t.uno = [NO_CALL] * t.seats
    t.exposed = 0
    t.votes = ()
    t.paused = False
    t.result = event


def _target_chosen(t: Table, event: e.TargetChosen) -> None:
    t.target = event.target


def _decision_opened(phase: Phase) -> Callable[[Table, Any], None]:
    """The seat of the event must answer it."""

    def opened(t: Table, event: Any) -> None:
        t.turn = event.seat
        t.phase = phase
        t.pending = event

    return opened


def _penalty_stacked(t: Table, event: e.PenaltyStacked) -> None:
    t.owed = event.total
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
        _receive(t, seat, cards)


def _card_given(t: Table, event: e.CardGiven) -> None:
    del t.hands[event.seat][event.card]
    _receive(t, event.to, (event.card,))


def _launcher_pressed(t: Table, _event: e.LauncherPressed) -> None:
    t.presses += 1


def _wheel_spun(t: Table, _event: e.WheelSpun) -> None:
    t.spins += 1


def _doubt_opened(t: Table, event: e.DoubtOpened) -> None:
    t.doubtable = event.seat


def _doubted(t: Table, _event: e.Doubted) -> None:
    t.doubtable = None


EVOLVERS: Final[dict[type[e.Event], Callable[[Table, Any], None]]] = {
    **KEEPING,
    **BRANCHES,
    e.MatchCreated: _match_created,
    e.SeatTaken: _seat_taken,
    e.SeatLeft: _seat_left,
    e.MatchStarted: _match_started,
    e.DealerDrawn: no_change,
    e.DealerChosen: _dealer_chosen,
    e.RoundStarted: _round_started,
    e.HandsDealt: _hands_dealt,
    e.StarterTurned: _starter_turned,
    e.StarterReturned: _starter_returned,
    e.TurnStarted: _turn_started,
    e.ColorAsked: _color_asked,
    e.ColorNamed: _color_named,
    e.CardPlayed: _card_played,
    e.CardsDrawn: _cards_drawn,
    e.DrawnCardOffered: _drawn_card_offered,
    e.CardKept: _card_kept,
    e.SeatSkipped: no_change,
    e.DirectionReversed: _direction_reversed,
    e.Flipped: _flipped,
    e.EvidenceSealed: _evidence_sealed,
    e.ChallengeOpened: _challenge_opened,
    e.ChallengeAccepted: _challenge_answered,
    e.HandShown: no_change,
    e.ChallengeDecided: _challenge_answered,
    e.UnoCalled: _uno_called,
    e.UnoMissed: _uno_missed,
    e.UnoCaught: _uno_cleared,
    e.UnoCleared: _uno_cleared,
    e.PileReshuffled: _pile_reshuffled,
    e.PileExhausted: _pile_exhausted,
    e.RoundBlocked: no_change,
    e.TimeExpired: no_change,
    e.RoundEnded: _round_ended,
    e.SeatEliminated: _seat_eliminated,
    e.MatchEnded: _match_ended,
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
    e.SeatKnockedOut: _seat_knocked_out,
    e.LauncherPressed: _launcher_pressed,
    e.SpinAsked: _decision_opened(Phase.SPIN),
    e.WheelSpun: _wheel_spun,
    e.WheelChoiceAsked: _decision_opened(Phase.WHEEL_CHOICE),
    e.WarFought: no_change,
    e.RaceOpened: _decision_opened(Phase.RACE),
    e.RaceWon: no_change,
}
