"""The table: everything that the events of a match add up to (SPEC 3.1).

A `Table` is mutable, with slots and lists of ints, because a fold changes it millions of times; `decide` works on a
private copy. It cannot be turned into JSON: what leaves the service goes through `engine.view`.
Rules are not known here; the spec says by which options the rules are found.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypeAlias

from engine.cards import COLOR_OF, DARK, LIGHT, NO_COLOR, NO_FACE, PLAIN_BACK, WILD_COLOR
from engine.spec import Spec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.events import (
        ChallengeOpened,
        ClockSet,
        ColorAsked,
        DrawnCardOffered,
        EffectAssigned,
        EvidenceSealed,
        GiveAsked,
        HelpAsked,
        MatchEnded,
        PenaltyStacked,
        PositionSet,
        RaceOpened,
        RoundEnded,
        SpinAsked,
        WheelChoiceAsked,
    )

    Pending: TypeAlias = (
        ChallengeOpened
        | ColorAsked
        | DrawnCardOffered
        | EffectAssigned
        | GiveAsked
        | HelpAsked
        | PenaltyStacked
        | RaceOpened
        | SpinAsked
        | WheelChoiceAsked
    )


def partners(teams: Sequence[str], seat: int) -> tuple[int, ...]:
    """Return the other seats of the seat's team; `teams` are names by seat."""
    return tuple(other for other, team in enumerate(teams) if team == teams[seat] and other != seat)


class Phase(StrEnum):
    """The stage of a match.

    In every phase but LOBBY, SETUP and the two OVER phases exactly one seat must act: it is the table's `turn`. In
    TEAM_AID and RACE others may act as well.
    """

    LOBBY = "LOBBY"
    SETUP = "SETUP"
    START_COLOR = "START_COLOR"
    TURN = "TURN"
    DRAWN = "DRAWN"
    COLOR = "COLOR"
    CHALLENGE = "CHALLENGE"
    PENALTY = "PENALTY"
    EFFECT = "EFFECT"
    GIVE = "GIVE"
    TEAM_AID = "TEAM_AID"
    SPIN = "SPIN"
    WHEEL_CHOICE = "WHEEL_CHOICE"
    RACE = "RACE"
    ROUND_OVER = "ROUND_OVER"
    MATCH_OVER = "MATCH_OVER"

    @property
    def word(self) -> str:
        """The name in views and refusals; positions and stored tables use the value."""
        return self.value.lower()


IN_PLAY: Final = (
    Phase.START_COLOR,
    Phase.TURN,
    Phase.DRAWN,
    Phase.COLOR,
    Phase.CHALLENGE,
    Phase.PENALTY,
    Phase.EFFECT,
    Phase.GIVE,
    Phase.TEAM_AID,
    Phase.SPIN,
    Phase.WHEEL_CHOICE,
    Phase.RACE,
)
"""The phases of a round under way."""
TURN: Final = Phase.TURN
DRAWN: Final = Phase.DRAWN
CHALLENGE: Final = Phase.CHALLENGE
"""For the hot paths: reading a member off its enum is a call in Python 3.11 and costs 90 ns, a global costs 5."""


class Uno(StrEnum):
    """UNO status of a seat (SPEC 3.9)."""

    NONE = "none"
    SAFE = "safe"
    EXPOSED = "exposed"


NO_CALL: Final = Uno.NONE
SAFE: Final = Uno.SAFE
EXPOSED: Final = Uno.EXPOSED
"""A global for the hot paths, as `CHALLENGE`."""


class SeatKind(StrEnum):
    """The occupant of a seat."""

    OPEN = "open"
    HUMAN = "human"
    BOT = "bot"


HANDLES_FROM: Final = 1
"""First private handle of a match."""


