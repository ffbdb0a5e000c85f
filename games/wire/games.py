"""What the service says about games: summaries for lists, the whole table for one viewer."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

import engine
from common.http.types import Moment
from games.wire.commands import AnyCommand
from games.wire.rounds import RoundScore
from games.wire.scalars import CardText, Count, Hex32, Id, SeatNumber, Version
from games.wire.since import SinceYouLooked
from games.wire.tables import TableView
from games.wire.words import Future, PauseReason, SeatKindName, SpectatorsName, SpeedName, StatusName, UnoName

StepName = Literal["started", "turn", "answer", "bank", "round", "pause", "weekends", "waits", "deadline"]


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat and its player. `name` is the player's public name, `bot` the strategy of a bot.

    A `human` without a name has left the service for good; show a neutral text such as "Deleted player".
    """

    seat: SeatNumber
    kind: SeatKindName
    player_id: Annotated[
        Id | None,
        Meta(description="The id of the player (`/v1/players/{player}`), which a new name does not change."),
    ] = None
    name: str | None = None
    bot: str | None = None
    lent_until: Annotated[
        Moment | None, Meta(description="Until when somebody else plays the seat, too; null if it is not lent.")
    ] = None


class TableSeat(Seat, frozen=True, kw_only=True):
    """A seat with its player, and what everybody sees of it, as in `SeatView`."""

    cards: Count
    backs: list[CardText] | None
    fronts: list[CardText] | UnsetType = UNSET
    uno: UnoName
    score: int
    out: bool
    team: str | None
    autopilot: bool
    resigned: bool


class TimeControl(msgspec.Struct, frozen=True, kw_only=True):
    """The time control of a table, in seconds.

    `late`: whether a move after the deadline counts while no time-out is recorded.
    """

    turn: Annotated[int | None, Meta(description="For each turn; null if only the bank limits it.")]
    bank: Annotated[int | None, Meta(description="For the whole match, used by turns that exceed their limit.")]
    increment: Annotated[int, Meta(description="Added to the bank after each turn of the seat.")]
    cap: Annotated[int | None, Meta(description="Upper limit of the bank; null: its initial size.")]
    answer: Annotated[int | None, Meta(description="For answering a challenge and for a race; null: as for a turn.")]
    weekends: Annotated[bool, Meta(description="Whether Saturdays and Sundays in the player's time zone do not count.")]
    late: Literal["lenient", "strict"]
    autopilot_after: Annotated[
        int, Meta(description="The number of time-outs in a row after which the service moves for a seat.")
    ]


class Preset(msgspec.Struct, frozen=True, kw_only=True):
    """A time control with a name."""

    name: str
    summary: str
    control: TimeControl


class Presets(msgspec.Struct, frozen=True, kw_only=True):
    """The presets that a table's `clock` can name, besides `none`."""

    clocks: list[Preset]


class Bank(msgspec.Struct, frozen=True, kw_only=True):
    """The time that a seat has in reserve, and its time-outs in a row."""

    seat: SeatNumber
    left: Annotated[
        int | None, Meta(description="In seconds, at the start of the current turn; null if there is no bank.")
    ]
    timeouts: Count


class Pause(msgspec.Struct, frozen=True, kw_only=True):
    """A span of time that does not count, for one seat or (null) for all."""

    reason: PauseReason
    seat: SeatNumber | None
    since: Moment
    until: Annotated[Moment | None, Meta(description="Null if the pause has no planned end.")]


