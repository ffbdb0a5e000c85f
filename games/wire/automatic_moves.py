"""Automatic moves on the wire."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from games.wire.scalars import SeatNumber, Version

Cause = Literal["forced", "plan", "challenge", "drawn_card"]


class AutomaticMove(msgspec.Struct, frozen=True, kw_only=True):
    """A move that was made for the player of a seat."""

    seq: Annotated[Version, Meta(description="The number of its first event.")]
    seat: SeatNumber
    cause: Annotated[
        Cause,
        Meta(
            description="`forced`: the player had no choice. Otherwise their standing orders decided: a play of their "
            "`plan`, the answer to a wild draw card (`challenge`), or what to do with a `drawn_card`."
        ),
    ]


class AutomaticMoves(msgspec.Struct, frozen=True, kw_only=True):
    """The latest 1,000 automatic moves of a match, oldest first."""

    moves: list[AutomaticMove]
