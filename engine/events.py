"""Events: past-tense facts, each carrying its results (SPEC 3.13), and who may see which field (SPEC 4).

A field's annotation says what it holds and, if it is not public, who may see it. Views, redaction, codec and the API's
schemas are all derived from these annotations. A stored type number never changes its meaning.
Cards are physical ids (secret while a match runs); faces, colors and sides are codes of `engine.cards`.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Final, NamedTuple


class Sees(Enum):
    """Who may see a field of an event besides those who see everything after the match."""

    PUBLIC = "everybody"
    OWNER = "the seat named by the field `seat`, or by `to` where the event has one"
    OTHERS = "everybody but the seat named by the field `seat`"
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


class MatchCreated(NamedTuple):
    """A table is set up by these (name, value) `options`; `commitment` binds the seed (docs/protocol.md)."""

    options: tuple[tuple[str, object], ...]
    seats: int
    commitment: str


class SeatTaken(NamedTuple):
    """A seat is taken. `entropy`, 64 hexadecimal digits, is mixed into every shuffle; `source` says who brought it."""

    seat: Seat
    kind: str
    entropy: str
    source: str


class SeatLeft(NamedTuple):
    """A seat is open again."""

    seat: Seat


class MatchStarted(NamedTuple):
    """All seats are taken; the deck is fixed. `light` and `dark` give the faces of every card id."""

    rules_hash: str
    transcript: str
    own_backs: str
    light: Annotated[tuple[int, ...], Kind.FACE, Sees.NOBODY]
    dark: Annotated[tuple[int, ...], Kind.FACE, Sees.NOBODY]


class DealerDrawn(NamedTuple):
    """A card is drawn for the deal; all of them go back."""

    seat: Seat
    card: Card
    face: Face


class DealerChosen(NamedTuple):
    """`seat` deals the first round."""

    seat: Seat


class RoundStarted(NamedTuple):
    """All cards are shuffled; `pile` is the draw pile, `size` cards, top last."""

    round: int
    dealer: Seat
    size: int
    pile: Cards


class HandsDealt(NamedTuple):
    """Every seat has `hand_size` cards.

    `cards` and `faces` by seat in the order dealt; `backs` by seat, sorted; `backs_shown`: the holder saw them too;
    `own_backs` by seat in the order of `cards`, empty unless a holder may look at them at any time.
    """

    hand_size: int
    backs_shown: bool
    top_back: Face
    cards: Annotated[tuple[tuple[int, ...], ...], Kind.PLAIN, Sees.NOBODY]
    faces: Annotated[tuple[tuple[int, ...], ...], Kind.FACE, Sees.OWN_HAND]
    backs: Annotated[tuple[tuple[int, ...], ...], Kind.FACE, Sees.OTHER_HANDS]
    own_backs: Annotated[tuple[tuple[int, ...], ...], Kind.FACE, Sees.OWN_HAND]


class StarterTurned(NamedTuple):
    """A card is turned from the draw pile onto the discard pile."""

    card: Card
    face: Face
    color: Color
    top_back: Face


class StarterReturned(NamedTuple):
    """The starter went back into the draw pile, under `depth` cards."""

    card: Card
    face: Face
    depth: int
    top_back: Face


class TurnStarted(NamedTuple):
    """`seat` is on turn."""

    seat: Seat


class ColorAsked(NamedTuple):
    """`seat` must name a color. `reason`: starter or flip (it then plays), flipper or wild (its play goes on)."""

    seat: Seat
    reason: str


class ColorNamed(NamedTuple):
    """`color` is in force."""

    seat: Seat
    color: Color


class CardPlayed(NamedTuple):
    """`seat` lays a card; `color` is in force, null until it is named. `back`: what the others saw of the card."""

    seat: Seat
    card: Card
    face: Face
    color: Color
    handle: Annotated[int, Kind.PLAIN, Sees.OWNER]
    back: Annotated[int, Kind.FACE, Sees.OTHERS]


class CardsDrawn(NamedTuple):
    """`reason`: turn, effect, challenge or uno. `backs` lay open on the pile one after the other."""

    seat: Seat
    reason: str
    backs: Faces
    top_back: Face
    cards: Cards
    faces: Annotated[tuple[int, ...], Kind.FACE, Sees.OWNER]


class DrawnCardOffered(NamedTuple):
    """The card just drawn can be played; the seat may play or keep it."""

    seat: Seat
    card: Card


class CardKept(NamedTuple):
    """`seat` keeps the card it has drawn."""

    seat: Seat


class SeatSkipped(NamedTuple):
    """`seat` loses its turn."""

    seat: Seat


class DirectionReversed(NamedTuple):
    """`direction`: 1 clockwise, -1 counter-clockwise."""

    direction: int


class Flipped(NamedTuple):
    """Everything was turned over.

    `discard`: its new faces, top last; `faces`: the hands' new faces, in the order of `cards`, which tells nothing of
    what these showed before; `backs`: what they showed before, sorted; `own_backs`: the
    same in the order of `cards`, empty unless a holder may look at them at any time.
    """

    side: Side
    color: Color
    top_back: Face
    discard: Faces
    cards: Annotated[tuple[tuple[int, ...], ...], Kind.PLAIN, Sees.NOBODY]
    faces: Annotated[tuple[tuple[int, ...], ...], Kind.FACE, Sees.OWN_HAND]
    backs: Annotated[tuple[tuple[int, ...], ...], Kind.FACE, Sees.OTHER_HANDS]
    own_backs: Annotated[tuple[tuple[int, ...], ...], Kind.FACE, Sees.OWN_HAND]


class EvidenceSealed(NamedTuple):
    """What a challenge of the card just laid would find: verdict and hand are those of the moment of the play."""

    seat: Seat
    guilty: Annotated[bool, Kind.PLAIN, Sees.NOBODY]
    hand: Annotated[tuple[int, ...], Kind.FACE, Sees.NOBODY]


class ChallengeOpened(NamedTuple):
    """`seat` may challenge the wild draw card `face` laid by `by`."""

    seat: Seat
    by: Seat
    face: Face


class ChallengeAccepted(NamedTuple):
    """`seat` takes the cards without a challenge."""

    seat: Seat


class HandShown(NamedTuple):
    """The hand of `seat`, as it was when the card was laid, is shown to the seat `to` alone."""

    seat: Seat
    to: Seat
    faces: Annotated[tuple[int, ...], Kind.FACE, Sees.OWNER]


class ChallengeDecided(NamedTuple):
    """The challenge of `seat` against `by` is decided."""

    seat: Seat
    by: Seat
    guilty: bool


class UnoCalled(NamedTuple):
    """`seat` has called UNO."""

    seat: Seat


class UnoMissed(NamedTuple):
    """`seat` has one card and has not called: it is exposed."""

    seat: Seat


class UnoCaught(NamedTuple):
    """`by` has caught `seat` without a call."""

    seat: Seat
    by: Seat


class UnoCleared(NamedTuple):
    """The UNO status of `seat` lapses: the window is closed or the hand is no longer one card."""

    seat: Seat


class PileReshuffled(NamedTuple):
    """The discards but the top one became the draw pile; `pile`, `size` cards, has its top last."""

    size: int
    top_back: Face
    pile: Cards


class PileExhausted(NamedTuple):
    """Nothing is left to draw. `idle`: turns in succession in which nothing could be drawn and nothing was played."""

    idle: int


class RoundBlocked(NamedTuple):
    """Every seat in succession could neither draw nor play."""


class TimeExpired(NamedTuple):
    """The time limit of the round has run out."""


class RoundEnded(NamedTuple):
    """Hands are laid open, sorted. `winner` None: nobody won. All lists are by seat."""

    winner: int | None
    side: Side
    hands: Hands
    backs: Hands
    points: tuple[int, ...]
    totals: tuple[int, ...]


class SeatEliminated(NamedTuple):
    """`seat` leaves the match; `rank` is its place in the final ranking."""

    seat: Seat
    rank: int


class MatchEnded(NamedTuple):
    """`ranks` by seat, 1 for the winners; `seed` opens the commitment of the first event."""

    winners: tuple[int, ...]
    ranks: tuple[int, ...]
    seed: str | None


Event = (
    MatchCreated | SeatTaken | SeatLeft | MatchStarted | DealerDrawn | DealerChosen | RoundStarted | HandsDealt
    | StarterTurned | StarterReturned | TurnStarted | ColorAsked | ColorNamed | CardPlayed | CardsDrawn
    | DrawnCardOffered | CardKept | SeatSkipped | DirectionReversed | Flipped | EvidenceSealed | ChallengeOpened
    | ChallengeAccepted | HandShown | ChallengeDecided | UnoCalled | UnoMissed | UnoCaught | UnoCleared
    | PileReshuffled | PileExhausted | RoundBlocked | TimeExpired | RoundEnded | SeatEliminated | MatchEnded
)  # fmt: skip

EVENT_TYPES: Final[dict[int, type[Event]]] = {
    1: MatchCreated,
    2: SeatTaken,
    3: SeatLeft,
    4: MatchStarted,
    5: DealerDrawn,
    6: DealerChosen,
    7: RoundStarted,
    8: HandsDealt,
    9: StarterTurned,
    10: StarterReturned,
    11: TurnStarted,
    12: ColorAsked,
    13: ColorNamed,
    14: CardPlayed,
    15: CardsDrawn,
    16: DrawnCardOffered,
    17: CardKept,
    18: SeatSkipped,
    19: DirectionReversed,
    20: Flipped,
    21: EvidenceSealed,
    22: ChallengeOpened,
    23: ChallengeAccepted,
    24: HandShown,
    25: ChallengeDecided,
    26: UnoCalled,
    27: UnoMissed,
    28: UnoCaught,
    29: UnoCleared,
    30: PileReshuffled,
    31: PileExhausted,
    32: RoundBlocked,
    33: TimeExpired,
    34: RoundEnded,
    35: SeatEliminated,
    36: MatchEnded,
}
"""Event classes by their stored number: frozen for ever, retired numbers stay reserved."""
