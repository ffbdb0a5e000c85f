"""The counter in the cache server: shared, atomic, even, and never a reason to wait."""

from __future__ import annotations

import logging
import socket
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
import redis
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st

from common.rate_limits import counter

if TYPE_CHECKING:
    from pytest_django.fixtures import SettingsWrapper as Settings

NOWHERE = "redis://127.0.0.1:1/0"


pytestmark = pytest.mark.usefixtures("counted")


def test_parallel_requests_cannot_all_have_the_last_one() -> None:
    key = str(uuid4())
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: counter.count(key, 20, 600, "read"), range(60)))
    assert sorted(left for taken, left, _ in filter(None, answers) if taken) == list(range(20))
    assert sum(not taken for taken, _, _ in filter(None, answers)) == 40


@given(quota=st.integers(1, 40), window=st.integers(1, 86_400))
def test_a_fresh_budget_is_exactly_what_is_published(quota: int, window: int) -> None:
    window = max(window, 600 * quota)  # so that no request is given back meanwhile
    key = str(uuid4())
    answers = [counter.count(key, quota, window, "read") for _ in range(quota + 1)]
    assert [(taken, left) for taken, left, _ in filter(None, answers)] == [
        *((1, left) for left in reversed(range(quota))),
        (0, 0),
    ]
    assert answers[-1] is not None
    assert 0 < answers[-1][2] <= window * 1_000_000 / quota + 1


def test_nobody_waits_for_a_clock_that_was_ahead_and_was_put_right() -> None:
    key = str(uuid4())
    assert counter.count(key, 2, 60, "read") == (1, 1, 30_000_000)
    redis.Redis.from_url(settings.CACHE_URL).set(counter.prefixed(key), _microseconds() + 86_400_000_000)
    answers = [counter.count(key, 2, 60, "read") for _ in range(3)]
    assert [(taken, left) for taken, left, _ in filter(None, answers)] == [(1, 1), (1, 0), (0, 0)]


def test_a_budget_comes_back_evenly() -> None:
    key = str(uuid4())
    before = _microseconds()
    while (answer := counter.count(key, 40, 1, "read")) and answer[0]:
        before = _microseconds()
    assert answer is not None
    while (again := counter.count(key, 40, 1, "read")) and not again[0]:
        assert 0 < again[2] <= answer[2], "it does not count who asks in vain"
    assert again is not None
    assert _microseconds() - before >= answer[2]


def test_what_is_whole_again_is_forgotten(settings: Settings) -> None:
    key = str(uuid4())
    counter.count(key, 100, 1, "read")
    left = redis.Redis.from_url(settings.CACHE_URL).pttl(counter.prefixed(key))
    assert left <= 1_000 / 100 + 1, "negative: it is gone already"


def _microseconds() -> int:
    seconds, rest = redis.Redis.from_url(settings.CACHE_URL).time()
    return int(seconds * 1_000_000 + rest)


def test_a_server_that_is_silent_is_asked_once_and_one_line_says_so(
    settings: Settings, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counter, "TIMEOUT", 0.1)
    monkeypatch.setattr(counter, "PAUSE", 3600.0)
    with socket.create_server(("127.0.0.1", 0)) as silent, caplog.at_level(logging.WARNING):
        settings.CACHE_URL = f"redis://127.0.0.1:{silent.getsockname()[1]}/0"
        assert [counter.count("key", 1, 60, "read") for _ in range(500)] == [None] * 500
        silent.setblocking(False)  # noqa: FBT003  the name says what
        silent.accept()[0].close()
        with pytest.raises(BlockingIOError):
            silent.accept()
    assert len(caplog.records) == 1
    assert counter.figures()[:2] == (False, 500)


def test_when_the_server_is_back_it_learns_how_much_was_not_counted(settings: Settings) -> None:
    here = settings.CACHE_URL
    before = counter.figures().uncounted
    settings.CACHE_URL = NOWHERE
    for _ in range(3):
        counter.count("key", 1, 60, "read")
    settings.CACHE_URL = here
    assert counter.count(str(uuid4()), 1, 60, "read") is not None
    assert counter.figures()[:2] == (True, before + 3)


def test_a_script_and_a_connection_that_got_lost_are_noticed_by_nobody(settings: Settings) -> None:
    key = str(uuid4())
    assert counter.count(key, 3, 600, "read") is not None
    client = redis.Redis.from_url(settings.CACHE_URL)
    client.script_flush()
    client.client_kill_filter(_type="normal", skipme=True)
    answer = counter.count(key, 3, 600, "read")
    assert answer is not None
    assert answer[1] == 1
    client.client_kill_filter(_type="normal", skipme=True)
    assert counter.figures().counting


def test_refusals_are_counted_by_class() -> None:
    before = counter.figures().refused.get("stream", 0)
    key = str(uuid4())
    for _ in range(3):
        counter.count(key, 1, 600, "stream")
    assert counter.figures().refused["stream"] == before + 2
