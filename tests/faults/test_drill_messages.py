"""A short drill of messages; `make drill-messages` does the same with hundreds of faults."""

from __future__ import annotations

import random
from ipaddress import ip_network
from typing import TYPE_CHECKING

import pytest

from devtools.drills import crew
from devtools.drills.sinks import Sinks
from tests.faults.stack import service_environment

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytest_django import Settings

    from devtools.drills.post import Post

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(240), pytest.mark.slow]


@pytest.fixture
def sinks() -> Iterator[Sinks]:
    with Sinks() as running:
        yield running


@pytest.fixture
def post(sinks: Sinks, settings: Settings) -> Iterator[Post]:
    """Yield readers with an address and a webhook each; at the end no message may be lost or unexplained."""
    from devtools.drills.post import Post  # noqa: PLC0415 - Django is set up by now

    settings.OUTBOUND_ALLOW = [ip_network("127.0.0.0/8")]
    books = Post(sinks, random.Random(7))  # noqa: S311 - dice
    yield books
    tally = books.tally()
    assert tally.is_clean, tally
    assert tally.owed


@pytest.fixture
def environment(sinks: Sinks) -> dict[str, str]:
    """Return the settings of the drill's workers and beats."""
    return service_environment() | {
        "DJANGO_SETTINGS_MODULE": "devtools.drills.settings",
        "DRILL_SMTP_PORT": str(sinks.mail_port),
    }


def test_killed_workers_lose_nothing_and_repeat_at_most_what_they_had_in_hand(
    post: Post, environment: dict[str, str], tmp_path: Path
) -> None:
    from devtools.drills import rounds  # noqa: PLC0415 - as above

    with crew.worker(tmp_path, environment, children=2) as worker:
        worker.start()
        rounds.kill_workers(post, worker, rounds.Counts(), 2, mains=False)
        rounds.kill_workers(post, worker, rounds.Counts(), 1, mains=True)
    assert post.tally().twice, "a kill between sending and recording is told by the second copy"


def test_without_beat_with_two_and_with_a_broker_that_forgets_everything_comes_once(
    post: Post, environment: dict[str, str], tmp_path: Path
) -> None:
    from devtools.drills import rounds  # noqa: PLC0415 - as above

    beats = [crew.beat(tmp_path, environment, number) for number in (1, 2)]
    worker = crew.worker(tmp_path, environment, children=2)
    with worker, beats[0], beats[1], crew.Doomed(environment) as doomed:
        rounds.beats(post, rounds.Counts(), worker, beats)
        rounds.wipe_broker(post, rounds.Counts(), 3, doomed.resign)
    assert not post.tally().twice


def test_tasks_that_come_several_times_late_and_out_of_order_have_one_effect(
    post: Post, environment: dict[str, str], tmp_path: Path
) -> None:
    from devtools.drills import rounds  # noqa: PLC0415 - as above

    with crew.worker(tmp_path, environment, app="devtools.drills.unruly", children=3) as worker:
        rounds.hold_tasks_back(post, rounds.Counts(), worker, 3)
        rounds.repeat_tasks(post, rounds.Counts(), 4)
    assert not post.tally().twice


def test_poison_is_rejected_and_the_worker_goes_on(post: Post, environment: dict[str, str], tmp_path: Path) -> None:
    from devtools.drills import rounds  # noqa: PLC0415 - as above

    with crew.worker(tmp_path, environment) as worker:
        worker.start()
        rounds.poison(post, rounds.Counts(), worker, tmp_path)
    assert not post.tally().twice
