"""Cost of requests for the service, sample by sample."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from devtools.benchmarks import machine
from devtools.benchmarks.machine import Spread

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from devtools.benchmarks.stand import Stand


@dataclass
class Cost:
    """One kind of request: per sample its CPU in microseconds a request and its rate; per request its time."""

    worker_us: list[float] = field(default_factory=list)
    postgres_us: list[float] = field(default_factory=list)
    per_second: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def lines(self, name: str) -> Iterator[str]:
        """Yield the figures as text."""
        yield f"{name}: worker CPU, us      {Spread.of(self.worker_us).text()}"
        yield f"{name}: PostgreSQL CPU, us  {Spread.of(self.postgres_us).text()}"
        yield f"{name}: per second          {Spread.of(self.per_second).text()}"
        ordered = sorted(self.seconds)
        p50, p99 = (1000 * ordered[int(len(ordered) * part)] for part in (0.5, 0.99))
        yield f"{name}: p50, p99, ms        {p50:.1f}, {p99:.1f}"

    def over(self, other: Cost, name: str) -> Iterator[str]:
        """Yield its figures over those of another kind as text, by samples."""
        for kind in ("worker_us", "postgres_us", "per_second"):
            ratios = [one / its for one, its in zip(getattr(self, kind), getattr(other, kind), strict=True)]
            yield f"{name}: {kind} {Spread.of(ratios).text(2)}"


class Meter:
    """Adds up the cost of the parts of a sample."""

    def __init__(self, stand: Stand) -> None:
        self.stand = stand
        self.requests = 0
        self.worker_us = self.postgres_us = self.wall = 0.0

    def measure(self, requests: int, work: Callable[[], object]) -> None:
        """Measure `work`, which makes `requests` requests."""
        worker, postgres, start = self.stand.worker_cpu_us(), self.stand.postgres_cpu_us(), time.perf_counter()
        work()
        self.wall += time.perf_counter() - start
        self.worker_us += self.stand.worker_cpu_us() - worker
        self.postgres_us += self.stand.postgres_cpu_us() - postgres
        self.requests += requests

    def into(self, cost: Cost) -> None:
        """Add the sample to `cost` and start a new one."""
        cost.worker_us.append(self.worker_us / self.requests)
        cost.postgres_us.append(self.postgres_us / self.requests)
        cost.per_second.append(self.requests / self.wall)


class Others:
    """The CPU of processes outside the measurement: of two services, one database."""

    def __init__(self, stand: Stand, beside: Stand) -> None:
        self.stand = stand
        self.beside = beside
        self.start = time.perf_counter()
        self.foreign = self._foreign_us()

    def cores(self) -> float:
        """Return the cores used by others on average since the beginning."""
        return (self._foreign_us() - self.foreign) / 1_000_000 / (time.perf_counter() - self.start)

    def _foreign_us(self) -> float:
        own = self.stand.worker_cpu_us() + self.beside.worker_cpu_us() + self.stand.postgres_cpu_us()
        return machine.busy_us() - own - time.process_time() * 1_000_000
