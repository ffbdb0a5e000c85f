"""Cost of a move and a look over HTTP; method and figures are in docs/contributors/performance.md.

Run by `make bench`, or by `python -m devtools.benchmarks.service` in the repository's folder.
"""

from __future__ import annotations

import os
import random
import statistics
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from devtools.benchmarks import machine
from devtools.benchmarks.floor import Bare, Floor
from devtools.benchmarks.lean.bench import Budgets, lean
from devtools.benchmarks.machine import Spread
from devtools.benchmarks.meter import Cost, Meter, Others
from devtools.benchmarks.stand import Stand, stand
from devtools.benchmarks.tables import Table, guests, look_at, move_in, move_minimally_in, open_tables, play_to
from devtools.benchmarks.traffic import Line, run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

LINES: Final = 16
SEATS: Final = 4
GAMES_PER_LINE: Final = 30
SWEEPS: Final = 3
"""Looks and moves per game in a sample."""
SAMPLES: Final = 7
COUNTED: Final = 5
"""Games per line whose statements are counted."""
FLOOR_SESSIONS: Final = 8
FLOOR_APPENDS: Final = 100
BARE_SELECTS: Final = 2000
BARE_COMMITS: Final = 200

BUDGETS: Final = Budgets(look=2.0, move=2.6, postgres=2.6)

LONG_GAMES: Final = 8
EARLY: Final = (0, 25)
LATE: Final = (975, 1025)
SLICE: Final = 5
"""Consecutive moves in games of one kind."""


class Bench:
    """The connections, players and games of a run."""

    def __init__(self, where: Stand) -> None:
        self.where = where
        self.lines = [Line(where.port) for _ in range(LINES)]
        self.players: list[list[str]] = [[] for _ in self.lines]
        run(self.lines, [guests(found, SEATS) for found in self.players])
        self.tables = self.open(GAMES_PER_LINE)

    def open(self, per_line: int, **options: Any) -> list[list[Table]]:
        """Start `per_line` games on every connection."""
        found: list[list[Table]] = [[] for _ in self.lines]
        run(
            self.lines,
            [
                open_tables(tables, tokens, per_line, random.Random(number), **options)
                for number, (tables, tokens) in enumerate(zip(found, self.players, strict=True))
            ],
        )
        return found

    def look(self, tables: Sequence[Sequence[Table]], seconds: list[float]) -> None:
        """Read all the games."""
        run(self.lines, [look_at(some, seconds) for some in tables])

    def move(self, tables: Sequence[Sequence[Table]], seconds: list[float]) -> None:
        """Make a move in all the games."""
        run(self.lines, [move_in(some, seconds) for some in tables])

    def move_minimally(self, tables: Sequence[Sequence[Table]], seconds: list[float]) -> None:
        """Make a move in all the games, with answers that do not say who must act."""
        run(self.lines, [move_minimally_in(some, seconds) for some in tables])

    def count_statements(self) -> tuple[float, float]:
        """Return statements per look and per move, as PostgreSQL counts them."""
        some = [tables[:COUNTED] for tables in self.tables]
        requests = LINES * COUNTED
        with self.where.statements_logged() as looks:
            self.look(some, [])
        with self.where.statements_logged() as moves:
            self.move(some, [])
        return len(looks) / requests, len(moves) / requests

    def sample(self, looks: Cost, moves: Cost) -> None:
        """Take one sample of both kinds, in turn: a look returns the legal moves."""
        look, move = Meter(self.where), Meter(self.where)
        for _ in range(SWEEPS):
            look.measure(self.running(), lambda: self.look(self.tables, looks.seconds))
            move.measure(self.running(), lambda: self.move(self.tables, moves.seconds))
        look.into(looks)
        move.into(moves)

    def sample_minimal(self, moves: Cost) -> None:
        """Take one sample of moves that are answered without the game."""
        move = Meter(self.where)
        for _ in range(SWEEPS):
            self.running()
            self.look(self.tables, [])
            move.measure(self.running(), lambda: self.move_minimally(self.tables, moves.seconds))
            self.look(self.tables, [])  # finds out whose turn it is
        move.into(moves)

    def running(self) -> int:
        """Drop the games that are over; return the number of the others."""
        for tables in self.tables:
            tables[:] = [table for table in tables if not table.over]
        return sum(map(len, self.tables))

    def memory_mb(self) -> float:
        """Return the memory of the larger worker."""
        return max(map(machine.memory_mb, self.where.workers()))


