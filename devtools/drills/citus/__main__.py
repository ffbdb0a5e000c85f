"""The drill of Citus: two of every process play on a cluster of databases, and a node of it is killed in play.

`python -m devtools.drills.citus --seconds 20`. Afterwards every game must have version = number of events = last event
of its last command, no answered event may be missing, and `verify_log` must find nothing. Exit code 1 otherwise.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from functools import partial
from typing import TYPE_CHECKING, Final

import psycopg

from devtools.drills import cluster as drill
from devtools.drills import servers
from devtools.drills.citus.servers import Citus, citus
from devtools.stack import supervisor
from devtools.stack.home import new_home
from devtools.stack.services import forget_given, services
from devtools.stack.trouble import Trouble

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from devtools.stack.services import Services

VICTIMS: Final = ("node-1", "node-2", "coordinator")

UNSOUND: Final = """
SELECT g.id, g.version, (SELECT count(*) FROM event e WHERE e.game_id = g.id),
    (SELECT max(c.last_seq) FROM command c WHERE c.game_id = g.id)
FROM game g
"""


@contextlib.contextmanager
def cluster() -> Iterator[tuple[drill.Cluster, Citus]]:
    """Start a cluster of databases and the service on it; nothing of it is left. Raises Trouble."""
    forget_given()
    with contextlib.ExitStack() as running:
        home = running.enter_context(new_home())
        database = running.enter_context(citus(home, durable=True))
        os.environ["DATABASE_URL"] = database.url
        found = running.enter_context(services(home, durable=True))
        addresses = {**found.environment, "DATABASE_SHARDED": "1"}
        ours = drill.Cluster(home, addresses, _servers(database, found), database.url)
        running.callback(ours.stop)
        ours.must("migrate", "--no-input")
        ours.must("distribute")
        ours.start()
        yield ours, database


def _servers(database: Citus, others: Services) -> dict[str, drill.Server]:
    found = {child.name: drill.Server(child, partial(servers.answers, others.environment["BROKER_URL"]))
             for child in others.children}  # fmt: skip
    return found | {
        name: drill.Server(child, partial(servers.connects, database.address(name)))
        for name, child in database.children.items()
    }


def unsound(database: Citus) -> tuple[int, int]:
    """Return the number of games, and of those whose version is not that of their events and commands."""
    with psycopg.connect(database.url, autocommit=True) as connection:
        games = connection.execute(UNSOUND).fetchall()
    return len(games), sum(not version == events == last for _, version, events, last in games)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the drill, print what was felt of each kill, and return 0 if nothing was lost."""
    parser = argparse.ArgumentParser(
        prog="drill-citus", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("victims", nargs="*", choices=[*VICTIMS, []], help="nodes to kill (node-1)")
    parser.add_argument("--seconds", type=float, default=20.0, help="of play around each kill (%(default)s)")
    given = parser.parse_args(arguments)
    supervisor.end_by_signals()
    try:
        with cluster() as (ours, database):
            clean = True
            for victim in given.victims or ["node-1"]:
                report = drill.play(ours, victim, given.seconds)
                ours.wait()
                settled = drill.settle(ours)
                print(drill.line(victim, report, settled), flush=True)
                clean = clean and report.is_clean and settled is not None and "500" not in report.retries
            games, wrong = unsound(database)
            print(f"{wrong} of {games} games are unsound")
            checked = ours.manage("verify_log")
            print(checked.stdout.strip(), checked.stderr.strip())
            return 0 if clean and not wrong and checked.returncode == 0 else 1
    except Trouble as trouble:
        print(f"flipside: {trouble}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
