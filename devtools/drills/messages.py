"""The drill of messages: workers, beats and the broker fail while messages are told and sent; what arrived is counted.

`make drill-messages`, or `python -m devtools.drills.messages --children 100 --mains 40 --wipes 50`. With a database, a
broker, a mail server and a receiver of webhooks of its own. Exit code 1 if anything was lost, or came twice without a
kill to explain it.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from devtools.drills import crew
from devtools.drills.sinks import Sinks
from devtools.migrated import migrated

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from devtools.drills.post import Tally
    from devtools.drills.rounds import Counts

GAMES = 4
"""Matches that are played for every kill."""
PER_ROUND = 10
"""Kills after which everything has to arrive before the next ones."""


def drill(sinks: Sinks, asked: argparse.Namespace, folder: Path) -> tuple[Counts, Tally]:
    """Cause all faults, one kind after the other. Needs a migrated database that is configured in Django."""
    from devtools.drills import rounds  # noqa: PLC0415  Django has to be set up first
    from devtools.drills.post import Post  # noqa: PLC0415  as above

    post, counts = Post(sinks, random.Random(asked.seed), readers=6), rounds.Counts()
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "devtools.drills.settings",
        "DRILL_SMTP_PORT": str(sinks.mail_port),
    }
    with _said("F3, workers killed"), crew.worker(folder, environment, children=2) as worker:
        worker.start()
        for mains, kills in ((False, asked.children), (True, asked.mains)):
            for done in range(0, kills, PER_ROUND):
                rounds.kill_workers(post, worker, counts, min(PER_ROUND, kills - done), mains=mains, games=GAMES)
    beats = [crew.beat(folder, environment, number) for number in (1, 2)]
    worker = crew.worker(folder, environment, children=2)
    with _said("F4 and F20, no beat, two beats, a broker that forgets"), worker, beats[0], beats[1]:
        rounds.beats(post, counts, worker, beats)
        with crew.Doomed(environment) as doomed:
            for done in range(0, asked.wipes, PER_ROUND):
                rounds.wipe_broker(post, counts, min(PER_ROUND, asked.wipes - done), doomed.resign)
    with _said("F21 and F22, tasks again, late and out of order"):
        for _ in range(0, asked.games, PER_ROUND):
            with crew.worker(folder, environment, app="devtools.drills.unruly", children=4) as worker:
                rounds.hold_tasks_back(post, counts, worker, PER_ROUND)
                rounds.repeat_tasks(post, counts, PER_ROUND)
    with _said("F23, poison"), crew.worker(folder, environment) as worker:
        worker.start()
        rounds.poison(post, counts, worker, folder)
    return counts, post.tally()


@contextlib.contextmanager
def _said(what: str) -> Iterator[None]:
    start = time.monotonic()
    print(f"{what} ...", flush=True)
    yield
    print(f"  {time.monotonic() - start:.0f} s", flush=True)


def report(counts: Counts, tally: Tally) -> str:
    """Return the counts as text."""
    copies = sum(tally.twice.values()) - len(tally.twice)
    lines = [
        (
            f"killed: {counts.children} children, {counts.mains} workers ({counts.places}); "
            f"{counts.in_flight} messages and calls were in flight then"
        ),
        (
            f"broker wiped {counts.wipes} times, {counts.unpublished} processes died between commit and hint, "
            f"{counts.tasks} tasks came again, {counts.poisons} messages were poison"
        ),
        (
            f"owed {tally.owed}, arrived {tally.arrived}: lost {len(tally.lost)}, given up {tally.given_up}, "
            f"unknown {tally.unknown}, logs unsound {tally.unsound}"
        ),
        (
            f"second copies {copies} ({100 * copies / max(1, tally.arrived):.2f} %), under the same id; "
            f"beyond one for each kill of a row in flight: {len(tally.beyond)}"
        ),
        f"longest time until all was told and sent: {counts.slowest:.1f} s",
        *(f"  twice: {one} ({count} times)" for one, count in sorted(tally.twice.items())),
        *(f"  lost: {one}" for one in tally.lost),
    ]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the drill, print the report, and return 0 if it is clean."""
    parser = argparse.ArgumentParser(prog="drill-messages", description=__doc__)
    parser.add_argument("--children", type=int, default=100, help="times to kill the children of a worker (100)")
    parser.add_argument("--mains", type=int, default=40, help="workers to kill (40)")
    parser.add_argument("--wipes", type=int, default=50, help="times to wipe the broker (50)")
    parser.add_argument("--games", type=int, default=40, help="games whose tasks come again and late (40)")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args(arguments)
    os.environ["OUTBOUND_ALLOW"] = "127.0.0.0/8"  # where the receiver listens
    with tempfile.TemporaryDirectory() as folder, migrated("config.settings.test"), Sinks() as sinks:
        counts, tally = drill(sinks, asked, Path(folder))
    print(report(counts, tally))
    return 0 if tally.is_clean else 1


if __name__ == "__main__":
    sys.exit(main())
