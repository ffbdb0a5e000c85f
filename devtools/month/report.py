"""What came of the month: counted by the logs of all games."""

from __future__ import annotations

import statistics
from dataclasses import asdict, dataclass, field, fields
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import engine
from devtools.month.habits import DAY, HOUR
from games.audit import check
from games.models import AutomaticMove
from games.presets import PRESETS
from games.reads import one_game
from games.store import reader
from games.types import SYSTEM, SeatKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from devtools.month.simulation import Month
    from games.types import EventRow

_NO_MOVES: Final = frozenset(
    {"seat_taken", "seat_left", "match_created", "match_started", "vote_cast", "seat_resigned"}
)
"""First events of commands of a seat that are no moves."""


@dataclass(slots=True)
class Counts:
    """The figures of one preset, or of all.

    `searches`: times that somebody looked for a match; `seated`: times that they were in one that began.
    `wait_hours`: from the search of each of them to the start. `match_days`: from start to end, of finished matches.
    `turns`: times that a person moved, however often in a row, or the service moved for them. `timeouts`: times that
    nobody moved in time. `by_hand`, `forced`, `ordered`: moves of people, moves without a choice that the service made,
    and those by standing orders. `autopilots`: seats that the autopilot took over. `musters_missed`: times that
    somebody did not confirm in time.
    `unsound`: games whose log does not pass the audit; there must be none.
    """

    searches: int = 0
    seated: int = 0
    musters_missed: int = 0
    started: int = 0
    with_bots: int = 0
    finished: int = 0
    wait_hours: list[float] = field(default_factory=list)
    match_days: list[float] = field(default_factory=list)
    turns: int = 0
    timeouts: int = 0
    by_hand: int = 0
    forced: int = 0
    ordered: int = 0
    autopilots: int = 0
    resigned: int = 0
    unsound: int = 0

    def add(self, other: Counts) -> None:
        """Add the figures of `other`."""
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))

    def row(self) -> dict[str, Any]:
        """Return the figures for people: medians, ninth deciles and shares."""
        return {
            **{name: value for name, value in asdict(self).items() if not isinstance(value, list)},
            "wait_hours": spread(self.wait_hours),
            "match_days": spread(self.match_days),
            "people": round(self.seated / max(1, self.started), 1),
            "missed": _percent(self.timeouts, self.turns + self.timeouts),
            "automatic": _percent(self.forced + self.ordered, self.by_hand + self.forced + self.ordered),
            "by_orders": _percent(self.ordered, self.by_hand + self.forced + self.ordered),
            "musters_missed_share": _percent(self.musters_missed, self.searches),
        }


def _percent(part: int, whole: int) -> float:
    return round(100 * part / max(1, whole), 1)


def spread(values: Sequence[float]) -> list[float] | None:
    """Return the median and the ninth decile; None of nothing."""
    if len(values) < 2:  # noqa: PLR2004  there are no quantiles of one value
        return [round(values[0], 2)] * 2 if values else None
    cuts = statistics.quantiles(values, n=10, method="inclusive")
    return [round(cuts[4], 2), round(cuts[8], 2)]


def count(month: Month) -> dict[str, Counts]:
    """Return the figures of all presets, then by preset."""
    found = {name: Counts() for name in ("all", *PRESETS)}
    games: dict[str, str] = {}
    for search in month.tables.searches():
        for counts in (found["all"], found[search.wish.preset]):
            counts.searches += 1
            counts.musters_missed += search.missed_muster
            if search.started is not None:
                counts.seated += 1
                counts.wait_hours.append((search.started - search.since) / HOUR)
        if search.started is not None and search.game is not None:
            games[search.game] = search.wish.preset
    for game, preset in games.items():
        one = _count(UUID(game))
        found["all"].add(one)
        found[preset].add(one)
    return found


def _count(game: UUID) -> Counts:
    """Return the figures of one match."""
    counts = Counts(started=1, unsound=check.check_game(game) is not None)
    causes = dict(AutomaticMove.objects.filter(game_id=game).values_list("seq", "cause"))
    counts.forced = sum(cause == "forced" for cause in causes.values())
    counts.ordered = len(causes) - counts.forced
    rows = reader.read(game, 0, 2**31 - 1)
    seats = one_game.find_game(game, None).game.seats
    people = {one.seat for one in seats if one.kind is SeatKind.HUMAN}
    counts.with_bots = len(people) < len(seats)
    last = None
    for _, group in groupby(rows, key=attrgetter("command_id")):
        command = list(group)
        first = engine.TAGS[type(reader.decoded(command[0]))]
        actor = command[0].actor
        if actor in people and first not in _NO_MOVES:
            counts.turns += actor != last
            counts.by_hand += command[0].seq not in causes
        last = None if actor == SYSTEM else actor
    for event in _events(rows):
        counts.timeouts += isinstance(event, engine.TimedOut)
        counts.autopilots += isinstance(event, engine.AutopilotEngaged) and event.reason == "timeouts"
        counts.resigned += isinstance(event, engine.SeatResigned)
        if isinstance(event, engine.MatchEnded):
            counts.finished += 1
            began = next(row.recorded_at for row in rows if _tag(row) == "match_started")
            counts.match_days.append((rows[-1].recorded_at - began).total_seconds() / DAY)
    return counts


def _events(rows: Iterable[EventRow]) -> Iterable[Any]:
    return (reader.decoded(row) for row in rows)


def _tag(row: EventRow) -> str:
    return engine.TAGS[engine.EVENT_TYPES[row.type]]