class Table:
    """State of a match.

    Piles are lists of card ids with their top last; a hand maps card id to private handle, in the order received;
    `faces[side][card]` is what a card shows; `color_before` was in force before the last play; `target` is the seat
    that it was aimed at; `owed` counts the cards of a stacked penalty that no seat has taken yet, `owes_color` says
    that it ends with a drawing for Wild Draw Color; `asked` says that teammates were asked in this turn, `doubtable`
    is the seat that may be doubted; `presses` and `spins` count over the match; `out` are the seats that take no
    turns now, `eliminated` those that have left the match; `teams` are names by seat, empty without teams.
    `autopilot` are the seats that the service moves for, `resigned` those that have given up, the first one first;
    `votes` pairs each open motion with the seats that are for it; `paused`: all have agreed to stop the clock.
    `origin` of a branch: another match, the number of its events, and same or redealt; `position` is what it begins
    with, until it does.
    """

    __slots__: Final = (
        "active_seats",
        "autopilot",
        "clock",
        "color",
        "color_before",
        "commitment",
        "dealer",
        "direction",
        "discard",
        "doubtable",
        "draw",
        "eliminated",
        "entropies",
        "epoch",
        "evidence",
        "exposed",
        "faces",
        "hands",
        "idle",
        "last_round",
        "next_handle",
        "origin",
        "out",
        "out_ranks",
        "owed",
        "owes_color",
        "own_backs",
        "paused",
        "pending",
        "phase",
        "position",
        "presses",
        "resigned",
        "result",
        "round",
        "scores",
        "seat_kinds",
        "seats",
        "side",
        "spec",
        "spins",
        "target",
        "teams",
        "transcript",
        "turn",
        "uno",
        "version",
        "votes",
    )

    def __init__(self) -> None:
        self.version = 0
        self.spec = Spec.of(())
        self.seats = 0
        self.phase = Phase.LOBBY
        self.commitment = ""
        self.teams: tuple[str, ...] = ()
        self.transcript = ""
        self.own_backs = "hidden"
        self.seat_kinds: list[SeatKind] = []
        self.entropies: list[str] = []
        self.faces: tuple[tuple[int, ...], ...] = ((), ())
        self.epoch = 0
        self.round = 0
        self.dealer = 0
        self.side = LIGHT
        self.direction = 1
        self.turn: int | None = None
        self.color = NO_COLOR
        self.color_before = NO_COLOR
        self.pending: Pending | None = None
        self.evidence: EvidenceSealed | None = None
        self.target: int | None = None
        self.owed = 0
        self.owes_color = False
        self.doubtable: int | None = None
        self.presses = 0
        self.spins = 0
        self.hands: list[dict[int, int]] = []
        self.draw: list[int] = []
        self.discard: list[int] = []
        self.uno: list[Uno] = []
        self.exposed = 0
        self.scores: list[int] = []
        self.out: tuple[int, ...] = ()
        self.eliminated: tuple[int, ...] = ()
        self.out_ranks: tuple[int, ...] = ()
        self.active_seats = 0
        self.idle = 0
        self.next_handle = HANDLES_FROM
        self.last_round: RoundEnded | None = None
        self.result: MatchEnded | None = None
        self.clock: ClockSet | None = None
        self.autopilot: tuple[int, ...] = ()
        self.resigned: tuple[int, ...] = ()
        self.votes: tuple[tuple[str, tuple[int, ...]], ...] = ()
        self.paused = False
        self.origin: tuple[str, int, str] | None = None
        self.position: PositionSet | None = None

    def copy(self) -> Table:
        """Return an independent copy; immutable parts are shared."""
        other = Table.__new__(Table)
        for name in Table.__slots__:
            setattr(other, name, getattr(self, name))
        other.seat_kinds = self.seat_kinds[:]
        other.entropies = self.entropies[:]
        other.hands = [hand.copy() for hand in self.hands]
        other.draw = self.draw[:]
        other.discard = self.discard[:]
        other.uno = self.uno[:]
        other.scores = self.scores[:]
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in Table.__slots__) and all(
            list(mine.items()) == list(theirs.items()) for mine, theirs in zip(self.hands, other.hands, strict=True)
        )

    __hash__ = None  # type: ignore[assignment]  # mutable

    @property
    def is_over(self) -> bool:
        """True if the match has ended: no command is accepted any more."""
        return self.phase is Phase.MATCH_OVER

    @property
    def has_two_sides(self) -> bool:
        """True if the backs of the cards are faces to play with."""
        return not self.faces[DARK] or any(face != PLAIN_BACK for face in self.faces[DARK])

    @property
    def backs_open(self) -> bool:
        """True if holders see the backs of their own hands, so that a spectator may see them, too (SPEC 4)."""
        return self.own_backs == "visible" or not self.has_two_sides

    @property
    def top(self) -> int:
        """Active face on top of the discard pile, `NO_FACE` before the starter is turned."""
        return self.faces[self.side][self.discard[-1]] if self.discard else NO_FACE

    @property
    def top_back(self) -> int:
        """Inactive face of the top card of the draw pile: it lies open to all (SPEC 4)."""
        return self.faces[1 - self.side][self.draw[-1]] if self.draw else NO_FACE

    def seat_after(self, seat: int, steps: int, direction: int) -> int:
        """Return the seat `steps` places from `seat` in `direction`, passing those that are out."""
        if not self.out:
            return (seat + steps * direction) % self.seats
        while steps:
            seat = (seat + direction) % self.seats
            steps -= seat not in self.out
        return seat

    def playing_seats(self) -> list[int]:
        """Return the seats that take turns, clockwise."""
        return [seat for seat in range(self.seats) if seat not in self.out]

    def voting_seats(self) -> list[int]:
        """Return the seats of people who play themselves, clockwise: their votes decide on the match."""
        return [seat for seat in self.remaining_seats() if self.has_vote(seat)]

    def has_vote(self, seat: int) -> bool:
        """Return whether a person plays this seat, without autopilot."""
        absent = seat in self.autopilot or seat in self.resigned or seat in self.eliminated
        return self.seat_kinds[seat] is SeatKind.HUMAN and not absent

    def remaining_seats(self) -> list[int]:
        """Return the seats that are not eliminated, clockwise."""
        return [seat for seat in range(self.seats) if seat not in self.eliminated]

    def back_faces(self, seat: int) -> tuple[int, ...]:
        """Return the inactive faces of a hand, sorted: what every other seat sees of it (SPEC 4)."""
        inactive = self.faces[1 - self.side]
        return tuple(sorted([inactive[card] for card in self.hands[seat]]))

    def hand_faces(self, seat: int) -> tuple[int, ...]:
        """Return active faces of a hand in the order of its handles."""
        active = self.faces[self.side]
        return tuple(active[card] for card in self.hands[seat])

    def hands_shown_to(self, seat: int | None) -> tuple[int, ...]:
        """Return the partners who show `seat` (None: a spectator) their cards: all of its team, or none (SPEC 4)."""
        # The option is read from the spec: a table is shown without its ruleset.
        if not self.teams or seat is None or ("team_view", True) not in self.spec.options:
            return ()
        return partners(self.teams, seat)

    def color_of_top(self) -> int:
        """Color of the top discard, `NO_COLOR` if it is a wild."""
        color = COLOR_OF[self.top]
        return NO_COLOR if color == WILD_COLOR else color
