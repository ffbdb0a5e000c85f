"""Vacations: planned or running, at most one at a time, within a yearly budget. Games decide which clocks they stop.

Nothing here reads a clock: callers pass the time. The only writer of the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, timedelta
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q

from common.sentences import Sentence
from players.errors import InvalidVacation, VacationSpent
from players.locks import lock_player
from players.models import Vacation
from players.vacations import calendar_years
from players.vacations.calendar_years import Span

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from datetime import datetime
    from uuid import UUID

    from django.db.models import QuerySet

    VacationSet = QuerySet[Vacation]

LEAST: Final = timedelta(hours=1)
"""The shortest vacation, and the least that one costs that ends early: each is announced in every game."""
AHEAD: Final = timedelta(days=366)
"""How early a vacation can be planned."""
LEASE: Final = timedelta(minutes=1)
"""How long a worker may hold a vacation before another one takes it over."""

BEGUN: Final = "it has begun, so only its end can be changed"
TOO_EARLY: Final = "it ends too early, it must last an hour and end in the future"


@dataclass(frozen=True, slots=True)
class Wish:
    """A vacation as its player wants it. `starts_at` None: now; `games` None: all, later ones included."""

    starts_at: datetime | None
    ends_at: datetime
    games: tuple[UUID, ...] | None = None


@dataclass(frozen=True, slots=True)
class Year:
    """The budget of one calendar year, UTC: `left` of `days`."""

    year: int
    days: int
    used: timedelta

    @property
    def left(self) -> timedelta:
        """Return what is not used; zero if the budget was larger before."""
        return max(calendar_years.NOTHING, timedelta(days=self.days) - self.used)


def end_of(vacation: Vacation) -> datetime:
    """Return when the vacation ends; for a cancelled one no later than its start."""
    return vacation.ends_at if vacation.ended_at is None else min(vacation.ends_at, vacation.ended_at)


def covers(vacation: Vacation, game_id: UUID) -> bool:
    """Tell whether the vacation applies to this game."""
    return vacation.games is None or game_id in vacation.games


def current(player_id: UUID, now: datetime) -> Vacation | None:
    """Return the planned or running vacation, or None."""
    return _open(player_id).filter(ends_at__gt=now).first()


def covering(player_id: UUID, moment: datetime) -> Vacation | None:
    """Return the vacation that the player was on at this moment, past ones included."""
    found = between(player_id, moment, moment + timedelta.resolution)
    return found[0] if found else None


def between(player_id: UUID, start: datetime, end: datetime) -> list[Vacation]:
    """Return the vacations that overlap this period, the earliest first, past ones included."""
    return among([player_id], start, end)


def among(player_ids: Collection[UUID], start: datetime, end: datetime) -> list[Vacation]:
    """As `between`, for several players in one statement."""
    held = Q(ended_at__isnull=True) | Q(ended_at__gt=start) & Q(ended_at__gt=F("starts_at"))
    found = Vacation.objects.filter(held, player_id__in=player_ids, starts_at__lt=end, ends_at__gt=start)
    return list(found.order_by("starts_at"))


def within(read: Iterable[Vacation], player_id: UUID, start: datetime, end: datetime) -> list[Vacation]:
    """Return what `between` would, from vacations of a longer period that were `read` already."""
    return [
        one
        for one in read
        if one.player_id == player_id
        and one.starts_at < end
        and one.ends_at > start
        and (one.ended_at is None or one.ended_at > max(start, one.starts_at))
    ]


def budget(player_id: UUID, years: Iterable[int]) -> tuple[Year, ...]:
    """Return how much of these years' budgets all vacations use."""
    spans = _charged(Vacation.objects.filter(player_id=player_id))
    return tuple(_year(spans, year) for year in years)


def foresee(*, player_id: UUID, wish: Wish, now: datetime) -> tuple[Span, tuple[Year, ...]]:
    """Return when this vacation would be, and the budget left of the years it touches; nothing is changed.

    Raises `InvalidVacation`; callers check whether the budget is exceeded.
    """
    before = current(player_id, now)
    span = _span(wish, before, now)
    spans = [*_charged(_others(player_id, before)), span]
    return span, tuple(_year(spans, year) for year in calendar_years.years(span))


def plan(*, player_id: UUID, wish: Wish, now: datetime) -> Vacation:
    """Plan or start a vacation, or change the planned or running one; the same wish again changes nothing.

    Only the end of a running vacation can be changed. Raises `InvalidVacation`, `VacationSpent`,
    `PlayerNotFound`.
    """
    with transaction.atomic():
        lock_player(player_id)
        close(player_id, now)
        before = current(player_id, now)
        span, after = foresee(player_id=player_id, wish=wish, now=now)
        for year in after:
            if year.used > timedelta(days=year.days):
                raise VacationSpent(year=year.year, days=year.days)
        games = _chosen(wish)
        if before is None:
            return Vacation.objects.create(
                player_id=player_id, starts_at=span.start, ends_at=span.end, games=games, due_at=span.start
            )
        if (before.starts_at, before.ends_at, before.games) != (*span, games):
            before.starts_at, before.ends_at, before.games = *span, games
            before.due_at = max(now, span.start)
            before.revision += 1
            before.save()
        return before


