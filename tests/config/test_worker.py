import threading
import uuid
from queue import Queue
from typing import Any

import pytest
import structlog
from celery.signals import task_success

from common.http import request_ids
from games import hints, tasks
from games.services import worker

LIMIT = 20  # seconds


@pytest.mark.usefixtures("worker")
def test_a_hint_sent_by_the_web_reaches_the_worker_through_the_broker() -> None:
    done = threading.Event()

    def note(sender: object, **_: object) -> None:
        if getattr(sender, "name", "") == hints.WAKE_TASK:
            done.set()

    task_success.connect(note)
    hints.wake(uuid.uuid4())
    assert done.wait(LIMIT)
    task_success.disconnect(note)


@pytest.mark.usefixtures("worker")
def test_work_knows_the_request_that_caused_it_and_its_task(monkeypatch: pytest.MonkeyPatch) -> None:
    known: Queue[tuple[str, str | None, dict[str, Any]]] = Queue()

    def note(games: list[uuid.UUID]) -> None:
        known.put((str(games[0]), request_ids.current.get(), structlog.contextvars.get_contextvars()))

    monkeypatch.setattr(worker, "run_outboxes", note)
    ours, others, nobodys = (str(uuid.UUID(int=number)) for number in (1, 2, 3))
    for game, cause in ((ours, "mine"), (others, "another"), (nobodys, None)):
        with request_ids.caused_by(cause):
            hints.wake(uuid.UUID(game))
    found = [known.get(timeout=LIMIT) for _ in range(3)]
    assert {game: cause for game, cause, _ in found} == {ours: "mine", others: "another", nobodys: None}
    assert {line["task"] for _, _, line in found} == {hints.WAKE_TASK}
    assert len({line["task_id"] for _, _, line in found}) == 1


def test_a_hostile_cause_reaches_no_log_line() -> None:
    with request_ids.caused_by("two words\n"):
        assert request_ids.current.get() is None


def test_a_task_without_causes_does_its_work(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[uuid.UUID] = []
    monkeypatch.setattr(worker, "run_outboxes", done.extend)
    tasks.wake(str(uuid.UUID(int=1)), str(uuid.UUID(int=2)))
    assert done == [uuid.UUID(int=1), uuid.UUID(int=2)]
