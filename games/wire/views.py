"""What members of the engine's views hold, where this can be said more exactly than by the engine's own annotations.

For the description alone: what is sent is what the engine says, and every test that looks compares the two.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta

import engine
from games.wire.decisions import AnyDecision
from games.wire.problems import ErrorCode
from games.wire.scalars import CardText, Count, SeatNumber
from games.wire.words import (
    Color,
    Direction,
    MatchCause,
    PhaseName,
    SeatKindName,
    Side,
    UnoName,
)

_FRONTS = Annotated[
    list[CardText],
    Meta(
        description="The active faces of the hand, sorted: for partners of the viewer with `team_view`, otherwise null."
    ),
]
_DECISION = Annotated[AnyDecision | None, Meta(description="Null in a turn, and if nothing is to be decided.")]
_PLAYABLE = Annotated[
    bool,
    Meta(
        description="Whether a command may name this card now: `play`, `jump`, `discard`, `give` or `shout`. "
        "Missing, as `why_not`, in past states."
    ),
]
EXACT: Mapping[str, Mapping[str, Any]] = {
    "View": {
        "phase": PhaseName,
        "dealer": SeatNumber,
        "side": Side,
        "direction": Direction,
        "color": Color | None,
        "discard": list[CardText],
        "decision": _DECISION,
    },
    "TableSummary": {
        "phase": PhaseName,
        "side": Side,
        "direction": Direction,
        "color": Color | None,
        "top": CardText | None,
        "cards": list[Count],
        "uno": list[UnoName],
        "decision": _DECISION,
        "winners": list[SeatNumber],
    },
    "SeatView": {
        "seat": SeatNumber,
        "kind": SeatKindName,
        "backs": list[CardText] | None,
        "uno": UnoName,
        "fronts": _FRONTS,
    },
    "CardView": {
        "card": CardText,
        "back": CardText | None,
        "playable": _PLAYABLE,
        "why_not": engine.CardRefusal | None,
    },
    "CardRefusal": {"code": ErrorCode},
    "PileView": {"top_back": CardText | None},
    "RoundResult": {"winner": SeatNumber | None, "side": Side, "hands": list[list[CardText]]},
    "MatchResult": {"winners": list[SeatNumber], "cause": MatchCause},
    "OpenCard": {"card": CardText, "back": CardText | None},
}
"""Types of members, by the name of the class."""
