"""Events with a seat as their only field, made once: making the commonest each time takes as long as folding them."""

from __future__ import annotations

from typing import Final

from engine.events import CardKept, ChallengeAccepted, SeatSkipped, TurnStarted, UnoCalled, UnoCleared, UnoMissed
from engine.ruleset import MOST_SEATS

_SEATS: Final = range(MOST_SEATS)
TURN_STARTED: Final = tuple(TurnStarted(seat) for seat in _SEATS)
SEAT_SKIPPED: Final = tuple(SeatSkipped(seat) for seat in _SEATS)
CARD_KEPT: Final = tuple(CardKept(seat) for seat in _SEATS)
CHALLENGE_ACCEPTED: Final = tuple(ChallengeAccepted(seat) for seat in _SEATS)
UNO_CALLED: Final = tuple(UnoCalled(seat) for seat in _SEATS)
UNO_MISSED: Final = tuple(UnoMissed(seat) for seat in _SEATS)
UNO_CLEARED: Final = tuple(UnoCleared(seat) for seat in _SEATS)
