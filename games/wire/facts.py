"""What a message is about, by its kind (docs/clients/messages.md)."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from games.wire.scalars import Hex32, Id, SeatNumber, Timestamp, Version
from games.wire.words import (
    AutopilotReason,
    BestOf,
    DecisionName,
    FillName,
    MatchCause,
    PauseReason,
    SeriesCause,
    WebhookOffReason,
)

Whose = Annotated[
    SeatNumber | None, Meta(description="The seat of the player on vacation; null if the pause is for everybody.")
]
ToDecide = Annotated[
    DecisionName | None, Meta(description="The kind of the decision, as in `view.decision.kind`; null for a turn.")
]
BySeat = list[int]


class OwnSeatFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Facts about the table as a whole."""

    you: Annotated[SeatNumber, Meta(description="Your seat.")]


class AboutSeat(OwnSeatFacts, frozen=True, kw_only=True):
    """Facts about one seat."""

    seat: Annotated[SeatNumber, Meta(description="The seat that did it, or to which it happened.")]


class MatchOverFacts(OwnSeatFacts, frozen=True, kw_only=True):
    """How the match ended."""

    winners: list[SeatNumber]
    ranks: Annotated[BySeat, Meta(description="By seat, 1 for the winners.")]
    cause: MatchCause


class AbortedFacts(OwnSeatFacts, frozen=True, kw_only=True):
    """All players agreed to end the match."""

    cause: MatchCause


class TurnFacts(OwnSeatFacts, frozen=True, kw_only=True):
    """What you must do, and until when. Save `version` and `chain` as evidence."""

    version: Version
    chain: Annotated[Hex32 | None, Meta(description="Null in old messages.")] = None
    decision: ToDecide
    deadline_at: Timestamp | None


class NudgeFacts(AboutSeat, frozen=True, kw_only=True):
    """A player asks you to move."""

    decision: ToDecide
    deadline_at: Timestamp | None


class WebhookFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The webhook that is off, and why."""

    webhook: Id
    host: Annotated[str | None, Meta(description="The host that the webhook called.")]
    reason: WebhookOffReason


class AutopilotFacts(AboutSeat, frozen=True, kw_only=True):
    """The seat for which the service moves now."""

    reason: AutopilotReason


class TimedOutFacts(AboutSeat, frozen=True, kw_only=True):
    """Your time ran out."""

    due_at: Annotated[Timestamp, Meta(description="When your time ran out.")]


class InvitedFacts(msgspec.Struct, frozen=True, kw_only=True):
    """An invitation to a table."""

    by: Annotated[SeatNumber, Meta(description="The seat of the player who invites.")]
    name: Annotated[
        str | None, Meta(description="The current name of that player; null if they have left the service.")
    ] = msgspec.field(name="from")
    ruleset: str
    edition: str
    code: Annotated[str, Meta(description="The code of the invitation.")]
    link: Annotated[str, Meta(description="The page of the invitation.")]


class LoanOfferedFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The seat that a player offers to lend."""

    by: SeatNumber
    name: str | None = msgspec.field(name="from")
    ruleset: str
    edition: str
    code: str
    link: str
    hours: int
    until: Timestamp


class SeekFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The seek that is over."""

    seek: Annotated[Id, Meta(description="The id of your seek.")]
    ruleset: str
    edition: str


class MusterFacts(SeekFacts, frozen=True, kw_only=True):
    """The match that is ready."""

    until: Annotated[Timestamp, Meta(description="Until when you can confirm.")]
    people: Annotated[int, Meta(description="The number of people who were called, you included.")]


class RematchFacts(AboutSeat, frozen=True, kw_only=True):
    """An offer to play a match again."""

    seat: Annotated[SeatNumber, Meta(description="The seat of the player who offers it.")]
    best_of: BestOf
    fill: FillName
    until: Annotated[Timestamp, Meta(description="When the offer ends.")]


class SeriesOverFacts(OwnSeatFacts, frozen=True, kw_only=True):
    """How a series ended."""

    series: Id
    winners: Annotated[list[SeatNumber], Meta(description="Empty unless the series is decided.")]
    cause: SeriesCause


class RemovedFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The table from which the host has removed you."""

    ruleset: str
    edition: str


class EliminatedFacts(AboutSeat, frozen=True, kw_only=True):
    """You are out of the match."""

    rank: int


class PausedFacts(OwnSeatFacts, frozen=True, kw_only=True):
    """Why the clock stands still."""

    reason: PauseReason
    seat: Whose
    since: Timestamp | None
    until: Annotated[Timestamp | None, Meta(description="Null if the pause has no planned end.")]


class ResumedFacts(OwnSeatFacts, frozen=True, kw_only=True):
    """The pause that is over."""

    reason: PauseReason
    seat: Whose


class CaughtFacts(AboutSeat, frozen=True, kw_only=True):
    """A player was caught without calling UNO."""

    by: Annotated[SeatNumber, Meta(description="The seat that caught them.")]


class ChallengedFacts(AboutSeat, frozen=True, kw_only=True):
    """The result of a challenge."""

    by: Annotated[SeatNumber, Meta(description="The seat whose card was challenged.")]
    guilty: Annotated[bool, Meta(description="Whether the challenge was right.")]


class RoundOverFacts(OwnSeatFacts, frozen=True, kw_only=True):
    """How a round ended."""

    winner: Annotated[SeatNumber | None, Meta(description="The winning seat, or null if nobody won.")]
    points: Annotated[BySeat, Meta(description="The points of the round by seat.")]
    totals: Annotated[BySeat, Meta(description="The points of the match by seat.")]


FACTS: Mapping[str, type[Any]] = {
    "match_over": MatchOverFacts,
    "aborted": AbortedFacts,
    "closed": OwnSeatFacts,
    "series_over": SeriesOverFacts,
    "your_turn": TurnFacts,
    "reminder": TurnFacts,
    "nudge": NudgeFacts,
    "webhook_disabled": WebhookFacts,
    "autopilot": AutopilotFacts,
    "timed_out": TimedOutFacts,
    "invited": InvitedFacts,
    "muster": MusterFacts,
    "seek_missed": SeekFacts,
    "seek_expired": SeekFacts,
    "rematch_offered": RematchFacts,
    "loan_offered": LoanOfferedFacts,
    "removed": RemovedFacts,
    "started": OwnSeatFacts,
    "eliminated": EliminatedFacts,
    "abort_asked": AboutSeat,
    "pause_asked": AboutSeat,
    "paused": PausedFacts,
    "resumed": ResumedFacts,
    "resigned": AboutSeat,
    "challenged": ChallengedFacts,
    "caught": CaughtFacts,
    "seat_taken": AboutSeat,
    "seat_left": AboutSeat,
    "handed_back": AboutSeat,
    "taken_over": AboutSeat,
    "round_over": RoundOverFacts,
}
"""By the kind of the message."""
