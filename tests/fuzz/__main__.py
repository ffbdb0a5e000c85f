"""python -m tests.fuzz: requests generated from openapi.yaml, by three identities, as many as asked for.

Prints for every operation the number of requests, the statuses, whether any request succeeded, and each fault with a
request that shows it. Exits with 1 if there was a fault or an operation was not reached.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections import Counter
from contextlib import contextmanager
from secrets import randbelow
from typing import TYPE_CHECKING

import django

from devtools.stack.home import new_test_home
from devtools.stack.services import services
from tests.fuzz.isolation import isolated

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.fuzz.operations import Tally


@contextmanager
def database() -> Iterator[None]:
    """Start servers of our own with an empty database."""
    home = new_test_home()
    try:
        with services(home, durable=False) as running:
            os.environ.update(running.environment, DJANGO_SETTINGS_MODULE="config.settings.test")
            django.setup()
            from django.test.utils import setup_databases, setup_test_environment, teardown_databases  # noqa: PLC0415

            setup_test_environment()
            made = setup_databases(verbosity=0, interactive=False)
            try:
                yield
            finally:
                teardown_databases(made, verbosity=0)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def line(tally: Tally) -> str:
    statuses = sum(tally.statuses.values(), Counter[int]())
    told = " ".join(f"{status}:{count}" for status, count in sorted(statuses.items()))
    word = "reached" if tally.reached() else "done" if tally.done else "-"
    return f"{word:8}{tally.requests:7}  {tally.label}  {told}"


def main(words: list[str]) -> int:
    """Run; return 0 if there was no fault."""
    parser = argparse.ArgumentParser(prog="make fuzz", description=__doc__)
    parser.add_argument("--examples", type=int, default=100, help="random requests per operation, of each kind (100)")
    parser.add_argument("--seed", type=int, default=None, help="the seed of an earlier run, to have it again")
    parser.add_argument("--operation", default="", help="only operations whose method and path hold this")
    asked = parser.parse_args(words)
    number = randbelow(2**32) if asked.seed is None else asked.seed
    with database(), isolated(number, thorough=True) as trier:
        operations = [one for one in trier.operations() if asked.operation in one.label]
        if not operations:
            parser.error(f"no operation holds {asked.operation!r}; one is called 'GET /v1/games/{{game_id}}'")
        tallies = []
        for operation in operations:
            tallies.append(trier.run(operation, asked.examples))
            tell(tallies[-1], again(number, asked.examples, operation.label))
    return report(tallies, again(number, asked.examples, asked.operation))


def again(number: int, examples: int, operation: str) -> str:
    """Return the command line that repeats the run."""
    only = f' --operation "{operation}"' if operation else ""
    return f"Again: make fuzz ARGS='--seed {number} --examples {examples}{only}'"


def tell(tally: Tally, call: str) -> None:
    """Print the results of an operation at once, since the run may be interrupted."""
    print(line(tally), flush=True)
    for finding in tally.findings.values():
        print(f"\n{finding}{call}\n", flush=True)


def report(tallies: list[Tally], call: str) -> int:
    """Print the sums; return the exit code."""
    missed = [tally.label for tally in tallies if not tally.reached() and not tally.done]
    reached = sum(tally.reached() for tally in tallies)
    findings = sum(len(tally.findings) for tally in tallies)
    requests = sum(tally.requests for tally in tallies)
    print(f"\nRequests: {requests:,}, operations: {len(tallies)}, of these answered with 2xx: {reached}.")
    print(f"Findings: {findings}. Not reached: {', '.join(missed) or 'none'}. {call}")
    return int(findings > 0 or bool(missed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
