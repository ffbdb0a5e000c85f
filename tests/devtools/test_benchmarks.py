"""The command that measures."""

from __future__ import annotations

import os

import pytest

from devtools.benchmarks import __main__ as benchmarks

LEFT = "BROKER_URL"
ADDRESS = "redis://of-the-first"


def leave_servers_behind() -> None:
    os.environ[LEFT] = ADDRESS


def find_nothing() -> None:
    assert os.environ.get(LEFT) != ADDRESS


def fail() -> None:
    raise TimeoutError


def test_a_measure_finds_nothing_of_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmarks, "MEASURES", {"first": leave_servers_behind, "second": find_nothing})
    monkeypatch.setattr("sys.argv", ["bench"])
    benchmarks.main()


def test_a_measure_that_fails_ends_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmarks, "MEASURES", {"first": fail})
    monkeypatch.setattr("sys.argv", ["bench", "first"])
    with pytest.raises(SystemExit):
        benchmarks.main()
