"""The three lines and the program in anchors.md work as written, and they detect a different history."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from games.proofs import anchors
from tests.games import tables

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "protocol" / "anchors.md").read_text(encoding="utf-8")
(LINES,) = re.findall(r"^```sh\n(.*?)^```", PAGE, flags=re.MULTILINE | re.DOTALL)
(PROGRAM,) = re.findall(r"^```python\n(.*?)^```", PAGE, flags=re.MULTILINE | re.DOTALL)


def check(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, "kept.json", "proof.json", "keys.json"],
        cwd=folder, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


@pytest.mark.django_db(transaction=True)
def test_three_lines_watch_the_log(live_server: LiveServer, tmp_path: Path) -> None:
    days = []
    for day in range(2):
        with tables.travelled(day * 86_400):
            for _ in range(3):
                tables.lobby_of(tables.person())
            made = anchors.make()
            assert made
            days.append(made.date)
    assert LINES.count("curl") == 3
    kept = f"curl -s '{live_server.url}/v1/anchors?limit=1&cursor=CURSOR' > kept.json"
    first = json.loads(_bash(f"curl -s '{live_server.url}/v1/anchors?limit=1'", tmp_path))["next"]
    _bash(kept.replace("CURSOR", first), tmp_path)
    _bash(f"BASE={live_server.url}/v1 FIRST={days[0]} SECOND={days[1]}\n{LINES}", tmp_path)
    done = check(tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"the log of {days[1]} begins with that of {days[0]}\n"

    other = json.loads((tmp_path / "proof.json").read_text())
    other["path"] = other["path"][::-1]
    (tmp_path / "proof.json").write_text(json.dumps(other))
    assert "AssertionError" in check(tmp_path).stderr


def _bash(script: str, folder: Path) -> str:
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script], cwd=folder, capture_output=True, text=True, check=True, timeout=60
    ).stdout
