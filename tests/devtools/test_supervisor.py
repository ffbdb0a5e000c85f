"""Processes that die under `make run` come back."""

import os
import shutil
import signal
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from devtools.stack import supervisor
from devtools.stack.child import Child
from devtools.stack.home import prepare, state_home
from devtools.stack.installation import Stack
from devtools.stack.port import free_port
from devtools.stack.trouble import Trouble
from tests.devtools.make_run import Run, gone
from tests.faults.installation import LONG_SECONDS, Site
from tests.faults.stack import eventually

pytestmark = [pytest.mark.timeout(300), pytest.mark.slow]

SUPERVISED = ("postgres", "valkey", "config.servers.web", "config.servers.streams", "sweeper", "worker", "beat")


@pytest.fixture
def state() -> Iterator[Path]:
    folder = prepare(state_home() / f"test-{os.getpid()}-{os.urandom(4).hex()}")
    yield folder
    shutil.rmtree(folder)


def words_of(process: psutil.Process) -> str:
    """Return the command line, empty for a dead process."""
    try:
        return " ".join(process.cmdline())
    except (psutil.NoSuchProcess, psutil.ZombieProcess):
        return ""


def supervised(run: Run, name: str) -> psutil.Process | None:
    found = [child for child in psutil.Process(run.process.pid).children() if name in words_of(child).split("-D")[0]]
    return found[0] if found else None


def plays(site: Site) -> bool:
    """Return whether a new player gets a table, makes a move, and is answered by a bot."""
    try:
        token = site.guest()
        game = site.table(token, bots=1)
        for _ in range(2):
            eventually(lambda: site.look(token, game).json["your_turn"], LONG_SECONDS, "a turn")
            move = {"command_id": str(uuid.uuid4()), "command": site.look(token, game).json["legal_commands"][0]}
            if site.send(token, game, move).status != 200:
                return False
    except (OSError, KeyError, AssertionError):
        return False
    return True


def test_each_process_that_is_killed_comes_back_and_play_goes_on(state: Path) -> None:
    site = Site(free_port())
    run = Run(state, site.port)
    run.until_shown("Ctrl-C")
    for name in SUPERVISED:
        killed = supervised(run, name)
        assert killed is not None, name
        killed.kill()
        assert "it starts again in" in run.until_shown("was killed by SIGKILL").splitlines()[-1]

        def is_back(name: str = name, killed: psutil.Process = killed) -> bool:
            found = supervised(run, name)
            return found is not None and found.pid != killed.pid

        eventually(is_back, 2 * LONG_SECONDS, f"{name} again", every=0.1)
        eventually(lambda: plays(site), 3 * LONG_SECONDS, f"play after the end of {name}", every=0.2)
    family = run.family()
    run.process.kill()
    run.end()
    assert gone(family)


def test_a_web_process_that_gave_up_on_its_workers_is_started_again(state: Path) -> None:
    site = Site(free_port())
    run = Run(state, site.port)
    run.until_shown("Ctrl-C")
    web = supervised(run, "config.servers.web")
    assert web is not None

    def has_ended() -> bool:
        if words_of(web):
            for worker in web.children():
                worker.kill()
        return not words_of(web)

    eventually(has_ended, LONG_SECONDS, "the end of a web process whose workers die", every=0.2)
    run.until_shown("web ended with exit code")
    eventually(lambda: plays(site), 3 * LONG_SECONDS, "play with another web process", every=0.2)
    run.process.send_signal(signal.SIGINT)
    assert run.end() == (0, "")


def test_a_process_that_ends_whenever_it_is_started_ends_everything_with_one_line(
    state: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(supervisor, "FIRST_PAUSE", 0.05)
    monkeypatch.setattr(supervisor, "PAUSE", 0.01)
    child = Child("example", [sys.executable, "-c", "exit('wrong settings')"], log=state / "example.log")
    with pytest.raises(Trouble, match=r"example ended with exit code 1, and ended 6 times in a row .*example\.log"):
        supervisor.watch(Stack("", "", [child], {}))
    assert child.log.read_text().count("wrong settings") == 6
    assert capsys.readouterr().out.count("it starts again in") == 5
