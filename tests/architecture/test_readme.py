"""The README keeps its word: its commands are targets, its lines work as written, its links lead somewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```sh\n(.*?)^```", README, flags=re.MULTILINE | re.DOTALL)
TWO_COMMANDS, FIRST_GAME, ENGINE_ALONE = BLOCKS
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def _bash(script: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    script = script.replace("python3 ", f"{sys.executable} ")
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script], cwd=cwd, capture_output=True, text=True, timeout=60, check=False
    )


def test_the_two_commands_are_targets_of_the_makefile() -> None:
    assert TWO_COMMANDS.split("\n")[:2] == ["make run", "make test"]
    for target in re.findall(r"`make (\w+)`", README):
        assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.MULTILINE), target


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
