"""The drill of topologies: play while nodes of the broker, the cache or the pooler are killed.

`make drill-topologies`, or `python -m devtools.drills.topologies rabbitmq --rounds 2`. Every topology has a database
and servers of its own. A hint is lost if the bot that it is for does not move; nothing sweeps meanwhile. Exit code 1
unless everything came as it should.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final

from devtools.drills import report as reports
from devtools.drills import servers
from devtools.drills.service import Service
from devtools.stack.account import servers_account
from devtools.stack.binaries import postgres_programs, valkey_program
from devtools.stack.home import new_home, state_home
from devtools.stack.postgres import Postgres
from devtools.stack.trouble import Trouble
from devtools.stack.valkey import Valkey

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

PLAYERS: Final = 8
EVERY_JOB: Final = "from games.schedule import JOBS\nfor job in JOBS: job.work()"
OK: Final = 200
SOON: Final = 0.5
"""Seconds within which a stream has an event if hints reach it; else it finds the event after a second or two."""


class Report(reports.Report):
    """The results of one topology."""

    def hints(self, ours: Service, token: str, rounds: int, when: str) -> None:
        """Send hints and note how many are lost."""
        waits = [ours.hint(token) for _ in range(rounds)]
        came = [wait for wait in waits if wait is not None]
        self.say(
            f"{when}: {len(waits) - len(came)} of {len(waits)} hints lost, longest wait {max(came, default=0):.1f} s"
        )
        self.demand(len(came) == len(waits), f"hints were lost {when}")
        self.demand(not ours.ended(), f"{', '.join(ours.ended())} ended {when}")

    def cache(self, ours: Service, token: str, when: str, limit: float) -> None:
        """Wait until requests are counted and streams get hints."""
        counted = servers.until(lambda: ours.counted(token), f"counted request {when}", limit)
        streamed = servers.until(lambda: ours.stream(token) < SOON, f"hint for streams {when}", limit)
        self.say(f"{when}: requests are counted after {counted:.1f} s, streams get hints after {streamed:.1f} s")


def rabbitmq(report: Report, ground: Ground, rounds: int, kind: str = "quorum") -> None:
    """Three nodes of RabbitMQ with quorum queues; each is killed once."""
    with servers.rabbitmqs(ground.home) as nodes, ground.valkey() as cache:
        broker = ";".join(f"amqp://guest:guest@127.0.0.1:{node.port}//" for node in nodes)
        with ground.service(BROKER_URL=broker, CACHE_URL=cache, BROKER_QUEUES=kind) as ours:
            token = ours.guest()
            report.hints(ours, token, rounds, "with all nodes")
            for number, node in enumerate(nodes, 1):
                node.kill()
                report.hints(ours, token, rounds, f"after node {number} was killed")
                node.start_again()
                servers.until(lambda node=node: servers.accepts(node.port), "node of RabbitMQ")
            report.hints(ours, token, rounds, "with all nodes again")


def classic(report: Report, ground: Ground, rounds: int) -> None:
    """The same with classic queues, which are lost with their node until it comes back."""
    with servers.rabbitmqs(ground.home) as nodes, ground.valkey() as cache:
        broker = ";".join(f"amqp://guest:guest@127.0.0.1:{node.port}//" for node in nodes)
        with ground.service(BROKER_URL=broker, CACHE_URL=cache) as ours:
            token = ours.guest()
            report.hints(ours, token, rounds, "with all nodes")
            nodes[0].kill()
            lost = [ours.hint(token) for _ in range(rounds)].count(None)
            report.say(f"after the queue's node was killed: {lost} of {rounds} hints lost")
            report.demand(not ours.ended(), f"{', '.join(ours.ended())} ended")
            nodes[0].start_again()
            seconds = servers.until(lambda: ours.hint(token) is not None, "hint that arrives", 120)
            report.say(f"hints arrive again {seconds:.1f} s after the node was started")


def cluster(report: Report, ground: Ground, rounds: int, certificate: Path | None = None) -> None:
    """A cluster of Valkey as the cache; each primary is killed once."""
    with (
        servers.cluster(ground.home, certificate=certificate) as cache,
        ground.valkey() as broker,
        ground.service(BROKER_URL=broker, CACHE_URL=cache.address) as ours,
    ):
        token = ours.guest()
        report.cache(ours, token, "with all nodes", 10)
        for number, node in enumerate(cache.nodes[: len(cache.nodes) // 2], 1):
            node.kill()
            tokens = [ours.guest() for _ in range(rounds)]  # their counts lie on all nodes
            for each in tokens:
                report.cache(ours, each, f"after primary {number} was killed", 30)
            node.start_again()
            servers.until(lambda node=node: cache.is_whole(node), "cluster that is whole")
        report.demand(not ours.ended(), f"{', '.join(ours.ended())} ended")


def sentinel(report: Report, ground: Ground, rounds: int, certificate: Path | None = None) -> None:
    """Broker and cache at the primary that three Sentinels name; it is killed, and its successor too."""
    with (
        servers.sentinels(ground.home, certificate) as found,
        ground.service(BROKER_URL=found.address, SENTINEL_MASTER=servers.PRIMARY) as ours,
    ):
        token = ours.guest()
        report.hints(ours, token, rounds, "with the first primary")
        report.cache(ours, token, "with the first primary", 10)
        for when in ("after the primary was killed", "after its successor was killed"):
            lost = found.holder()
            lost.kill()
            seconds = servers.until(lambda lost=lost: found.holder() != lost, "new primary", 60)
            report.say(f"{when}: the Sentinels name another after {seconds:.1f} s")
            seconds = servers.until(lambda: ours.hint(token) is not None, f"hint {when}", 60)
            report.say(f"{when}: a hint arrives {seconds:.1f} s later")
            report.hints(ours, token, rounds, when)
            report.cache(ours, token, when, 30)
            lost.start_again()
            servers.until(lambda lost=lost: found.follows(lost), "replica that follows")


def tls(report: Report, ground: Ground, rounds: int) -> None:
    """Sentinels, and then a cluster, by TLS with a certificate of our own."""
    certificate = servers.new_certificate(ground.home)
    sentinel(report, ground, rounds, certificate)
    cluster(report, ground, rounds, certificate)


def pgbouncer(report: Report, ground: Ground, rounds: int) -> None:
    """Pgbouncer in transaction mode with four sessions for all processes; nothing is prepared."""
    _pooled(report, ground, rounds, "transaction")


def prepared(report: Report, ground: Ground, rounds: int) -> None:
    """The same with a pgbouncer that keeps track of prepared statements."""
    _pooled(report, ground, rounds, "prepared")


def _pooled(report: Report, ground: Ground, rounds: int, pooler: str) -> None:
    with (
        servers.pgbouncer(ground.home, ground.postgres.url, prepared=pooler == "prepared") as before,
        ground.valkey() as broker,
        ground.service(BROKER_URL=broker, DATABASE_URL=before.url, DATABASE_POOLER=pooler) as ours,
    ):
        report.say(f"pgbouncer {'.'.join(map(str, servers.pgbouncer_version()))}, DATABASE_POOLER={pooler}")
        refusal = ours.refusal(DATABASE_POOLER="none")
        report.demand("set DATABASE_POOLER" in refusal, f"a pooler that was not named is not refused: {refusal}")
        report.hints(ours, ours.guest(), rounds, "through pgbouncer")
        begun = time.monotonic()
        with ThreadPoolExecutor(PLAYERS) as players:
            moves = list(players.map(lambda _: _play(ours, rounds), range(PLAYERS)))
        seconds, total = time.monotonic() - begun, sum(map(len, moves))
        wrong = [status for statuses in moves for status in statuses if status != OK]
        report.say(f"{PLAYERS} players at once: {total} moves in {seconds:.1f} s, {len(wrong)} of them refused")
        report.demand(not wrong, f"moves were answered with {sorted(set(wrong))}")
        report.cache(ours, ours.guest(), "through pgbouncer", 10)
        worked = ours.manage("shell", "-c", EVERY_JOB)
        report.demand(worked.returncode == 0, f"a periodic job fails: {worked.stderr[-500:]}")
        checked = ours.manage("verify_log")
        report.demand(checked.returncode == 0, f"the log is unsound: {checked.stdout} {checked.stderr}")
        report.demand(not ours.ended(), f"{', '.join(ours.ended())} ended")


def _play(ours: Service, rounds: int) -> list[int]:
    """Return the statuses of the answers to the moves of one player."""
    token = ours.guest()
    statuses = []
    for _ in range(rounds):
        game = ours.table(token)
        for _ in range(PLAYERS):
            seen = ours.ask("GET", f"/v1/games/{game}", token).json
            if seen["your_turn"] and seen["legal_commands"]:
                statuses.append(ours.move(token, game, seen).status)
    return statuses


TOPOLOGIES: Final[dict[str, Callable[[Report, Ground, int], None]]] = {
    drill.__name__: drill for drill in (rabbitmq, classic, cluster, sentinel, tls, pgbouncer, prepared)
}

PROGRAMS: Final = {
    "rabbitmq": servers.rabbitmq_program,
    "classic": servers.rabbitmq_program,
    "tls": servers.tls_program,
    "pgbouncer": servers.pgbouncer_program,
    "prepared": servers.pgbouncer_program,
}
"""What a topology needs besides PostgreSQL and Valkey."""


class Ground:
    """A migrated database, for the servers and processes of one topology."""

    def __init__(self, home: Path, postgres: Postgres) -> None:
        self.home = home
        self.postgres = postgres

    @contextlib.contextmanager
    def valkey(self) -> Iterator[str]:
        """Run one Valkey; yields its address."""
        account = servers_account()
        valkey = Valkey(self.home, valkey_program(account, state_home()), account, durable=False)
        try:
            yield valkey.url
        finally:
            valkey.stop()

    @contextlib.contextmanager
    def service(self, **environment: str) -> Iterator[Service]:
        """Run the processes."""
        service = Service(self.home, **{"DATABASE_URL": self.postgres.url, **environment})
        service.must("migrate", "--no-input", DATABASE_URL=self.postgres.url, DATABASE_POOLER="none")
        with service:
            yield service


@contextlib.contextmanager
def ground() -> Iterator[Ground]:
    """Set up a database; nothing of it is left."""
    with new_home() as home:
        account = servers_account()
        postgres = Postgres(home, postgres_programs(account, state_home()), account, durable=False)
        try:
            yield Ground(home, postgres)
        finally:
            postgres.stop()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the drills, print their reports, and return 0 if all are clean."""
    parser = argparse.ArgumentParser(prog="drill-topologies", description=__doc__)
    parser.add_argument("topologies", nargs="*", help=f"{', '.join(TOPOLOGIES)} (all whose programs are here)")
    parser.add_argument("--rounds", type=int, default=5, help="hints, or players, after each event (5)")
    asked = parser.parse_args(arguments)
    faults = []
    here = (name for name in TOPOLOGIES if name not in PROGRAMS or servers.is_here(PROGRAMS[name]))
    for name in asked.topologies or here:
        print(f"{name}: {TOPOLOGIES[name].__doc__}", flush=True)
        report = Report()
        try:
            with ground() as found:
                TOPOLOGIES[name](report, found, asked.rounds)
        except Trouble as trouble:
            report.demand(False, str(trouble))  # noqa: FBT003  it is one
        faults += [f"{name}: {fault}" for fault in report.faults]
    print("clean" if not faults else "\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
