"""Everything that the service knows of a game but its hidden part: header, timeline, messages, faults."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from common import clock
from games.inspector.timeline import Entry, seat_name, story
from games.models import Found, Game, Loan, Outage, OutboxEntry
from games.store import asked_seats, reader, seats
from games.types import FAILING, SeatKind, Status, Work
from players.models import Delivery, Notification, Reminder, WebhookCursor, WebhookDelivery

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from datetime import datetime
    from uuid import UUID

    from django.db.models import QuerySet

    from games.types import SeatRecord

MOST: Final = 1000
"""Most entries of a timeline, and most rows that are read of messages, calls and outages each; the latest ones."""

SECRET_WORK: Final = frozenset({Work.AUTOMATIC, Work.ORDERS})
"""Promises of automatic moves: they tell that a player had no choice, or has given orders."""

_ADDRESS: Final = re.compile(r"[^\s<>()\[\],;:\"']+@[^\s<>()\[\],;:\"']+|https?://\S+")
_NOBODY: Final = {SeatKind.OPEN: "open", SeatKind.HUMAN: "a deleted player", SeatKind.BOT: "a bot"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """A game and its timeline, oldest entry first.

    `seats`: who sits where, by letter. `waits_for`: letters of the seats that must act, since `asked_at`. `derivation`:
    how the deadline follows. `promised`: work in the outbox. `left_out`: older entries that are not listed.
    `kept_back`: messages to others are not listed, because the operator plays in this match.
    """

    id: UUID
    status: str
    ruleset: str
    edition: str
    private: bool
    version: int
    created_at: datetime
    updated_at: datetime
    now: datetime
    seats: Mapping[str, str]
    waits_for: list[str]
    asked_at: datetime | None
    deadline_at: datetime | None
    derivation: list[str]
    quarantined_at: datetime | None
    quarantine: str
    promised: list[str]
    entries: list[Entry]
    left_out: int = 0
    kept_back: bool = False


@dataclass(frozen=True, slots=True)
class _Case:
    """A game under inspection. `only`: the player whose messages are listed; None: all players'."""

    game: Game
    sitting: tuple[SeatRecord, ...]
    only: UUID | None
    now: datetime
    names: dict[UUID, str] = field(default_factory=dict)

    def who(self, player: UUID) -> str:
        """Return a player as letter of their seat, "another player" if they have none."""
        return next((seat_name(one.seat) for one in self.sitting if one.player == player), "another player")

    @property
    def is_running(self) -> bool:
        return self.game.status == Status.RUNNING


def explain(game_id: UUID, *, operator: UUID | None = None, last: int = MOST) -> Explanation | None:
    """Return the explanation of a game with its `last` entries; None if there is no such game.

    An operator who plays in a running match, or has played for a friend, gets no messages to others: that there are
    none could tell that a seat has no choice.
    """
    game = Game.objects.filter(id=game_id).first()
    if game is None:
        return None
    sitting = seats.read(game.seats)
    kept_back = operator is not None and _plays(operator, game_id, sitting) and game.status != Status.FINISHED
    case = _Case(game, sitting, operator if kept_back else None, clock.now())
    told = story(reader.read(game_id, 0, game.version))
    entries = [*told.entries]
    for part in _PARTS:
        entries += part(case)
    entries.sort(key=attrgetter("at"))
    most = max(1, min(last, MOST))
    return Explanation(
        id=game.id,
        status=Status(game.status).word,
        ruleset=game.game,
        edition=game.edition,
        private=game.private,
        version=game.version,
        created_at=game.created_at,
        updated_at=game.updated_at,
        now=case.now,
        seats={seat_name(one.seat): one.bot or one.name or _NOBODY[one.kind] for one in sitting},
        waits_for=[seat_name(seat) for seat in asked_seats.read(game.asked_seats)],
        asked_at=game.asked_at,
        deadline_at=game.deadline_at,
        derivation=told.derivation,
        quarantined_at=game.quarantined_at,
        quarantine=game.quarantine,
        promised=_promised(case),
        entries=entries[-most:],
        left_out=max(0, len(entries) - most),
        kept_back=kept_back,
    )


def _plays(operator: UUID, game_id: UUID, sitting: tuple[SeatRecord, ...]) -> bool:
    """Return whether the operator has a seat, or had one on loan in this match."""
    mine = any(one.player == operator for one in sitting)
    return mine or Loan.objects.filter(game_id=game_id, borrower_id=operator).exists()


