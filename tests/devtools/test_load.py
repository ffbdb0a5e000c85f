"""The load test: clients repeat what is not served and lose nothing, lies are noticed, and reports add up."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from devtools.load.__main__ import main
from devtools.load.connections import Answer, Connections
from devtools.load.figures import Report, Times, merged
from devtools.load.run import Wish, run
from devtools.load.service import Service
from devtools.stack.home import REPOSITORY
from devtools.stack.trouble import Trouble

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_django.live_server_helper import LiveServer

SECONDS = st.lists(st.floats(0.0001, 60), min_size=1, max_size=60)
WISH = Wish(
    players=4, seats=2, seconds=2.0, warm_up=0.1, think=0.0, looks=1, streams=False,
    options={"scoring": "single_round"},
)  # fmt: skip


class Flaky(Connections):
    """Loses the answer of every fourth request, after the service has given it; refuses every ninth."""

    asked = 0

    async def ask(self, method: str, path: str, token: str = "", body: bytes | None = None) -> Answer:
        self.asked += 1
        if self.asked % 9 == 0:
            return Answer(503, 0.01, b"")
        answer = await super().ask(method, path, token, body)
        if self.asked % 4 == 0:
            raise ConnectionResetError
        return answer


class Forgetful(Connections):
    """Leaves the last event out of every page of a log."""

    async def ask(self, method: str, path: str, token: str = "", body: bytes | None = None) -> Answer:
        answer = await super().ask(method, path, token, body)
        if "/events?" not in path:
            return answer
        page = json.loads(answer.body)
        return answer._replace(body=json.dumps(page | {"events": page["events"][:-1]}).encode())


def load(connections: Connections) -> Report:
    service = Service(connections, connections, dict)
    return asyncio.run(run(service, WISH, lambda _said: None))


def times(seconds: list[float]) -> Times:
    found = Times()
    for one in seconds:
        found.add(one)
    return found


def report(seconds: list[float], began: float = 0.0, **figures: int) -> Report:
    found = Report(players=4, tables=1, began=began, seconds=10.0, think=0.0, streams=False, machines=1)
    found.times["move"] = times(seconds)
    return msgspec.structs.replace(found, **figures)


@given(SECONDS, st.sampled_from([0.01, 0.5, 0.9, 0.99, 1.0]))
def test_percentiles_are_right_within_five_percent(seconds: list[float], share: float) -> None:
    ordered = sorted(seconds)
    exact = next(one for place, one in enumerate(ordered, 1) if place >= share * len(ordered))
    assert exact <= times(seconds).at(share) * 1.000001
    assert times(seconds).at(share) <= exact * 1.050001


@given(SECONDS, SECONDS)
def test_reports_of_two_machines_say_what_one_would_have_said(some: list[float], others: list[float]) -> None:
    both = merged([report(some, lost=1), report(others, lost=2)])
    alone = report(some + others)
    assert both.times == alone.times
    assert both.rate("move") == alone.rate("move")
    assert (both.players, both.tables, both.machines, both.lost) == (8, 2, 2, 3)


def test_reports_of_other_times_are_not_added_in_silence() -> None:
    at_once = merged([report([0.1]), report([0.1], began=0.5)])
    one_after_the_other = merged([report([0.1]), report([0.1], began=8.0)])
    assert len([*one_after_the_other.lines()]) == len([*at_once.lines()]) + 1
    assert one_after_the_other.together == pytest.approx(0.2)


def test_the_command_merges_reports_and_fails_for_a_loss(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad, both = (tmp_path / name for name in ("good.json", "bad.json", "both.json"))
    good.write_bytes(msgspec.json.encode(report([0.1])))
    bad.write_bytes(msgspec.json.encode(report([0.1, 0.2], lost=1)))
    assert main(["--merge", str(good), str(good)]) == 0
    assert main(["--merge", str(good), str(bad), "--out", str(both)]) == 1
    assert msgspec.json.decode(both.read_bytes(), type=Report).times["move"].number == 3
    assert "8 players" in capsys.readouterr().out
    bad.write_text("{}")
    assert main(["--merge", str(bad)]) == 1
    assert str(bad) in capsys.readouterr().err


@pytest.mark.parametrize("url", ["play.example.org", "ftp://play.example.org", "https://play.example.org/v1"])
def test_an_address_that_is_none_is_refused_in_a_line(url: str) -> None:
    with pytest.raises(Trouble):
        Connections(url)


def test_a_service_that_does_not_answer_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--url", "http://127.0.0.1:1"]) == 1
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.django_db(transaction=True)
def test_clients_play_by_the_public_api(live_server: LiveServer) -> None:
    found = load(Connections(live_server.url))
    assert found.is_clean
    assert found.times["move"].number > 0
    assert found.times["look"].number > found.times["move"].number / 2
    assert found.retries == {}
    assert f"{found.times['move'].number / found.seconds:,.1f} a second" in "\n".join(found.lines())


@pytest.mark.django_db(transaction=True)
def test_lost_answers_cost_a_repetition_and_no_event(live_server: LiveServer) -> None:
    found = load(Flaky(live_server.url))
    assert found.is_clean
    assert found.retries["connection"] > 0
    assert found.retries["503"] > 0
    assert found.times["move"].number > 0


@pytest.mark.django_db(transaction=True)
def test_a_log_without_an_answered_event_fails_the_test(live_server: LiveServer) -> None:
    found = load(Forgetful(live_server.url))
    assert found.lost > 0
    assert not found.is_clean


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_the_command_loads_an_installation_of_its_own(tmp_path: Path) -> None:
    out = tmp_path / "report.json"
    asked = ["--players", "8", "--seconds", "10", "--warm-up", "1", "--streams", "--out", str(out)]
    asked += ["--seats", "2", "--options", '{"scoring": "single_round"}']
    command = [sys.executable, "-m", "devtools.load", *asked]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done
    found = msgspec.json.decode(out.read_bytes(), type=Report)
    assert found.times["told"].number > found.times["move"].number
    assert {"web", "postgres", "streams", "worker"} <= set(found.cpu)
    assert found.cpu["web"] > 0
    assert found.outbox is not None
    assert found.finished > 0
