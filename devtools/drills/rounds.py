"""The faults that a drill of messages causes, one function each; `post` records the effects.

F3, F20, ... number the faults. Django must be set up before this is imported.
"""

from __future__ import annotations

import os
import pickle
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from kombu import Exchange, Producer, Queue

from config.celery import app
from devtools.drills import broker
from games import hints

if TYPE_CHECKING:
    from pathlib import Path
    from uuid import UUID

    from devtools.drills.crew import Member
    from devtools.drills.post import Post
    from devtools.drills.sinks import Moment

PLACES: Final[tuple[Moment | None, ...]] = ("mail taken", "call taken", "mail asked", "call asked", None)
"""The places at which workers are killed, in turn; None: anywhere."""
PATIENCE: Final = 20.0
LIMIT: Final = 120.0
HUGE: Final = 10 * 1024 * 1024


@dataclass
class Counts:
    """The counts of a drill so far."""

    children: int = 0
    mains: int = 0
    in_flight: int = 0
    places: dict[str, int] = field(default_factory=dict)
    wipes: int = 0
    unpublished: int = 0
    tasks: int = 0
    poisons: int = 0
    slowest: float = 0.0


class Trap:
    """Kills in the middle of the next such moment; at None: when `spring` is called."""

    def __init__(self, post: Post, place: Moment | None, kill: Callable[[], None]) -> None:
        self.place = place
        self.kill = kill
        self.sprung = threading.Event()
        self.lock = threading.Lock()
        self.at = 0.0
        post.sinks.watch = self._watch

    def _watch(self, moment: Moment) -> None:
        if moment == self.place:
            self.spring()

    def spring(self) -> None:
        """Kill, once."""
        with self.lock:
            if not self.sprung.is_set():
                self.kill()
                self.at = time.time()
                self.sprung.set()


def kill_workers(post: Post, worker: Member, counts: Counts, kills: int, *, mains: bool, games: int = 2) -> None:
    """F3: kill the children of a worker, or the worker itself, while it plans and sends messages of `games` games."""
    for number in range(kills):
        place = PLACES[number % len(PLACES)]
        orphans: list[int] = []

        def kill() -> None:
            orphans.extend(worker.children())  # noqa: B023  it is called before the next round
            (worker.kill_main if mains else worker.kill_child)()

        trap = Trap(post, place, kill)
        post.deal(games)
        post.tick()
        trap.sprung.wait(PATIENCE if place else post.dice.uniform(0, 0.5))
        trap.spring()
        killed_at = trap.at
        if mains:
            worker.bury(orphans)
            killed_at = time.time()
            worker.start()
        assert worker.lives, "a worker lives without the child that was killed"
        counts.in_flight += post.lapse(killed_at)
        counts.children += 0 if mains else len(orphans)
        counts.mains += mains
        counts.places[place or "anywhere"] = counts.places.get(place or "anywhere", 0) + 1
    post.sinks.watch = lambda _moment: None
    counts.slowest = max(counts.slowest, post.settle(LIMIT))


def beats(post: Post, counts: Counts, worker: Member, beats: list[Member]) -> None:
    """F4: no beat runs while every hint is lost; then all `beats` run, and all but one die. Starts `worker` too."""
    post.deal(4)
    broker.wipe()
    worker.start()
    for beat in beats:
        beat.start()
    counts.slowest = max(counts.slowest, post.settle(LIMIT, ticking=False))
    for beat in beats[1:]:
        beat.end()
    post.deal(2)
    counts.slowest = max(counts.slowest, post.settle(LIMIT, ticking=False))


def wipe_broker(post: Post, counts: Counts, wipes: int, resign: Callable[[UUID, UUID], None]) -> None:
    """F20: the broker loses everything, at random, and a process dies between its commit and its hint (`resign`).

    Worker and beat run meanwhile.
    """
    for number in range(wipes):
        post.deal(1)
        if number % 5 == 0:
            game, (loser, _) = post.begin()
            resign(game, loser.id)
            counts.unpublished += 1
        time.sleep(post.dice.uniform(0, 0.3))
        broker.wipe()
        counts.wipes += 1
    counts.slowest = max(counts.slowest, post.settle(LIMIT, ticking=False))


