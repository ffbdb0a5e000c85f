"""docs/clients/tour.md works as written, and prints what its comments say."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

TOUR = (Path(__file__).parents[3] / "docs" / "clients" / "tour.md").read_text()


@pytest.mark.usefixtures("transactional_db", "sandbox_mode")
def test_every_request_shows_what_the_page_says(live_server: LiveServer, tmp_path: Path) -> None:
    script = "\n".join(re.findall(r"^```sh\n(.*?)^```", TOUR, flags=re.MULTILINE | re.DOTALL))
    promised = re.findall(r"  # (.*)$", script, flags=re.MULTILINE)
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script.replace("http://127.0.0.1:8000", live_server.url)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=100,
        check=False,
    )
    assert done.stdout.splitlines() == promised, done.stderr
    assert done.returncode == 0


def test_it_has_all_points() -> None:
    assert re.findall(r"^\*\*(\d+)\. ", TOUR, flags=re.MULTILINE) == [str(number) for number in range(1, 11)]
