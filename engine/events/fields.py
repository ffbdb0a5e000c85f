"""Annotations for the fields of events: their content, and who may see them (SPEC 4)."""

from __future__ import annotations

from enum import Enum
from typing import Annotated


class Sees(Enum):
    """The viewers of a field of an event, besides those who see everything after the match.

    A spectator sees what every seat sees: nothing that is hidden from the seat whose card it is (R-SPECTATORS).
    """

    PUBLIC = "everybody"
    OWNER = "the seat named by the field `seat`"
    HAND = "who sees the hand of the seat named by the field `seat`: it, and its partners if they show their cards"
    TO = "the seat named by the field `to`"
    OTHERS = "every seat but the one named by the field `seat`"
    BOTH = "who sees the hand of a seat named by the fields `seat` and `to`"
    OWN_HAND = "each seat its own entry of a list by seat"
    HANDS = "each seat the entries of a list by seat that are of hands it sees: its own, and those partners show it"
    OTHER_HANDS = "each seat the entries of a list by seat that are not its own"
    NOBODY = "nobody before the end of the match"


class Kind(Enum):
    """The content of a field; the codec turns codes into text by it."""

    PLAIN = "plain"
    FACE = "face"
    COLOR = "color"
    SIDE = "side"


Seat = Annotated[int, Kind.PLAIN]
Face = Annotated[int, Kind.FACE]
Color = Annotated[int, Kind.COLOR]
Side = Annotated[int, Kind.SIDE]
Faces = Annotated[tuple[int, ...], Kind.FACE]
Hands = Annotated[tuple[tuple[int, ...], ...], Kind.FACE]
Card = Annotated[int, Kind.PLAIN, Sees.NOBODY]
Cards = Annotated[tuple[int, ...], Kind.PLAIN, Sees.NOBODY]
SecretHands = Annotated[tuple[tuple[int, ...], ...], Kind.PLAIN, Sees.NOBODY]
OpenHands = Annotated[tuple[tuple[int, ...], ...], Kind.FACE, Sees.HANDS]
OwnHands = Annotated[tuple[tuple[int, ...], ...], Kind.FACE, Sees.OWN_HAND]
OtherHands = Annotated[tuple[tuple[int, ...], ...], Kind.FACE, Sees.OTHER_HANDS]
