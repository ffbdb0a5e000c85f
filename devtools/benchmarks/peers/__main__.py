"""`make bench-peers`: a look and a move of our service beside those of its peers, by ratio; our engine beside RLCard.

Samples are taken in turn, over one PostgreSQL; a peer that cannot be installed here is skipped. Method and figures:
docs/contributors/performance.md.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from devtools.benchmarks import engine
from devtools.benchmarks.lean.bench import lean
from devtools.benchmarks.machine import Spread
from devtools.benchmarks.meter import Cost
from devtools.benchmarks.peers import boardgame_io
from devtools.benchmarks.service import LINES, SWEEPS, Bench
from devtools.benchmarks.stand import stand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SAMPLES: Final = int(os.environ.get("PEERS_SAMPLES", "7"))


@dataclass
class Service:
    """A service and its samples."""

    name: str
    sample: Callable[[], None]
    looks: Cost
    moves: Cost

    def compared(self, ours: Service) -> Iterator[str]:
        """Yield the figures of the service, each with ours over it, sample by sample."""
        for kind, cost, own in (("look", self.looks, ours.looks), ("move", self.moves, ours.moves)):
            for figure, theirs, mine in (
                ("CPU of its processes, us", cost.worker_us, own.worker_us),
                ("CPU of PostgreSQL, us", cost.postgres_us, own.postgres_us),
                ("CPU of both, us", _sums(cost), _sums(own)),
                ("per second", cost.per_second, own.per_second),
            ):
                line = f"{self.name + ', ' + kind + ': ' + figure:<48} {Spread.of(theirs).text()}"
                if self is not ours:
                    ratios = [one / other for one, other in zip(mine, theirs, strict=True)]
                    line += f"; ours {Spread.of(ratios).text(2)} times that"
                yield line


def services() -> Iterator[str]:
    """Yield the figures of the services."""
    with contextlib.ExitStack() as running:
        where = running.enter_context(stand())
        bench, looks, moves = Bench(where), Cost(), Cost()
        ours = Service("Flipside", lambda: bench.sample(looks, moves), looks, moves)
        leanest = running.enter_context(lean(where, LINES))
        all_services = [ours, Service("leanest", lambda: leanest.sample(SWEEPS), leanest.looks, leanest.moves)]
        absent = boardgame_io.missing()
        if absent:
            yield f"boardgame.io is skipped: {absent} is not installed"
        else:
            boardgame_io.install()
            peer = running.enter_context(boardgame_io.boardgame_io(where, LINES))
            all_services.append(Service("boardgame.io", peer.sample, peer.looks, peer.moves))
        for turn in range(1 + SAMPLES):
            for service in all_services:
                service.sample()
                if turn == 0:  # it warmed up
                    for cost in (service.looks, service.moves):
                        for figures in (cost.worker_us, cost.postgres_us, cost.per_second, cost.seconds):
                            figures.clear()
        for service in all_services:
            yield from service.compared(ours)


def rlcard() -> Iterator[str]:
    """Yield the figures of the engine and of RLCard."""
    try:
        yield from engine.against_rlcard()
    except subprocess.CalledProcessError as error:
        yield f"RLCard is skipped: {error}"


def _sums(cost: Cost) -> list[float]:
    return [one + other for one, other in zip(cost.worker_us, cost.postgres_us, strict=True)]


def main() -> None:
    """Measure and print."""
    print(f"peers: load average {os.getloadavg()[0]:.1f} at the start; medians [least..most]", flush=True)
    for part in (services, rlcard):
        for line in part():
            print(line, flush=True)


if __name__ == "__main__":
    main()
