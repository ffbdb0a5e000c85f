"""What came of the month: counted by the logs of all games."""

from __future__ import annotations

import statistics
from dataclasses import asdict, dataclass, field
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
    from devtools.month.tables import Opened
    from games.types import EventRow

_NO_MOVES: Final = frozenset(
    {"seat_taken", "seat_left", "match_created", "match_started", "vote_cast", "seat_resigned"}
)
"""First events of commands of a seat that are no moves."""


@dataclass(slots=True)
class Counts:
    """The figures of one preset, or of all.

    `wait_hours`: from opening to start, of tables that started. `match_days`: from start to end, of finished matches.
    `visits`: times that a person moved, however often in a row. `timeouts`: times that nobody moved in time.
    `automatic`: moves without a choice that the service made. `autopilots`: seats that the autopilot took over.
    `unsound`: games whose log does not pass the audit; there must be none.
    """

    tables: int = 0
    started: int = 0
    with_bots: int = 0
    finished: int = 0
    wait_hours: list[float] = field(default_factory=list)
    match_days: list[float] = field(default_factory=list)
    visits: int = 0
    timeouts: int = 0
    automatic: int = 0
    autopilots: int = 0
    resigned: int = 0
    unsound: int = 0

    def row(self) -> dict[str, Any]:
        """Return the figures for people: medians, ninth deciles and shares."""
        return {
            **{name: value for name, value in asdict(self).items() if not isinstance(value, list)},
            "wait_hours": spread(self.wait_hours),
            "match_days": spread(self.match_days),
            "missed": round(100 * self.timeouts / max(1, self.visits + self.timeouts), 1),
        }


def spread(values: Sequence[float]) -> list[float] | None:
    """Return the median and the ninth decile; None of nothing."""
    if len(values) < 2:  # noqa: PLR2004  there are no quantiles of one value
        return [round(values[0], 2)] * 2 if values else None
    cuts = statistics.quantiles(values, n=10, method="inclusive")
    return [round(cuts[4], 2), round(cuts[8], 2)]


def count(month: Month) -> dict[str, Counts]:
    """Return the figures of all presets, then by preset."""
    found = {name: Counts() for name in ("all", *PRESETS)}
    for game, noted in month.tables.opened.items():
        for name in ("all", noted.wish.preset):
            _add(found[name], UUID(game), noted)
    return found


def _add(counts: Counts, game: UUID, noted: Opened) -> None:
    counts.tables += 1
    if noted.started is None:
        return
    counts.started += 1
    counts.with_bots += noted.bots > 0
    counts.wait_hours.append((noted.started - noted.since) / HOUR)
    counts.unsound += check.check_game(game) is not None
    automatic = set(AutomaticMove.objects.filter(game_id=game).values_list("seq", flat=True))
    counts.automatic += len(automatic)
    rows = reader.read(game, 0, 2**31 - 1)
    people = {one.seat for one in one_game.find_game(game, None).game.seats if one.kind is SeatKind.HUMAN}
    last = None
    for _, group in groupby(rows, key=attrgetter("command_id")):
        command = list(group)
        first = engine.TAGS[type(reader.decoded(command[0]))]
        actor = command[0].actor
        if actor in people and command[0].seq not in automatic and first not in _NO_MOVES:
            counts.visits += actor != last
        last = None if actor == SYSTEM else actor
    for event in _events(rows):
        counts.timeouts += isinstance(event, engine.TimedOut)
        counts.autopilots += isinstance(event, engine.AutopilotEngaged) and event.reason == "timeouts"
        counts.resigned += isinstance(event, engine.SeatResigned)
        if isinstance(event, engine.MatchEnded):
            counts.finished += 1
            began = next(row.recorded_at for row in rows if _tag(row) == "match_started")
            counts.match_days.append((rows[-1].recorded_at - began).total_seconds() / DAY)


def _events(rows: Iterable[EventRow]) -> Iterable[Any]:
    return (reader.decoded(row) for row in rows)


def _tag(row: EventRow) -> str:
    return engine.TAGS[engine.EVENT_TYPES[row.type]]