def _promised(case: _Case) -> list[str]:
    rows = OutboxEntry.objects.filter(game_id=case.game.id).order_by("available_at")[:MOST]
    shown = (row for row in rows if not (case.is_running and row.kind in SECRET_WORK))
    return [_promise(row) for row in shown]


def _promise(row: OutboxEntry) -> str:
    whose = f" for {seat_name(row.recipient)}" if row.recipient >= 0 else ""
    failing = ", failing" if row.attempts >= FAILING else ""
    return (
        f"{Work(row.kind).word}{whose}, next at {row.available_at:%Y-%m-%d %H:%M:%S}, {row.attempts} attempts{failing}"
    )


def _messages(case: _Case) -> Iterator[Entry]:
    """Yield the notifications about the game, each with its deliveries, without any content."""
    told = Notification.objects.filter(game_id=case.game.id)
    found: dict[UUID, Notification] = {}
    for one in _own(told, case).only("id", "player_id", "kind", "created_at").order_by("-created_at")[:MOST]:
        found[one.id] = one
    sent: set[UUID] = set()
    for delivery in Delivery.objects.filter(notification_id__in=list(found)).order_by("created_at"):
        one = found[delivery.notification_id]
        sent.add(one.id)
        text = f"{one.kind} to {case.who(one.player_id)} by {delivery.channel}: {_state(delivery)}"
        yield Entry(delivery.created_at, "message", text)
    for one in found.values():
        if one.id not in sent:
            yield Entry(one.created_at, "message", f"{one.kind} to {case.who(one.player_id)}, in the inbox only")


def _own(told: QuerySet[Notification], case: _Case) -> QuerySet[Notification]:
    return told if case.only is None else told.filter(player_id=case.only)


def _state(one: Delivery | WebhookDelivery) -> str:
    """Return state, times, attempts and error of a delivery, without addresses."""
    facts = [one.state]
    if one.state == "pending":
        facts.append(f"next at {one.next_at:%Y-%m-%d %H:%M:%S}")
    if one.sent_at is not None:
        facts.append(f"at {one.sent_at:%Y-%m-%d %H:%M:%S}")
    if one.attempts:
        facts.append(f"{one.attempts} attempts" if one.attempts > 1 else "1 attempt")
    if isinstance(one, WebhookDelivery) and one.status_code is not None:
        facts.append(f"status {one.status_code}")
    if one.error:
        facts.append(_ADDRESS.sub("(address)", one.error))
    return ", ".join(facts)


def _reminders(case: _Case) -> Iterator[Entry]:
    planned = Reminder.objects.filter(game_id=case.game.id).order_by("due_at")
    for one in planned if case.only is None else planned.filter(player_id=case.only):
        text = f"A reminder to {case.who(one.player_id)} is due, {one.seconds} seconds before the deadline"
        yield Entry(one.due_at, "reminder", text)


def _webhooks(case: _Case) -> Iterator[Entry]:
    cursors = WebhookCursor.objects.filter(game_id=case.game.id)
    if case.only is not None:
        cursors = cursors.filter(webhook__player_id=case.only)
    hooks = list(cursors.values_list("webhook_id", flat=True)[:MOST])
    calls = WebhookDelivery.objects.filter(webhook_id__in=hooks, game_id=case.game.id).select_related("webhook")
    for one in calls.order_by("-created")[:MOST]:
        what = (
            one.type if one.version is None else f"{one.type}, events {(one.after_version or 0) + 1} to {one.version},"
        )
        yield Entry(one.created, "webhook", f"{what} to a program of {case.who(one.webhook.player_id)}: {_state(one)}")


def _faults(case: _Case) -> Iterator[Entry]:
    for one in Found.objects.filter(game_id=case.game.id).order_by("id")[:MOST]:
        place = f" of event {one.seq}" if one.seq else ""
        yield Entry(one.found_at, "fault", f"The auditor found a fault{place}: {one.kind} ({one.state})")


def _quarantine(case: _Case) -> Iterator[Entry]:
    if case.game.quarantined_at is not None:
        yield Entry(case.game.quarantined_at, "quarantine", "The game was quarantined")


def _outages(case: _Case) -> Iterator[Entry]:
    until = case.game.updated_at if case.game.status == Status.FINISHED else case.now
    for one in Outage.objects.filter(until__gte=case.game.created_at, since__lte=until).order_by("-until")[:MOST]:
        yield Entry(one.since, "outage", f"Nobody swept until {one.until:%Y-%m-%d %H:%M:%S}")


_PARTS: Final[tuple[Callable[[_Case], Iterator[Entry]], ...]] = (
    _messages, _reminders, _webhooks, _faults, _quarantine, _outages,
)  # fmt: skip