def end(*, player_id: UUID, now: datetime) -> None:
    """End the running vacation or cancel the planned one, if there is one. Raises `PlayerNotFound`."""
    with transaction.atomic():
        lock_player(player_id)
        close(player_id, now)
        _open(player_id).update(ended_at=now, due_at=now, revision=F("revision") + 1)


def hand_over(guest_id: UUID, player_id: UUID, games: Collection[UUID]) -> None:
    """Move the past vacations of a guest to the player: they applied to the same games."""
    mine = Vacation.objects.filter(player_id=guest_id)
    mine.filter(games__isnull=True).update(games=sorted(games))
    mine.update(player_id=player_id)


# -- For the worker, who carries it out in every game


def due(now: datetime, limit: int) -> list[UUID]:
    """Return at most `limit` vacations that begin, have changed or are over, the longest waiting first."""
    return list(Vacation.objects.filter(due_at__lte=now).order_by("due_at").values_list("id", flat=True)[:limit])


def claim(vacation_id: UUID, now: datetime) -> Vacation | None:
    """Claim a due vacation for `LEASE`; None if it is not due, or no longer."""
    if not Vacation.objects.filter(id=vacation_id, due_at__lte=now).update(due_at=now + LEASE):
        return None
    return Vacation.objects.get(id=vacation_id)


def done(vacation: Vacation, now: datetime) -> None:
    """Record that all games match this revision of the vacation at `now`, unless it has changed meanwhile."""
    running = now < end_of(vacation)
    same = Vacation.objects.filter(id=vacation.id, revision=vacation.revision)
    if running:
        same.update(due_at=vacation.ends_at)
    else:
        same.update(due_at=None, ended_at=end_of(vacation))


def look_again(player_id: UUID, now: datetime) -> None:
    """Have the running vacation of a player carried out again, because they have new games."""
    _running([player_id], now).update(due_at=now)


def away(player_ids: Collection[UUID], now: datetime) -> list[UUID]:
    """Return those of these players who are on vacation."""
    return list(_running(player_ids, now).values_list("player_id", flat=True))


def _running(player_ids: Collection[UUID], now: datetime) -> VacationSet:
    return Vacation.objects.filter(player_id__in=player_ids, ended_at__isnull=True, starts_at__lte=now, ends_at__gt=now)


def _open(player_id: UUID) -> VacationSet:
    return Vacation.objects.filter(player_id=player_id, ended_at__isnull=True)


def close(player_id: UUID, now: datetime) -> None:
    """Mark a vacation whose time is over as ended, also if no worker has handled it yet."""
    _open(player_id).filter(ends_at__lte=now).update(ended_at=F("ends_at"))


def _others(player_id: UUID, one: Vacation | None) -> VacationSet:
    everything = Vacation.objects.filter(player_id=player_id)
    return everything if one is None else everything.exclude(id=one.id)


def _charged(vacations: VacationSet) -> list[Span]:
    """Return what each vacation takes from the budget; at least `LEAST`, but nothing if it was cancelled in time."""
    return [
        Span(each.starts_at, min(each.ends_at, max(end_of(each), each.starts_at + LEAST)))
        for each in vacations
        if end_of(each) > each.starts_at
    ]


def _chosen(wish: Wish) -> list[UUID] | None:
    return None if wish.games is None else sorted(set(wish.games))


def _span(wish: Wish, before: Vacation | None, now: datetime) -> Span:
    """Return when the vacation will be. Raises `InvalidVacation`."""
    running = before is not None and before.starts_at <= now
    if before is not None and running:
        if wish.starts_at not in {None, before.starts_at} or _chosen(wish) != before.games:
            raise InvalidVacation(member="starts_at" if wish.starts_at else "games", reason=BEGUN)
        start = before.starts_at
    else:
        start = wish.starts_at or now
    if start < now and not running:
        raise InvalidVacation(member="starts_at", reason="it would begin in the past")
    if start > now + AHEAD:
        reason = Sentence("it begins more than {days} days ahead", days=AHEAD.days)
        raise InvalidVacation(member="starts_at", reason=reason)
    if wish.ends_at < start:
        raise InvalidVacation(member="ends_at", reason="it ends before it begins")
    if wish.ends_at <= now or wish.ends_at < start + LEAST:
        raise InvalidVacation(member="ends_at", reason=TOO_EARLY)
    if wish.ends_at > start + 2 * AHEAD:
        raise InvalidVacation(member="ends_at", reason="it lasts longer than any budget")
    return Span(start.astimezone(UTC), wish.ends_at.astimezone(UTC))


def _year(spans: Sequence[Span], year: int) -> Year:
    return Year(year, settings.VACATION_DAYS, calendar_years.used(spans, year))
