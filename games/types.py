"""Plain values returned by the store: a game, its seats, its logged events, and the stored codes.

They carry what the service knows, which is more than a viewer may see: tables and events leave the service only
through `engine.view` and `engine.redact`. Nothing here uses the database.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from django.db.models import IntegerChoices

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from uuid import UUID

    import engine
    from games.clock import Clock
    from games.store.option_sets import OptionSet


SYSTEM: Final = 255
"""The actor number of the service itself; seats count from 0."""


class Coded(IntegerChoices):
    """Names that are stored as numbers."""

    @property
    def word(self) -> str:
        """Return the name as clients and operators read it."""
        return self.name.lower()


class Status(Coded):
    """The status of a game. The numbers are stored."""

    LOBBY = 0
    RUNNING = 1
    FINISHED = 2


class SeatKind(Coded):
    """The kind of player on a seat. The numbers are stored."""

    OPEN = 0
    HUMAN = 1
    BOT = 2


class Spectators(Coded):
    """What spectators see of a running match (SPEC 4, R-SPECTATORS). The numbers are stored."""

    NONE = 0
    DELAYED = 1
    OPEN = 2


class Speed(Coded):
    """The speed of a table's clock (`games.store.controls`). The numbers are stored."""

    NONE = 0
    LIVE = 1
    DAY = 2
    DAYS = 3


class Work(Coded):
    """The kind of work of an outbox entry. The numbers are stored."""

    WAKE_BOTS = 1
    DEAL_NEXT_ROUND = 2
    NOTIFY = 3
    SEAT_LEFT = 4
    SETTLE = 5
    VACATION = 6
    AUTOMATIC = 7
    ORDERS = 9
    LOAN_OFFERED = 10


FAILING: Final = 5
"""Work tried this often counts as failing. It is never given up, but the pauses grow to hours."""


class SeatLoan(NamedTuple):
    """Somebody to whom a seat is lent until `until`. They see what was until version `since` as a spectator."""

    borrower: UUID
    since: int
    until: datetime


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """One seat of a game. `player` and `name` are None unless a person sits there; `bot` names a strategy.

    `since`: the player took the seat over after this version, and sees what was until then as a spectator.
    `loan`: somebody else plays the seat, too.
    """

    seat: int
    kind: SeatKind
    player: UUID | None
    name: str | None
    bot: str | None
    since: int = 0
    loan: SeatLoan | None = None

    @property
    def lent_until(self) -> datetime | None:
        """Return the end of the loan that runs; None if the seat is not lent."""
        return None if self.loan is None else self.loan.until


class Origin(NamedTuple):
    """Where a branch began: as the game `game` stood at `version`. `future`: same, or redealt."""

    game: UUID
    version: int
    future: Literal["same", "redealt"]


