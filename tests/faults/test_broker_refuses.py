"""A broker that answers with errors counts as away: no process dies, and the games go on."""

from __future__ import annotations

import contextlib
import statistics
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from celery import current_app
from redis.exceptions import ResponseError

from tests.faults.amqp_broker import Refusal, RefusingBroker
from tests.faults.installation import BEAT, LONG_SECONDS, SWEEPER, WORKER, Installation, Site
from tests.faults.stack import eventually, happens

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from redis import Redis

    from devtools.stack.child import Child

pytestmark = [pytest.mark.timeout(240), pytest.mark.slow]

REFUSED: Final = "listening to the broker again"
"""A worker logs this when it waits for the broker."""
MOST_TRIES: Final = 8
"""Tries of a worker within a minute of refusals."""
NOT_SENT: Final = "Couldn't apply scheduled task"
"""Beat logs this for every task that the broker does not take."""
TOOK: Final = "games.wake"
"""A worker logs this for every hint."""


@pytest.fixture(scope="module")
def ours() -> Iterator[Installation]:
    with Installation(LOG_FORMAT="plain") as ours:
        yield ours


@pytest.fixture(scope="module")
def web(ours: Installation) -> Site:
    return ours.web("--workers", "1", "--threads", "2")


@pytest.fixture(scope="module")
def processes(ours: Installation) -> dict[str, Child]:
    return {
        name: ours.start(name, *words) for name, words in (("worker", WORKER), ("beat", BEAT), ("sweeper", SWEEPER))
    }


def no_replicas(broker: Redis) -> Callable[[], object]:
    broker.config_set("min-replicas-to-write", 1)
    return lambda: broker.config_set("min-replicas-to-write", 0)


def no_memory(broker: Redis) -> Callable[[], object]:
    """A client that only waits for hints does not write, so workers have to connect again to be refused."""
    broker.config_set("maxmemory-policy", "noeviction")
    broker.config_set("maxmemory", 1)
    end_lines(broker)
    return lambda: broker.config_set("maxmemory", 0)


def read_only(broker: Redis) -> Callable[[], object]:
    broker.execute_command("REPLICAOF", "127.0.0.1", "1")
    return lambda: broker.execute_command("REPLICAOF", "NO", "ONE")


def no_master(broker: Redis) -> Callable[[], object]:
    """Reads are refused too."""
    broker.config_set("replica-serve-stale-data", "no")
    broker.execute_command("REPLICAOF", "127.0.0.1", "1")
    return lambda: broker.execute_command("REPLICAOF", "NO", "ONE")


def no_permission(broker: Redis) -> Callable[[], object]:
    broker.acl_setuser("default", enabled=True, keys=["*"], channels=["*"], commands=["+@all", "-@list", "-@set"])
    return lambda: broker.acl_setuser("default", enabled=True, keys=["*"], channels=["*"], commands=["+@all"])


def disk_full(broker: Redis) -> Callable[[], object]:
    """It cannot save: MISCONF. Only writes are refused, so workers have to connect again."""
    known = broker.config_get("dir")["dir"]
    Path(known).chmod(0o500)
    broker.config_set("save", "3600 1")
    with contextlib.suppress(ResponseError):
        broker.bgsave()
    eventually(lambda: broker.info("persistence")["rdb_last_bgsave_status"] == "err", LONG_SECONDS, "a save that fails")
    end_lines(broker)

    def allow_again() -> None:
        Path(known).chmod(0o700)
        broker.config_set("save", "")

    return allow_again


def another_password(broker: Redis) -> Callable[[], object]:
    known = str(broker.connection_pool.connection_kwargs["password"])
    broker.config_set("requirepass", "changed")
    end_lines(broker)
    return lambda: broker.config_set("requirepass", known)


def end_lines(broker: Redis) -> None:
    for kind in ("normal", "pubsub"):
        broker.client_kill_filter(_type=kind, skipme=True)


REFUSALS: Final = (no_replicas, no_memory, read_only, no_master, no_permission, disk_full, another_password)


@pytest.mark.parametrize("refuse", REFUSALS, ids=lambda one: one.__name__)
def test_the_games_go_on_and_the_worker_comes_back(
    ours: Installation, web: Site, processes: dict[str, Child], refuse: Callable[[Redis], Callable[[], object]]
) -> None:
    token, worker = web.guest(), processes["worker"]
    with contextlib.closing(ours.broker()) as broker:
        broker.ping()  # over a connection that stays
        eventually(lambda: hears(web, token, worker), 2 * LONG_SECONDS, "a hint that arrives")
        said, told = len(worker.log.read_text()), len(processes["beat"].log.read_text())
        allow_again = refuse(broker)
        try:
            eventually(lambda: REFUSED in worker.log.read_text()[said:], 2 * LONG_SECONDS, "a worker that is refused")
            game = web.table(token, bots=3)
            looks = [web.look(token, game) for _ in range(20)]
            eventually(lambda: web.look(token, game).json["your_turn"], 2 * LONG_SECONDS, "bots moved by the sweeper")
        finally:
            allow_again()
        assert worker.log.read_text()[said:].count(REFUSED) < MOST_TRIES
        assert "Traceback" not in processes["beat"].log.read_text()[told:]
        assert {look.status for look in looks} == {200}
        assert statistics.median(look.seconds for look in looks) < 0.5
        eventually(lambda: hears(web, token, worker), 2 * LONG_SECONDS, "a hint after the fault")
    assert [name for name, process in processes.items() if process.ended] == []


