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
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

import engine
from devtools.benchmarks.bots import random_match
from games.presets import PRESETS, options_of
from games.presets.expectations import FILE, Cell, Measured, measured

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

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
    """A bot that notes its seat whenever it decides while the match waits for it."""

    seat: int
    decided: list[int] = field(repr=False)

    def choose(self, view: engine.View, legal: Sequence[engine.Command], pick: Any) -> engine.Command:
        """Return the choice of the bot."""
        if len(self.decided) == MOST_COMMANDS:
            raise CutOffError
        if view.turn == self.seat:
            self.decided.append(self.seat)
        return engine.BOTS[BOT].choose(view, legal, pick)


def decisions_in_match(options: Mapping[str, object], seats: int, seed: bytes) -> list[int]:
    """Play a match and return the decisions of each seat; what a seat decides in a row counts as one."""
    decided: list[int] = []
    bots = [Counted(seat, decided) for seat in range(seats)]
    with suppress(CutOffError):
        random_match(bots, options, engine.Chance(seed[:16], seed), engine.Dice(seed))
    counts = [0] * seats
    for number, seat in enumerate(decided):
        counts[seat] += number == 0 or decided[number - 1] != seat
    return counts


def measure(table: Table) -> Cell:
    """Play matches at a table until there are enough."""
    totals: list[int] = []
    own: list[int] = []
    while len(totals) < LEAST_MATCHES or sum(totals) < LEAST_DECISIONS:
        counts = decisions_in_match(dict(table.options), table.seats, seed_of(table, len(totals)))
        totals.append(sum(counts))
        own += counts
    return Cell(matches=len(totals), decisions=spread(totals), own=spread(own))


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
