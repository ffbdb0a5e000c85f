"""`make measure-presets`: counts the decisions in matches with each preset, and writes games/presets/measured.json.

The engine plays alone, with the bot `sharp` on every seat. The same seed gives the same file. It takes some minutes;
`--ruleset` measures one ruleset anew and keeps the others.
"""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
import os
import statistics
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

import engine
from devtools.benchmarks.bots import random_match
from games.presets import PRESETS, options_of
from games.presets.expectations import FILE, Cell, Measured, measured

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

BOT: Final = "sharp"
SEED: Final = "flipside"
LEAST_MATCHES: Final = 40
LEAST_DECISIONS: Final = 4_000
"""A cell is measured until it has that many of both: short matches differ more from each other."""
MOST_COMMANDS: Final = 6_000
"""A match is cut off after that many commands in turn, and counts with those: in a few, the bots go round in circles.

That concerns one match of a hundred at most, so neither the median nor the ninth decile depends on it.
"""


class CutOffError(Exception):
    """The match takes too long."""


class Table(NamedTuple):
    """The options of a table, sorted, and its seats. Presets with the same options share their matches."""

    options: tuple[tuple[str, object], ...]
    seats: int


@dataclass
class Counted:
    """A bot that notes its seat, and whether it has a choice, whenever the match waits for it."""

    seat: int
    asked: list[tuple[int, bool]] = field(repr=False)

    def choose(self, view: engine.View, legal: Sequence[engine.Command], pick: Any) -> engine.Command:
        """Return the choice of the bot."""
        if len(self.asked) == MOST_COMMANDS:
            raise CutOffError
        if view.turn == self.seat:
            self.asked.append((self.seat, len(legal) > 1))
        return engine.BOTS[BOT].choose(view, legal, pick)


class Counts(NamedTuple):
    """The decisions of each seat in a match, and the moves that were forced."""

    decisions: list[int]
    forced: int


def play(table: Table, seed: bytes) -> Counts:
    """Play a match and count visits: what a seat does in a row is one, a decision if there was a choice in it."""
    asked: list[tuple[int, bool]] = []
    bots = [Counted(seat, asked) for seat in range(table.seats)]
    with suppress(CutOffError):
        random_match(bots, dict(table.options), engine.Chance(seed[:16], seed), engine.Dice(seed))
    decisions, forced = [0] * table.seats, 0
    for seat, visit in groupby(asked, key=lambda one: one[0]):
        if any(has_choice for _, has_choice in visit):
            decisions[seat] += 1
        else:
            forced += 1
    return Counts(decisions, forced)


def measure(table: Table) -> Cell:
    """Play matches at a table until there are enough."""
    played: list[Counts] = []
    while len(played) < LEAST_MATCHES or sum(sum(one.decisions) for one in played) < LEAST_DECISIONS:
        played.append(play(table, seed_of(table, len(played))))
    return Cell(
        matches=len(played),
        decisions=spread(sum(one.decisions) for one in played),
        own=spread(count for one in played for count in one.decisions),
        forced=round(statistics.median(one.forced for one in played)),
    )


def seed_of(table: Table, number: int) -> bytes:
    """Return the seed of a match."""
    return hashlib.sha256(f"{SEED}/{table.options}/{table.seats}/{number}".encode()).digest()


def spread(counts: Iterable[int]) -> tuple[int, int]:
    """Return the median and the ninth decile, as whole numbers."""
    cuts = statistics.quantiles(counts, n=10, method="inclusive")
    return round(cuts[4]), round(cuts[8])


def tables_of(ruleset: str, name: str) -> dict[str, Table]:
    """Return the tables of a preset by their number of seats."""
    preset, options = PRESETS[name], tuple(sorted(options_of(name, ruleset).items()))
    return {str(seats): Table(options, seats) for seats in range(preset.least_seats, preset.most_seats + 1)}


def main() -> None:
    """Measure and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ruleset", choices=engine.rulesets(), action="append")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    given = parser.parse_args()
    kept = dict(measured().cells) if given.ruleset else {}
    tables = {ruleset: {name: tables_of(ruleset, name) for name in PRESETS} for ruleset in engine.rulesets()}
    chosen = given.ruleset or list(tables)
    wanted = list(dict.fromkeys(one for name in chosen for seats in tables[name].values() for one in seats.values()))
    found: dict[Table, Cell] = {}
    with multiprocessing.Pool(given.processes) as pool:
        for table, cell in zip(wanted, pool.imap(measure, wanted), strict=True):
            found[table] = cell
            sys.stderr.write(f"\r{len(found)}/{len(wanted)} tables")
    sys.stderr.write("\n")
    cells = {
        ruleset: {
            name: {seats: found[table] for seats, table in by_seats.items()} for name, by_seats in presets.items()
        }
        if ruleset in chosen
        else kept[ruleset]
        for ruleset, presets in tables.items()
    }
    written = Measured(engine_version=engine.ENGINE_VERSION, bot=BOT, seed=SEED, cells=cells)
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(written), indent=1) + b"\n")


if __name__ == "__main__":
    main()
