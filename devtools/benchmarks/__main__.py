"""`make bench` measures everything. `python -m devtools.benchmarks service` measures one of them."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from multiprocessing import get_context
from typing import TYPE_CHECKING

from devtools.benchmarks import (
    audit,
    engine,
    exports,
    installation,
    notifications,
    pushes,
    service,
    shares,
    states,
    streams,
    timeouts,
    webhooks,
)

if TYPE_CHECKING:
    from collections.abc import Callable

MEASURES: dict[str, Callable[[], None]] = {
    "audit": audit.main,
    "engine": engine.main,
    "service": service.main,
    "installation": installation.main,
    "states": states.main,
    "exports": exports.main,
    "streams": streams.main,
    "notifications": notifications.main,
    "pushes": pushes.main,
    "timeouts": timeouts.main,
    "shares": shares.main,
    "webhooks": webhooks.main,
}


def main() -> None:
    """Run the named benchmarks in that order; all of them without a name. Exits if one fails."""
    parser = argparse.ArgumentParser(prog="python -m devtools.benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(MEASURES))
    parser.add_argument("--events", type=int, default=exports.EVENTS, help="of exports: %(default)s")
    asked = parser.parse_args()
    measures: dict[str, Callable[[], None]] = {**MEASURES, "exports": partial(exports.main, asked.events)}
    for name in asked.names:
        if name not in MEASURES:
            parser.error(f"there is no measure {name!r}; there are {', '.join(MEASURES)}")
    for name in asked.names or MEASURES:
        _run_apart(name, measures[name])


def _run_apart(name: str, measure: Callable[[], None]) -> None:
    """Run it in a process of its own: the next one must not get its servers, which have ended, or its settings."""
    process = get_context("spawn").Process(target=measure)
    process.start()
    process.join()
    if process.exitcode:
        sys.exit(f"the benchmark {name} has failed")


if __name__ == "__main__":
    main()
