"""What the fields of events hold and who may see them (SPEC 4): the annotations that all events are written with."""

from __future__ import annotations

from enum import Enum
from typing import Annotated


class Sees(Enum):
    """Who may see a field of an event besides those who see everything after the match."""

    PUBLIC = "everybody"
    OWNER = "the seat named by the field `seat`"
    TO = "the seat named by the field `to`"
    OTHERS = "everybody but the seat named by the field `seat`"
    BOTH = "the seats named by the fields `seat` and `to`"
    OWN_HAND = "each seat its own entry of a list by seat"
    OTHER_HANDS = "everybody the entries of a list by seat that are not his own"
    NOBODY = "nobody before the end of the match"


class Kind(Enum):
    """What a field holds; the codec turns codes into text by it."""

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
OpenFaces = Annotated[tuple[int, ...], Kind.FACE, Sees.OWNER]
SecretHands = Annotated[tuple[tuple[int, ...], ...], Kind.PLAIN, Sees.NOBODY]
OwnHands = Annotated[tuple[tuple[int, ...], ...], Kind.FACE, Sees.OWN_HAND]
OtherHands = Annotated[tuple[tuple[int, ...], ...], Kind.FACE, Sees.OTHER_HANDS]
