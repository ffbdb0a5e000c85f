"""Every command in the README is run by a test, and its links work."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.architecture import make

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```sh\n(.*?)^```", README, flags=re.MULTILINE | re.DOTALL)
_, FIRST_GAME, ENGINE_ALONE = BLOCKS
# These commands need a machine of their own and are run by other tests: their make target, and where it is run.
RUN_ELSEWHERE = {
    "make run": ("-m devtools run", "tests/devtools/make_run.py", '"-m", "devtools", "run"'),
    "make test": ("-m pytest -n", ".ci/run", "\nmake test"),
    "make slow": ("-m pytest -n", ".ci/run", "\nmake slow"),
    "make demo": ("-m devtools demo", "tests/devtools/test_demo.py", '"devtools", "demo"'),
    "make rules": (
        "-m engine rules tests/engine/data/scenarios.json",
        "tests/engine/test_survey.py",
        'main(["rules", ',
    ),
    "make audit-demo": (
        "-m devtools audit-demo",
        "tests/devtools/test_audit_demo.py",
        '"devtools", "audit-demo"',
    ),
}
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


def _bash(script: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    script = script.replace("python3 ", f"{sys.executable} ")
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script], cwd=cwd, capture_output=True, text=True, timeout=60, check=False
    )


def test_every_command_is_run_by_a_test() -> None:
    lines = [line.strip() for block in BLOCKS if block not in {FIRST_GAME, ENGINE_ALONE} for line in block.splitlines()]
    in_the_text = re.findall(r"`(make [^`]+)`", README)
    assert {*lines, *in_the_text} == set(RUN_ELSEWHERE)


@pytest.mark.parametrize("command", RUN_ELSEWHERE)
def test_a_command_of_make_calls_what_a_test_runs(command: str) -> None:
    calls, place, words = RUN_ELSEWHERE[command]
    assert calls in make.said(*command.split()[1:], "--dry-run").splitlines()[-1]
    assert words in (ROOT / place).read_text(encoding="utf-8")


@pytest.mark.django_db(transaction=True)
def test_the_first_game_can_be_played_as_written(live_server: LiveServer, tmp_path: Path) -> None:
    lines = [line for line in FIRST_GAME.splitlines() if line]
    assert len(lines) == 10

    script = FIRST_GAME.replace("http://127.0.0.1:8000", live_server.url).replace("curl -s", "curl -sS --max-time 20")
    done = _bash(script, tmp_path)

    assert done.returncode == 0, done.stderr
    assert '"phase"' in done.stdout
    assert "malformed" not in done.stdout


def test_the_engine_alone_works_as_written() -> None:
    done = _bash(ENGINE_ALONE, ROOT)

    assert done.returncode == 0, done.stderr
    assert "Match to" in done.stdout
    assert "color yellow" in done.stdout
    assert re.search(r"^[1-9]\d* passed, 0 failed$", done.stdout, flags=re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_every_link_between_our_pages_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+?)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))

    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_decision_has_a_number_of_its_own_and_a_line_in_the_index() -> None:
    folder = ROOT / "docs" / "decisions"
    pages = sorted(folder.glob("[0-9]*.md"))
    titles = [page.read_text().splitlines()[0].removeprefix("# ").split(". ", 1) for page in pages]
    assert [int(page.name[:4]) for page in pages] == list(range(1, len(pages) + 1))
    assert [int(number) for number, _ in titles] == list(range(1, len(pages) + 1))
    lines = [f"| {number} | [{title}]({page.name}) |" for page, (number, title) in zip(pages, titles, strict=True)]
    assert (folder / "README.md").read_text().splitlines()[-len(lines) :] == lines
