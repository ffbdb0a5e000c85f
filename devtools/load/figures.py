"""The figures of a load test: times, faults and CPU. Reports of several machines add up."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_STEP: Final = 1.05
"""Times within five percent of each other are counted together, so reports stay small and can be merged."""
_SHARES: Final = (0.5, 0.9, 0.99)
_TOGETHER: Final = 0.9
"""The share of the time for which all machines must have played at once, for their rates to add up."""
_SUMS: Final = (
    "players", "tables", "refused", "finished", "lost", "untold", "repeated", "stalled",
    "loader_cpu", "cores", "machines",
)  # fmt: skip
_BUSY: Final = 0.9
"""The share of a core above which the loader itself is what is slow."""


class Times(msgspec.Struct):
    """How long something took, in seconds: counts by class, and the longest."""

    counts: dict[int, int] = {}
    most: float = 0.0

    def add(self, seconds: float) -> None:
        """Add one."""
        place = math.ceil(math.log(max(seconds, 1e-6), _STEP))
        self.counts[place] = self.counts.get(place, 0) + 1
        self.most = max(self.most, seconds)

    def merge(self, other: Times) -> None:
        """Add those of `other`."""
        for place, count in other.counts.items():
            self.counts[place] = self.counts.get(place, 0) + count
        self.most = max(self.most, other.most)

    @property
    def number(self) -> int:
        """Return how many there are."""
        return sum(self.counts.values())

    def at(self, share: float) -> float:
        """Return the time that this share of them did not exceed, at most five percent too much."""
        wanted, seen = share * self.number, 0
        for place in sorted(self.counts):
            seen += self.counts[place]
            if seen >= wanted:
                return min(_STEP**place, self.most)
        return self.most

    def text(self) -> str:
        """Return percentiles in milliseconds."""
        at = ", ".join(f"p{100 * share:.0f} {1000 * self.at(share):,.1f}" for share in _SHARES)
        return f"{at}, most {1000 * self.most:,.1f} ms"


class Report(msgspec.Struct):
    """The result of a load test, of one machine or of several.

    `times`: of requests by kind, repetitions included, until an answer that is no refusal to serve. `retries`: by
    cause. `refused`: commands that the rules did not allow any more. `lost`: events that were answered and that the
    log does not have. `untold`: events that a stream skipped or never brought; `repeated`: those that it brought twice.
    `stalled`: tables without an answer for a minute. `cpu`: seconds by part of the service. `outbox`: entries that the
    worker had not done at the end.
    """

    players: int
    tables: int
    began: float
    seconds: float
    think: float
    streams: bool
    times: dict[str, Times] = {}
    retries: dict[str, int] = {}
    refused: int = 0
    finished: int = 0
    lost: int = 0
    untold: int = 0
    repeated: int = 0
    stalled: int = 0
    cpu: dict[str, float] = {}
    loader_cpu: float = 0.0
    others_cpu: float | None = None
    cores: int = 0
    outbox: int | None = None
    machines: int = 1
    together: float = 1.0

    @property
    def is_clean(self) -> bool:
        """Tell whether nothing was lost or told twice, and no table stood still."""
        return not (self.lost or self.untold or self.repeated or self.stalled)

    def took(self, kind: str) -> Times:
        """Return the times of a kind, to add to them."""
        return self.times.setdefault(kind, Times())

    def rate(self, kind: str) -> float:
        """Return how many of a kind there were a second."""
        return self.times[kind].number / self.seconds if kind in self.times else 0.0

    def lines(self) -> Iterator[str]:
        """Yield the report as text."""
        of_machines = "" if self.machines == 1 else f", from {self.machines} machines"
        streams = ", each with a stream" if self.streams else ""
        yield (
            f"{self.players} players{streams} at {self.tables} tables for {self.seconds:.1f} s, "
            f"{self.think:g} s for a thought{of_machines}"
        )
        for kind, times in self.times.items():
            yield f"{kind:<9} {self.rate(kind):10,.1f} a second   {times.text()}"
        yield f"matches finished {self.finished}, commands refused {self.refused}, retries {self._retries()}"
        told = f", not told {self.untold}, told twice {self.repeated}" if self.streams else ""
        yield f"events lost {self.lost}{told}; tables that stood still {self.stalled}"
        yield from self._cpu()
        if self.outbox is not None:
            yield f"promised work that waited at the end: {self.outbox}"
        if self.together < _TOGETHER:
            yield f"The machines played together for {100 * self.together:.0f} % of the time only: rates are too high."

    def _retries(self) -> str:
        causes = ", ".join(f"{cause} {count}" for cause, count in sorted(self.retries.items()))
        return f"{sum(self.retries.values())}" + (f" ({causes})" if causes else "")

    def _cpu(self) -> Iterator[str]:
        loader = self.loader_cpu / self.seconds
        if self.cpu:
            moves = self.times["move"].number if "move" in self.times else 0
            for name, used in self.cpu.items():
                each = f"{1000 * used / moves:8,.2f} ms a move" if moves else ""
                yield f"CPU {name:<10} {used / self.seconds:6.2f} cores {each}"
            whole = sum(self.cpu.values())
            each = f"{1000 * whole / moves:8,.2f} ms a move" if moves else ""
            yield f"CPU {'all':<10} {whole / self.seconds:6.2f} cores {each}"
        others = "" if self.others_cpu is None else f", of other programs {self.others_cpu / self.seconds:.2f}"
        yield f"cores of the loader {loader:.2f}{others}; the machine has {self.cores}"
        if loader / self.machines > _BUSY:
            yield "The loader was busy all the time: run it on more machines, or with fewer players."


def merged(reports: Sequence[Report]) -> Report:
    """Return the sum of reports whose machines played at the same time."""
    first = reports[0]
    empty = dict.fromkeys(_SUMS, 0)
    whole = msgspec.structs.replace(first, times={}, retries={}, cpu={}, others_cpu=None, outbox=None, **empty)
    whole.began = min(one.began for one in reports)
    whole.seconds = sum(one.seconds for one in reports) / len(reports)
    overlap = min(one.began + one.seconds for one in reports) - max(one.began for one in reports)
    whole.together = max(0.0, overlap / max(one.seconds for one in reports))
    for one in reports:
        for name in _SUMS:
            setattr(whole, name, getattr(whole, name) + getattr(one, name))
        for name in ("others_cpu", "outbox"):
            if (value := getattr(one, name)) is not None:
                setattr(whole, name, (getattr(whole, name) or 0) + value)
        for kind, times in one.times.items():
            whole.took(kind).merge(times)
        for counts, others in ((whole.retries, one.retries), (whole.cpu, one.cpu)):
            for name, value in others.items():
                counts[name] = counts.get(name, 0) + value  # type: ignore[assignment]  # ints with ints
    return whole
