import threading
import uuid

import pytest
from celery.signals import task_success

from games import hints

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