@dataclass(frozen=True, slots=True)
class Game:
    """Everything the service knows about a game besides its table. Times are aware, in UTC.

    `spectator_version`: how far spectators see the running match; it has no
    meaning before and after. `min_reliability`: in percent, of players who sit down; None if nobody is asked. `chain`
    is the hash of the event number `version`. `control`: the time control, None if there is none. `waits_for`: the
    seats that the match waits for, since `asked_at`. `vacant`: those that a substitute may take over.
    `quarantined_at`: when the game was quarantined, None if it is not. `origin`: None unless it is a branch.
    `rematch_of`: the match that it repeats; `series_id`: the series in which it counts. `borrowed`: it is as somebody
    may know it to whom a seat is lent (`as_known_to`).
    """

    id: UUID
    version: int
    chain: bytes
    status: Status
    private: bool
    spectators: Spectators
    spectator_version: int = field(compare=False)
    ruleset: str
    edition: str
    option_set: OptionSet
    seats: tuple[SeatRecord, ...]
    control: engine.ClockSet | None
    turn_seat: int | None
    waits_for: tuple[int, ...]
    asked_at: datetime | None
    deadline_at: datetime | None
    followed: bool
    created_at: datetime
    updated_at: datetime
    quarantined_at: datetime | None = None
    origin: Origin | None = None
    vacant: tuple[int, ...] = ()
    min_reliability: int | None = None
    rematch_of: UUID | None = None
    series_id: UUID | None = None
    borrowed: bool = False

    @property
    def options(self) -> Mapping[str, object]:
        """Return names and values of SPEC 8."""
        return self.option_set.options

    @property
    def host(self) -> int | None:
        """Return the seat that may add bots and start: the lowest one with a person."""
        return next((seat.seat for seat in self.seats if seat.kind is SeatKind.HUMAN), None)

    def seat_of(self, player: UUID | None) -> int | None:
        """Return the seat of a player; None if they have none."""
        if player is None:
            return None
        return next((seat.seat for seat in self.seats if seat.player == player), None)

    def seat_played_by(self, player: UUID | None) -> int | None:
        """Return the seat that a player has, or that is lent to them now; None if there is neither."""
        own = self.seat_of(player)
        return own if own is not None or player is None else next((one.seat for one in self.lent_to(player)), None)

    def lent_to(self, player: UUID) -> list[SeatRecord]:
        """Return the seats that are lent to a player now; there is one at most."""
        return [seat for seat in self.seats if seat.loan is not None and seat.loan.borrower == player]

    def as_known_to(self, player: UUID | None) -> Game:
        """Return the game for the decisions about one player: the seat that is lent to them is theirs since then."""
        lent = () if player is None else self.lent_to(player)
        if not lent:
            return self
        [seat] = lent
        theirs = replace(seat, since=seat.loan.since) if seat.loan is not None else seat
        seats = (*self.seats[: seat.seat], theirs, *self.seats[seat.seat + 1 :])
        return replace(self, seats=seats, borrowed=True)

    def since(self, seat: int | None) -> int:
        """Return the version until which the player of this seat sees the game as a spectator; 0 for spectators."""
        return 0 if seat is None else self.seats[seat].since

    def is_known_to(self, player: UUID | None) -> bool:
        """Return whether a player (None: anonymous) may know of the game without an invitation."""
        return not self.private or self.seat_played_by(player) is not None

    @property
    def has_room(self) -> bool:
        """Return whether people may be invited: the match has not started, or a seat is vacant."""
        return self.status is Status.LOBBY or bool(self.vacant)

    @property
    def is_quarantined(self) -> bool:
        """Return whether the game is quarantined, so that no command may change it until an operator acts."""
        return self.quarantined_at is not None

    @property
    def open_seats(self) -> int:
        """Return the number of free seats; none at a table that was closed."""
        if self.status is Status.FINISHED:
            return 0
        return sum(seat.kind is SeatKind.OPEN for seat in self.seats)


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """An event with its place in the log. `actor` is a seat or `SYSTEM`.

    `chain` and `private_commitment` may be published: they reveal nothing of the private part.
    """

    seq: int
    recorded_at: datetime
    actor: int
    command_id: UUID
    event: engine.Event
    chain: bytes
    private_commitment: bytes | None


@dataclass(frozen=True, slots=True)
class GameState:
    """A game at a version, read at `now`.

    `clock` is None if nothing is timed. `seat` is that of the asking player, None for a spectator or the service.
    """

    game: Game
    table: engine.Table
    clock: Clock | None
    seat: int | None
    now: datetime


@dataclass(frozen=True, slots=True)
class Outcome(GameState):
    """The game right after an accepted command, before any later one, and the events of the command.

    `replayed`: the command was accepted before, and this is the same answer again.
    """

    events: tuple[LoggedEvent, ...]
    replayed: bool


EVERY: Final = 128
"""When a command crosses a multiple of this many events a snapshot is written, and a frame of an archive ends."""


class EventRow(NamedTuple):
    """A row of the log as stored."""

    seq: int
    type: int
    schema_version: int
    actor: int
    command_id: UUID
    recorded_at: datetime
    public: bytes
    private: bytes | None
    private_commitment: bytes | None
    chain: bytes


class CommandRow(NamedTuple):
    """An accepted command as stored: its events are `first_seq` to `last_seq`."""

    command_id: UUID
    actor: int
    fingerprint: bytes
    first_seq: int
    last_seq: int