def grow(bench: Bench) -> tuple[Spread, float, float]:
    """Return late over early moves, by pairs of games, and the two medians in ms. One connection, kinds in turn."""
    long = [table for tables in bench.open(1, target=10_000)[:LONG_GAMES] for table in tables]
    run(bench.lines[:LONG_GAMES], [play_to(table, LATE[0], []) for table in long])
    fresh = [table for tables in bench.open(1, target=10_000) for table in tables]
    late: list[list[float]] = [[] for _ in long]
    early: list[list[float]] = [[] for _ in long]
    for made in range(0, LATE[1] - LATE[0], SLICE):
        for number, table in enumerate(long):
            half, within = divmod(made, EARLY[1])
            young = fresh[number + half * LONG_GAMES]
            run(bench.lines[:1], [play_to(table, LATE[0] + made + SLICE, late[number])])
            run(bench.lines[:1], [play_to(young, EARLY[0] + within + SLICE, early[number])])
    ratios = [statistics.median(a) / statistics.median(b) for a, b in zip(late, early, strict=True)]
    first, last = (1000 * statistics.median(chain.from_iterable(kind)) for kind in (early, late))
    return Spread.of(ratios), first, last


@dataclass
class Alone:
    """PostgreSQL without the service, sampled in turn with it."""

    select: Cost = field(default_factory=Cost)
    commit: Cost = field(default_factory=Cost)
    append: Cost = field(default_factory=Cost)

    def sample(self, where: Stand, bare: Bare, floor: Floor) -> None:
        """Take one sample of each."""
        samples: tuple[tuple[Cost, int, Callable[[], object]], ...] = (
            (self.select, BARE_SELECTS, lambda: bare.select(BARE_SELECTS)),
            (self.commit, BARE_COMMITS, lambda: bare.commit(BARE_COMMITS)),
            (self.append, FLOOR_SESSIONS * FLOOR_APPENDS, lambda: floor.run(FLOOR_APPENDS)),
        )
        for cost, requests, work in samples:
            meter = Meter(where)
            meter.measure(requests, work)
            meter.into(cost)

    def lines(self) -> Iterator[str]:
        """Yield the figures as text."""
        for name, cost in (("SELECT 1", self.select), ("one-row UPDATE", self.commit), ("append_command", self.append)):
            per_second = Spread.of(cost.per_second).text()
            yield f"PostgreSQL alone, {name}: CPU, us {Spread.of(cost.postgres_us).text()}, per second {per_second}"


def main() -> None:
    """Measure and print."""
    with stand() as where, lean(where, LINES) as leanest:
        print(f"service: load average {os.getloadavg()[0]:.1f} at the start", flush=True)
        bench = Bench(where)
        per_look, per_move = bench.count_statements()
        bench.sample(Cost(), Cost())  # warms up
        leanest.sample(SWEEPS)
        leanest.begin()
        memory = bench.memory_mb()
        bare, floor = Bare(where.database), Floor(where.database, [few[0].id for few in bench.open(1)[:FLOOR_SESSIONS]])
        looks, moves, minimal = Cost(), Cost(), Cost()
        alone, others = Alone(), Others(where, leanest.where)
        for _ in range(SAMPLES):
            bench.sample(looks, moves)
            bench.sample_minimal(minimal)
            leanest.sample(SWEEPS)
            alone.sample(where, bare, floor)
        bare.close()
        floor.close()
        print(f"cores used by others meanwhile: {others.cores():.2f} of {os.cpu_count()}")
        print(f"look: statements {per_look:.2f}", *looks.lines("look"), sep="\n")
        print(
            f"move: statements {per_move:.2f}",
            *moves.lines("move"),
            *minimal.over(moves, "move, minimal answer / move"),
            *alone.lines(),
            *leanest.compared(looks, moves, BUDGETS),
            sep="\n",
        )
        shares = [one / other for one, other in zip(moves.per_second, alone.append.per_second, strict=True)]
        print(f"moves / appends alone, per second: {Spread.of(shares).text(2)}", flush=True)
        ratio, early, late = grow(bench)
        print(f"move around 1,000 / around 10, latency: {ratio.text(2)} ({late:.2f} / {early:.2f} ms)")
        made = sum(len(cost.seconds) for cost in (looks, moves, minimal)) + 2 * LONG_GAMES * LATE[1]
        print(f"memory of a worker, MB: {memory:.1f}; after about {made:,} requests more: {bench.memory_mb():.1f}")


if __name__ == "__main__":
    main()
