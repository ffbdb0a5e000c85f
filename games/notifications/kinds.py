"""The table of kinds: which event is announced to whom, on which channels, and until when it is news.

An event reaches this module as `engine.redact` shows it to the reader's seat, so hidden facts cannot get into a
notification. The most important kinds come first. Of several notifications of one command people are sent the first,
and find the others in the inbox.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final, Literal

import engine
from games.rematches import LASTS
from games.store.asked_seats import ALL_MAY_ACT, ASKS

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from engine import Event

Told = Mapping[str, Any]
"""An event as `engine.redact` shows it: its tag is `type`."""

MAIL: Final = frozenset({"email"})
PUSH: Final = frozenset({"webpush", "fcm", "apns"})
PROGRAMS: Final = frozenset({"webhook"})
CHANNELS: Final = ("email", "webpush", "fcm", "apns", "webhook")
"""Channels that can be switched on and off, in the order they are shown. The inbox has everything."""

Audience = Literal["owner", "accused", "asked", "others", "everyone", "named"]
"""The recipients of a kind: the seat of the event (`owner`), its field `by` (`accused`), the seats that must or may
act now (`asked`), all people but the seat of the event (`others`), all people at the table (`everyone`), or a
person named by a service (`named`)."""

ALWAYS_TOLD: Final = frozenset({"owner", "accused"})
"""These audiences are notified even of their own commands."""

Stale = Literal["never", "turn", "motion", "lobby", "autopilot", "muster", "rematch", "loan"]
"""When an unsent message is dropped: only when it expires (`never`); once the turn is played, fetched or over
(`turn`), the motion carried or dropped (`motion`), the match started (`lobby`), the seat handed back (`autopilot`), the
place confirmed or lost (`muster`), the offer answered or over (`rematch`, `loan`)."""

BY_SEAT: Final = frozenset({"seat", "pause", "resigned", "claim", "table"})
"""Groups whose messages about one seat stay true after news of another seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A row of the table.

    `why`: one sentence for the documentation. `events`: tags of the events that trigger it, if `when` agrees.
    `facts`: fields of the event that go into the notification. `actor_too`: also for the seat that sent the command.
    `channels`: the channels unless the player chooses others. `group`: a newer notification of the same game and
    group replaces a waiting one; in the groups `BY_SEAT` only one about the same seat. `lasts`: how long it is news.
    """

    name: str
    why: str
    events: frozenset[str] = frozenset()
    when: Callable[[Told, int], bool] = lambda _event, _actor: True
    audience: Audience
    facts: tuple[str, ...] = ()
    actor_too: bool = False
    channels: frozenset[str]
    urgency: Literal["low", "normal", "high"] = "normal"
    stale: Stale = "never"
    group: str
    lasts: timedelta = timedelta(days=7)


MOVES_DEADLINE: Final = frozenset({
    "clock_paused", "clock_resumed", "clock_extended", "autopilot_released", "offset_noted",
    "seat_lent", "seat_returned",
})  # fmt: skip
"""Events that change the times or the readers of reminders, even if they cause no notification."""

KINDS: Final = (
    Kind(
        name="match_over",
        why="The match is over: who won, how, and where to replay it.",
        events=frozenset({"match_ended"}),
        when=lambda event, _actor: event.get("cause") not in {"aborted", "closed"},
        audience="everyone",
        facts=("winners", "ranks", "cause"),
        actor_too=True,
        channels=MAIL | PUSH | PROGRAMS,
        group="match",
        lasts=timedelta(days=30),
    ),
    Kind(
        name="aborted",
        why="All players agreed to end the match without a result.",
        events=frozenset({"match_ended"}),
        when=lambda event, _actor: event.get("cause") == "aborted",
        audience="everyone",
        facts=("cause",),
        actor_too=True,
        channels=MAIL | PUSH | PROGRAMS,
        group="match",
        lasts=timedelta(days=30),
    ),
    Kind(
        name="closed",
        why="The match did not start for a long time, so the service closed the table.",
        events=frozenset({"match_ended"}),
        when=lambda event, _actor: event.get("cause") == "closed",
        audience="everyone",
        channels=PUSH | PROGRAMS,
        urgency="low",
        group="match",
    ),
    Kind(
        name="series_over",
        why="A series of matches is over: who won it, or that it was ended before.",
        audience="named",
        channels=MAIL | PUSH | PROGRAMS,
        group="series",
        lasts=timedelta(days=30),
    ),
    Kind(
        name="your_turn",
        why="You must act: a turn, or a decision after another player's card.",
        events=ASKS,
        audience="asked",
        channels=MAIL | PUSH | PROGRAMS,
        urgency="high",
        stale="turn",
        group="turn",
        lasts=timedelta(days=30),
    ),
    Kind(
        name="reminder",
        why="Your time in a game runs out soon. You choose how long before you are reminded.",
        audience="named",
        channels=MAIL | PUSH | PROGRAMS,
        urgency="high",
        stale="turn",
        group="turn",
        lasts=timedelta(days=30),
    ),
    Kind(
        name="nudge",
        why="Somebody at the table asks you politely to move.",
        audience="named",
        channels=MAIL | PUSH | PROGRAMS,
        stale="turn",
        group="turn",
        lasts=timedelta(days=30),
    ),
    Kind(
        name="webhook_disabled",
        why="One of your webhooks was switched off, because its receiver is gone or failed for days.",
        audience="named",
        channels=MAIL,
        group="webhook",
        lasts=timedelta(days=30),
    ),
    Kind(
        name="autopilot",
        why="From now on the service moves for a seat, because its player was late too often or is gone.",
        events=frozenset({"autopilot_engaged"}),
        when=lambda event, _actor: event.get("reason") != "resigned",
        audience="everyone",
        facts=("seat", "reason"),
        actor_too=True,
        channels=MAIL | PUSH | PROGRAMS,
        urgency="high",
        stale="autopilot",
        group="seat",
    ),
    Kind(
        name="timed_out",
        why="Your time ran out, and the service made a move for you.",
        events=frozenset({"timed_out"}),
        audience="owner",
        facts=("seat", "due_at"),
        channels=MAIL | PUSH | PROGRAMS,
        urgency="high",
        group="seat",
    ),
    Kind(
        name="invited",
        why="Somebody invites you to an open table; the message has its code and link.",
        audience="named",
        channels=MAIL | PUSH | PROGRAMS,
        stale="lobby",
        group="table",
    ),
    Kind(
        name="muster",
        why="A match that you look for is ready: confirm in time that you are there.",
        audience="named",
        channels=MAIL | PUSH | PROGRAMS,
        urgency="high",
        stale="muster",
        group="seek",
        lasts=timedelta(days=2),
    ),
    Kind(
        name="seek_missed",
        why="You did not confirm in time, and the others play without you.",
        audience="named",
        channels=MAIL | PUSH | PROGRAMS,
        group="seek",
        lasts=timedelta(days=2),
    ),
    Kind(
        name="seek_expired",
        why="Nobody was found for a match that you were looking for.",
        audience="named",
        channels=PUSH | PROGRAMS,
        urgency="low",
        group="seek",
        lasts=timedelta(days=2),
    ),
    Kind(
        name="rematch_offered",
        why="A player of a finished match offers to play again, once or in a series; you can accept in the message.",
        audience="named",
        channels=MAIL | PUSH | PROGRAMS,
        stale="rematch",
        group="rematch",
        lasts=LASTS,
    ),
    Kind(
        name="loan_offered",
        why="A player offers to lend you their seat; the message has its code and link.",
        audience="named",
        channels=MAIL | PUSH | PROGRAMS,
        stale="loan",
        group="loan",
        lasts=timedelta(days=2),
    ),
    Kind(
        name="removed",
        why="The host has removed you from a table before the match.",
        audience="named",
        channels=MAIL | PUSH | PROGRAMS,
        group="table",
    ),
    Kind(
        name="started",
        why="The match has started.",
        events=frozenset({"match_started"}),
        audience="everyone",
        channels=MAIL | PUSH | PROGRAMS,
        group="table",
        lasts=timedelta(days=2),
    ),
    Kind(
        name="eliminated",
        why="You are out of the match; the others play on.",
        events=frozenset({"seat_eliminated"}),
        audience="owner",
        facts=("seat", "rank"),
        channels=MAIL | PUSH | PROGRAMS,
        group="seat",
    ),
    Kind(
        name="abort_asked",
        why="A player proposes to end the match without a result. Everybody has to agree.",
        events=frozenset({"vote_cast"}),
        when=lambda event, _actor: event.get("motion") == "abort" and event.get("yes") is True,
        audience="others",
        facts=("seat",),
        channels=MAIL | PUSH | PROGRAMS,
        stale="motion",
        group="abort",
    ),
    Kind(
        name="pause_asked",
        why="A player proposes to stop the clock. Everybody has to agree.",
        events=frozenset({"vote_cast"}),
        when=lambda event, _actor: event.get("motion") == "pause" and event.get("yes") is True,
        audience="others",
        facts=("seat",),
        channels=MAIL | PUSH | PROGRAMS,
        stale="motion",
        group="pause_vote",
    ),
    Kind(
        name="paused",
        why="The clock stands still: all agreed, or a player is on vacation.",
        events=frozenset({"clock_paused"}),
        audience="others",
        facts=("reason", "seat", "since", "until"),
        channels=PUSH | PROGRAMS,
        group="pause",
    ),
    Kind(
        name="resumed",
        why="A pause is over.",
        events=frozenset({"clock_resumed"}),
        audience="others",
        facts=("reason", "seat"),
        channels=PUSH | PROGRAMS,
        group="pause",
    ),
    Kind(
        name="resigned",
        why="A player has resigned; the service moves for the seat to the end.",
        events=frozenset({"seat_resigned"}),
        audience="others",
        facts=("seat",),
        channels=PUSH | PROGRAMS,
        group="resigned",
    ),
    Kind(
        name="challenged",
        why="Your wild draw card was challenged; the message tells the result.",
        events=frozenset({"challenge_decided"}),
        audience="accused",
        facts=("seat", "by", "guilty"),
        channels=PUSH | PROGRAMS,
        group="claim",
        lasts=timedelta(days=2),
    ),
    Kind(
        name="caught",
        why="You were caught without calling UNO and have drawn cards.",
        events=frozenset({"uno_caught"}),
        audience="owner",
        facts=("seat", "by"),
        channels=PUSH | PROGRAMS,
        group="claim",
        lasts=timedelta(days=2),
    ),
    Kind(
        name="seat_taken",
        why="A player has taken a seat at your table.",
        events=frozenset({"seat_taken"}),
        when=lambda event, _actor: event.get("kind") == "human",
        audience="others",
        facts=("seat",),
        channels=PUSH | PROGRAMS,
        urgency="low",
        stale="lobby",
        group="table",
        lasts=timedelta(days=2),
    ),
    Kind(
        name="seat_left",
        why="A player has left your table before the match.",
        events=frozenset({"seat_left"}),
        # The host removes bots and people.
        when=lambda event, actor: event["seat"] == actor,
        audience="others",
        facts=("seat",),
        channels=PUSH | PROGRAMS,
        urgency="low",
        stale="lobby",
        group="table",
        lasts=timedelta(days=2),
    ),
    Kind(
        name="handed_back",
        why="A player moves again for a seat for which the service moved.",
        events=frozenset({"autopilot_released"}),
        audience="others",
        facts=("seat",),
        channels=PROGRAMS,
        urgency="low",
        group="seat",
        lasts=timedelta(days=2),
    ),
    Kind(
        name="taken_over",
        why="Another player has taken over a seat whose player had resigned or was gone.",
        events=frozenset({"seat_taken_over"}),
        audience="others",
        facts=("seat",),
        channels=PUSH | PROGRAMS,
        urgency="low",
        group="seat",
        lasts=timedelta(days=2),
    ),
    Kind(
        name="round_over",
        why="A round is over: who won it, and the scores.",
        events=frozenset({"round_ended"}),
        audience="everyone",
        facts=("winner", "points", "totals"),
        channels=PROGRAMS,
        urgency="low",
        group="round",
        lasts=timedelta(days=2),
    ),
)

BY_NAME: Final = {kind.name: kind for kind in KINDS}
TOLD: Final = frozenset(tag for kind in KINDS if kind.name != "your_turn" for tag in kind.events) | MOVES_DEADLINE


AFTER_MATCH: Final = frozenset({"match", "series", "rematch"})
"""Groups whose messages are news although the match is over."""


def named(name: str) -> Kind:
    """Return the kind of a stored message. Raises `NewerCode` if only newer code knows it."""
    if name not in BY_NAME:
        raise engine.NewerCode(f"no kind of message {name}")
    return BY_NAME[name]


def defaults() -> dict[str, Collection[str]]:
    """Return the default channels by name of the kind."""
    return {kind.name: kind.channels for kind in KINDS}


def calls_for_notifications(events: Sequence[Event], table: engine.Table | None = None) -> bool:
    """Return whether these events, folded into `table`, need messages, or reminders at other times.

    Pure and cheap, because every command calls it. Without a table every seat counts as a person's.
    """
    people = None if table is None else [kind is engine.SeatKind.HUMAN for kind in table.seat_kinds]
    return (people is None or any(people)) and any(_worth(event, people) for event in events)


def _worth(event: Any, people: Sequence[bool] | None) -> bool:
    tag = engine.TAGS[type(event)]
    return tag in TOLD or (tag in ASKS and (people is None or tag in ALL_MAY_ACT or people[event.seat]))