def repeat_tasks(post: Post, counts: Counts, games: int) -> None:
    """F21: every task comes two to five times, at the same time and late. The worker's app is `unruly`."""
    for _ in range(games):
        post.deal(1)
        for game in post.games[-2:]:
            for copy in range(post.dice.randint(1, 4)):
                app.send_task("games.wake", (str(game),), countdown=post.dice.choice((None, None, 1.0)), expires=60)
                counts.tasks += copy > 0
        post.tick(copies=post.dice.randint(2, 5))
    counts.slowest = max(counts.slowest, post.settle(LIMIT))


def hold_tasks_back(post: Post, counts: Counts, worker: Member, games: int) -> None:
    """F22: tasks come late, out of order and again, long after their work was done.

    No worker may run yet; `worker` is started.
    """
    broker.wipe()
    post.deal(games)
    hints.flush()
    held = broker.take_all()
    assert held, "commands leave hints"
    worker.start()
    counts.slowest = max(counts.slowest, post.settle(LIMIT))
    before = post.tally()
    counts.tasks += broker.put_back(held, post.dice, 3)
    _until_the_broker_is_empty()
    counts.slowest = max(counts.slowest, post.settle(LIMIT))
    assert post.tally() == before, "a task that comes late changes nothing"


def poison(post: Post, counts: Counts, worker: Member, folder: Path) -> None:
    """F23: messages that cannot be read or that ask for the impossible. The worker goes on."""
    # Tasks that killed workers left unacknowledged come back only minutes later.
    broker.wipe()
    pid = worker.pid
    proof = folder / "unpickled"
    exchange = Exchange("", type="direct")
    name = app.conf.task_default_queue
    with app.connection_for_write() as connection, connection.channel() as channel:
        producer = Producer(channel, exchange, routing_key=name)
        for body, headers in _POISONS:
            producer.publish(body, **headers)
            counts.poisons += 1
        producer.publish(
            pickle.dumps(_Bomb(str(proof))), content_type="application/x-python-serialize", content_encoding="binary",
            headers={"task": "games.wake", "id": "bomb"},
        )  # fmt: skip
        Queue(name, channel=channel)
    for task, arguments, words in _NONSENSE:
        app.send_task(task, arguments, words)
    counts.poisons += 1 + len(_NONSENSE) + len(_JUNK)
    post.deal(1)
    counts.slowest = max(counts.slowest, post.settle(LIMIT))
    _until_the_broker_is_empty()
    # After these the worker restarts its consumer, and its unfinished tasks are delivered again minutes later.
    for raw in _JUNK:
        broker.put(raw)
    post.deal(1)
    counts.slowest = max(counts.slowest, post.settle(LIMIT))
    assert worker.lives, "poison kills no worker"
    assert worker.pid == pid
    assert not proof.exists(), "nothing is unpickled"


_TASK: Final = {"task": "games.wake", "id": "poison"}
_JSON: Final[dict[str, Any]] = {"content_type": "application/json", "content_encoding": "utf-8"}
_POISONS: Final[tuple[tuple[Any, dict[str, Any]], ...]] = (
    (b"\xff\xfe no JSON", {**_JSON, "headers": _TASK}),
    (b'{"half": ', {**_JSON, "headers": _TASK}),
    (b"[]", {**_JSON, "headers": _TASK}),
    (b"[[], {}, {}]", {**_JSON, "headers": {}}),
    (b"[[], {}, {}]", {**_JSON, "headers": {"task": ["games.wake"], "id": 7}}),
    (b"[[], {}, {}]", {"content_type": "text/elvish", "content_encoding": "utf-8", "headers": _TASK}),
    (b"!!python/object/apply:os.getpid []", {"content_type": "application/x-yaml", "content_encoding": "utf-8"}),
)
_JUNK: Final = (b"no message at all", b"{}", b"[]")
_NONSENSE: Final[tuple[tuple[str, tuple[Any, ...], dict[str, Any]], ...]] = (
    ("games.nothing", (), {}),
    ("games.wake", ("no game",), {}),
    ("games.wake", (), {}),
    ("games.wake", ({"a": [1]},), {}),
    ("games.wake", (), {"game": 1}),
    ("games.send", (17,), {}),
    ("games.send", ("no channel",), {}),
    ("games.wake", ("x" * HUGE,), {}),
)


class _Bomb:
    """Leaves a file behind when it is unpickled."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (self.path,)


def _until_the_broker_is_empty() -> None:
    end = time.monotonic() + PATIENCE
    while not broker.is_empty():
        if time.monotonic() > end:
            raise TimeoutError(f"tasks are left in the broker: {broker.left()}")
        time.sleep(0.02)