class ClockStep(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A step of the calculation of a deadline.

    `started`: the clock starts at `since`. `turn`, `answer`, `bank`, `round`: `seconds` are available. `pause`: the
    time from `since` to `until` does not count, for this `reason`. `weekends`: they do not count, at an `offset` in
    minutes from UTC. `waits`: there is no deadline before the pause ends. `deadline`: the result, at `since`.
    """

    step: StepName
    since: Moment | None = None
    until: Moment | None = None
    seconds: int | None = None
    reason: PauseReason | None = None
    offset: int | None = None


class ClockSummary(msgspec.Struct, frozen=True, kw_only=True):
    """The clock of a game in short."""

    preset: Annotated[str | None, Meta(description="The preset of `/v1/clocks` with this time control, or null.")]
    speed: SpeedName
    control: Annotated[
        TimeControl | None, Meta(description="The time control; null if only rounds are timed (`time_limit`).")
    ]


class GameClock(ClockSummary, frozen=True, kw_only=True):
    """The clock of a game: whose time is running, and what everybody has left."""

    seat: Annotated[SeatNumber | None, Meta(description="The seat whose time is running.")]
    vacations: Annotated[bool, Meta(description="Whether the clock of a seat stops while its player is on vacation.")]
    banks: list[Bank]
    pauses: Annotated[list[Pause], Meta(description="The pauses that can still matter, oldest first.")]
    explain: Annotated[list[ClockStep], Meta(description="The calculation of the deadline, step by step.")]


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """The position from which a branch began: game `game` at `version`."""

    game: Annotated[Id, Meta(description="The id of the game. It may be private, so that only its players can see it.")]
    version: Version
    future: Annotated[Future, Meta(description="Whether the cards that a seat could not know were dealt anew.")]


class Waiting(msgspec.Struct, frozen=True, kw_only=True):
    """For whom a match waits, and since when."""

    seats: Annotated[
        list[SeatNumber], Meta(description="The seats that must act; several if any of them may (`help`, `race`).")
    ]
    since: Annotated[Moment, Meta(description="When they were asked.")]


class GameBase(msgspec.Struct, frozen=True, kw_only=True):
    """What a list and a look both say of a game. Nothing in it depends on cards that the caller cannot see."""

    id: Id
    status: StatusName
    private: bool
    spectators: SpectatorsName
    min_reliability: Annotated[
        int | None, Meta(description="The `share` in percent that players need to be seated; null if none.")
    ]
    ruleset: str
    edition: str
    options: Annotated[
        dict[str, engine.OptionValue],
        Meta(
            description="The options that differ from their default, or from the value that the ruleset or another "
            "option sets. A game created with these options has the same rules."
        ),
    ]
    seats: list[Seat]
    open_seats: Count
    host: Annotated[SeatNumber | None, Meta(description="The seat of the host, who may add bots and start the match.")]
    clock: Annotated[ClockSummary | None, Meta(description="The clock in short; null without a time control.")]
    turn: Annotated[SeatNumber | None, Meta(description="The seat that must act, or null.")]
    waiting: Annotated[Waiting | None, Meta(description="For whom the match waits; null if for nobody.")]
    your_seat: Annotated[SeatNumber | None, Meta(description="The caller's seat, or null for spectators.")]
    your_turn: Annotated[bool, Meta(description="Whether the caller's seat is the one that must act.")]
    vacant_seats: Annotated[
        list[SeatNumber],
        Meta(
            description="Seats of a running match whose players have resigned or are gone. Anybody without a seat "
            "may take one over, at a private table with an invitation."
        ),
    ]
    can_act: Annotated[
        bool,
        Meta(
            description="Whether the caller's seat has a legal command now, on turn or not: the turn, a call, a catch, "
            "a jump, a race, an answer."
        ),
    ]
    version: Version
    chain: Annotated[
        Hex32, Meta(description="Hash over all events so far. Save it as evidence (docs/protocol/protocol.md).")
    ]
    deadline_at: Annotated[
        Moment | None,
        Meta(description="When time runs out next, for the seat on turn or for the round; null if no time is running."),
    ]
    quarantined: Annotated[
        bool,
        Meta(description="Whether commands are refused (`game_quarantined`) until an operator has examined the game."),
    ]
    origin: Annotated[Origin | None, Meta(description="Where a branch began; null for other games.")]
    rematch_of: Annotated[Id | None, Meta(description="The match of which this one is the rematch.")]
    series: Annotated[Id | None, Meta(description="The series (`/v1/series/{series_id}`) in which it counts.")]
    created_at: Moment
    updated_at: Moment
    closes_at: Annotated[
        Moment | None,
        Meta(description="When the service closes the table unless something happens there; null once it has started."),
    ]


class GameSummary(GameBase, frozen=True, kw_only=True):
    """A game in a list. Nothing in it depends on cards that the caller cannot see."""

    table: Annotated[
        engine.TableSummary | None,
        Meta(
            description="Null before the match, if the table was closed before it, and while it runs for spectators "
            "who are shown an earlier moment."
        ),
    ]


class Game(GameBase, frozen=True, kw_only=True):
    """A game as one viewer may see it now."""

    clock: Annotated[GameClock | None, Meta(description="The clock of the game; null if it has none.")]
    server_now: Annotated[
        Moment, Meta(description="The time of the service at the moment of the answer. Deadlines refer to this clock.")
    ]
    seats: list[TableSeat]  # type: ignore[assignment]  # of a frozen list, more than its base says
    view: TableView
    legal_commands: Annotated[
        list[AnyCommand],
        Meta(
            description="Exactly the moves that the caller's seat may make now, ready to send. Empty unless `can_act`."
        ),
    ]
    table_commands: Annotated[
        list[AnyCommand],
        Meta(
            description="Commands of the caller's seat that are no moves: votes, resigning, ending a "
            "pause, taking the seat back."
        ),
    ]
    since_you_looked: Annotated[
        SinceYouLooked | UnsetType | None,
        Meta(description="Only with `include=since_you_looked`; null without a seat."),
    ] = UNSET
    rounds: Annotated[
        list[RoundScore] | UnsetType,
        Meta(description="Only with `include=rounds`: the rounds that are over, the latest 200."),
    ] = UNSET


class GamePage(msgspec.Struct, frozen=True, kw_only=True):
    """One page of games."""

    games: list[GameSummary]
    server_now: Annotated[Moment, Meta(description="The service's time as it answers.")]
    next: Annotated[str | None, Meta(description="The `cursor` of the next page, or null on the last page.")]
