"""Rematches and series: what has become of an offer, who leads, whose deal it is (docs/players/rematch.md)."""

from games.rematches.listed import marks, open_offers
from games.rematches.offers import FILLS, LASTS, Answer, Fill, Offer, bit, find, offer_of, seats_of
from games.rematches.rotation import next_dealer
from games.rematches.standings import MatchResult, Standing, is_decided, leaders, standings

__all__ = [
    "FILLS",
    "LASTS",
    "Answer",
    "Fill",
    "MatchResult",
    "Offer",
    "Standing",
    "bit",
    "find",
    "is_decided",
    "leaders",
    "marks",
    "next_dealer",
    "offer_of",
    "open_offers",
    "seats_of",
    "standings",
]
