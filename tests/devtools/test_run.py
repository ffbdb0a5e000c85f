"""`make run` as a developer uses it: the whole stack in processes of its own, with its own folder and port."""

import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from devtools.stack.home import REPOSITORY, prepare, state_home
from devtools.stack.port import free_port
from tests.devtools.make_run import Run, gone

pytestmark = [pytest.mark.timeout(300), pytest.mark.slow]


@pytest.fixture
def state() -> Iterator[Path]:
    folder = prepare(state_home() / f"test-{os.getpid()}-{os.urandom(4).hex()}")
    yield folder
    shutil.rmtree(folder)


def manage(state: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    """Run `manage.py` beside a running stack; it finds the database by itself."""
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        env={"FLIPSIDE_STATE": str(state), "PATH": os.environ["PATH"]},
        cwd=REPOSITORY,
        capture_output=True,
        check=False,
    )


def forget(state: Path) -> int:
    """Delete all data as `make clean` does; return the exit code."""
    given = {"FLIPSIDE_STATE": str(state), "PATH": os.environ["PATH"]}
    words = [sys.executable, "-m", "devtools", "forget"]
    return subprocess.run(words, env=given, cwd=REPOSITORY, capture_output=True, check=False).returncode


def command_lines(text: str) -> list[list[str]]:
    """Return the pasted curl lines, split as a shell would."""
    joined = text.replace("\\\n", " ")
    return [shlex.split(line) for line in joined.splitlines() if line.strip().startswith("curl")]


def fetch(words: list[str]) -> dict[str, object]:
    """Return the body that curl would fetch."""
    assert words[:2] == ["curl", "-s"]
    headers = dict(words[i + 1].split(": ", 1) for i, word in enumerate(words) if word == "-H")
    body = words[words.index("-d") + 1].encode() if "-d" in words else None
    request = urllib.request.Request(words[2], body, headers)  # noqa: S310  the line that was shown
    with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310  as above
        return dict(json.load(answer))


def test_a_newcomer_gets_a_table_makes_a_move_stops_and_comes_back(state: Path) -> None:
    port = free_port()
    first = Run(state, port)
    text = first.until_shown("Ctrl-C")
    look, move = command_lines(text)
    seen = fetch(look)
    assert seen["your_turn"] is True
    command = json.loads(move[-1])["command"]
    assert command in seen["legal_commands"]  # type: ignore[operator]
    assert fetch(move)["replayed"] is False
    assert manage(state, "verify_log").returncode == 0
    assert forget(state) == 1
    family = first.family()
    assert len(family) >= 5
    first.process.send_signal(signal.SIGINT)
    assert first.end() == (0, "")
    assert gone(family)

    second = Run(state, port)
    again = command_lines(second.until_shown("Ctrl-C"))
    assert again[0] == look
    assert fetch(again[0])["version"] > seen["version"]  # type: ignore[operator]

    third = Run(state, free_port())
    code, said = third.end()
    assert code == 1
    assert re.fullmatch(r"flipside: Flipside already runs from this folder \(process \d+\): stop it .*\n", said)

    family = second.family()
    second.process.send_signal(signal.SIGINT)
    assert second.end() == (0, "")
    assert gone(family)
    assert forget(state) == 0
    assert not state.exists()
    state.mkdir()


def test_a_sandbox_says_that_it_is_one_and_how_its_clock_is_moved(state: Path) -> None:
    sandbox = Run(state, free_port(), SANDBOX="1")
    text = sandbox.until_shown("Ctrl-C")
    assert "sandbox" in text.splitlines()[1]
    *_, move_the_clock = command_lines(text)
    assert fetch(move_the_clock)["steps"] >= 0  # type: ignore[operator]
    sandbox.process.send_signal(signal.SIGINT)
    assert sandbox.end() == (0, "")


def test_nothing_outlives_a_supervisor_that_was_killed(state: Path) -> None:
    run = Run(state, free_port())
    run.until_shown("Ctrl-C")
    family = run.family()
    run.process.kill()
    run.end()
    assert gone(family)


def test_a_taken_port_is_one_clear_line(state: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, said = Run(state, port).end()
    assert code == 1
    assert re.fullmatch(rf"flipside: Port {port} on .*: stop the program that has it, or .* PORT={port + 1}`\.\n", said)


@pytest.mark.parametrize("port", ["http", "0", "70000"])
def test_a_port_that_is_none_is_one_clear_line(state: Path, port: str) -> None:
    assert Run(state, port).end() == (1, f"flipside: PORT must be a number from 1 to 65535, not '{port}'.\n")
