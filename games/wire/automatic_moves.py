"""Automatic moves on the wire."""

from typing import Annotated

import msgspec
from msgspec import Meta

from games.wire.scalars import SeatNumber, Version
from games.wire.words import AutomaticCause


class AutomaticMove(msgspec.Struct, frozen=True, kw_only=True):
    """A move that was made for the player of a seat."""

    seq: Annotated[Version, Meta(description="The number of its first event.")]
    seat: SeatNumber
    cause: AutomaticCause


class AutomaticMoves(msgspec.Struct, frozen=True, kw_only=True):
    """The latest 1,000 automatic moves of a match, oldest first."""

    moves: list[AutomaticMove]