def test_a_worker_whose_acknowledgement_was_lost_hears_hints_again(
    ours: Installation, web: Site, processes: dict[str, Child]
) -> None:
    token, worker = web.guest(), processes["worker"]
    eventually(lambda: hears(web, token, worker), 2 * LONG_SECONDS, "a hint that arrives")
    # A task gives up the silent database within a second, and may be acknowledged before the broker is silent too.
    assert any(loses_acknowledgement(ours, worker) for _ in range(5))
    eventually(lambda: hears(web, token, worker), 2 * LONG_SECONDS, "a hint after the fault")


def test_a_worker_with_a_task_under_way_outlives_the_broker(ours: Installation, web: Site) -> None:
    token, broker = web.guest(), ours.servers["valkey"]
    # Its tasks wait for the database, and it waits for more of them.
    worker = ours.start("worker", *WORKER, "--pool", "threads", "--concurrency", "9", DATABASE_SILENCE_MS="30000")
    eventually(lambda: hears(web, token, worker), 2 * LONG_SECONDS, "a hint that arrives")
    with ours.frozen("postgres"), contextlib.closing(ours.broker()) as line:
        said = len(worker.log.read_text())
        with current_app.connection_for_write(ours.environment["BROKER_URL"]) as hints:
            for _ in range(3):
                current_app.send_task("games.sweep", connection=hints)
        eventually(lambda: "received" in worker.log.read_text()[said:], LONG_SECONDS, "a task that hangs")
        # Its two lines break in the order after which kombu closes a channel that knows no address any more.
        line.config_set("requirepass", "changed")
        line.client_kill_filter(_type="pubsub")
        broker.kill()
        eventually(lambda: REFUSED in worker.log.read_text()[said:], LONG_SECONDS, "a worker that waits")
    broker.start_again()
    eventually(lambda: hears(web, token, worker), 2 * LONG_SECONDS, "a hint of the new broker")
    assert not worker.ended


def loses_acknowledgement(ours: Installation, worker: Child) -> bool:
    """Freeze the broker while a task hangs on the database; return True if the worker could not acknowledge it."""
    said = len(worker.log.read_text())
    ours.freeze("postgres")
    try:
        eventually(lambda: "received" in worker.log.read_text()[said:], LONG_SECONDS, "a task that hangs")
        with ours.frozen("valkey"):
            ours.thaw("postgres")
            return happens(lambda: "Couldn't ack" in worker.log.read_text()[said:], LONG_SECONDS / 2)
    finally:
        ours.thaw("postgres")


AMQP_REFUSALS: Final = (
    Refusal(403, "ACCESS_REFUSED - Login was refused"),
    Refusal(320, "CONNECTION_FORCED - broker forced connection closure"),
    Refusal(406, "PRECONDITION_FAILED - inequivalent arg", of_channel=True),
)


@pytest.mark.parametrize("refusal", AMQP_REFUSALS, ids=lambda one: one.text.split()[0])
def test_a_worker_and_beat_outlive_the_refusals_of_a_rabbitmq(ours: Installation, refusal: Refusal) -> None:
    with RefusingBroker(refusal) as broker:
        where = {"BROKER_URL": broker.url, "CACHE_URL": ours.environment["BROKER_URL"]}
        worker = ours.start("worker", *WORKER, **where)
        beat = ours.start("beat", *BEAT, **where)
        eventually(lambda: REFUSED in worker.log.read_text(), 4 * LONG_SECONDS, "a worker that waits")
        if not refusal.of_channel:  # a refused channel does not say which message was lost
            eventually(lambda: NOT_SENT in beat.log.read_text(), LONG_SECONDS, "a beat that goes on")
        assert [child.last_words() for child in (worker, beat) if child.ended] == []
        for child in (beat, worker):
            child.stop()
            assert child.log.read_text().count("Traceback") == 0


def hears(web: Site, token: str, worker: Child) -> bool:
    """Tell whether the worker gets a hint of a new command."""
    before = worker.log.read_text().count(TOOK)
    web.table(token)
    with contextlib.suppress(AssertionError):
        eventually(lambda: worker.log.read_text().count(TOOK) > before, 2, "a hint")
        return True
    return False


def test_a_worker_that_waits_for_the_broker_ends_when_it_is_told_to(ours: Installation) -> None:
    with contextlib.closing(ours.broker()) as broker:
        allow_again = no_memory(broker)
        try:
            worker = ours.start("worker", *WORKER)
            eventually(lambda: REFUSED in worker.log.read_text(), 2 * LONG_SECONDS, "a worker that is refused")
            worker.ask()
            eventually(lambda: worker.ended, LONG_SECONDS, "its end")
        finally:
            allow_again()
