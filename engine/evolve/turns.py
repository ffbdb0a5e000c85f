"""Folding turns of the base game: plays, draws, colors, flips, challenges, calls of UNO."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any, Final

from engine import events as e
from engine.cards import NO_COLOR
from engine.evolve.control import no_change
from engine.state import CHALLENGE, DRAWN, EXPOSED, NO_CALL, SAFE, TURN, Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.state import Table, Uno


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
    t.color_before, t.color = t.color, event.color
    t.pending = None
    t.idle = 0
    t.target = None
    t.doubtable = None
    t.evidence = None  # a challenge concerns the card on top, and its evidence follows it


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
    t.owes_color = False


def _uno_called(t: Table, event: e.UnoCalled) -> None:
    _set_uno(t, event.seat, SAFE)


def _uno_missed(t: Table, event: e.UnoMissed) -> None:
    _set_uno(t, event.seat, EXPOSED)


def _uno_cleared(t: Table, event: e.UnoCaught | e.UnoCleared) -> None:
    _set_uno(t, event.seat, NO_CALL)


def _set_uno(t: Table, seat: int, status: Uno) -> None:
    t.uno[seat] = status
    t.exposed = t.uno.count(EXPOSED)


TURNS: Final[dict[type[e.Event], Callable[[Table, Any], None]]] = {
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
}
