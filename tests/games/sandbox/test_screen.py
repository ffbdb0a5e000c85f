"""examples/screen.py draws a table from one answer, in every language, as docs/clients/clients.md shows it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.games.sandbox.test_three_days import throw_away

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

    from tests.games.api.people import Person

ROOT = Path(__file__).parents[3]
POSITION = "L cw t=B; A: R5 B7 YS W2; B: B5 G+1 x3; di: B9"


@pytest.mark.usefixtures("transactional_db", "sandbox_mode")
def test_the_screen_is_the_one_that_the_page_shows(ada: Person, live_server: LiveServer) -> None:
    page = (ROOT / "docs" / "clients" / "clients.md").read_text()
    ann, bert = throw_away(ada, "Ann", "Bert")
    seats = [{"player": str(one.id)} for one in (ann, bert)]
    game = ada.client.send("/v1/sandbox/games", {"position": POSITION, "seats": seats}).json()["game"]
    assert bert.command(game, {"type": "play", "card": "B5"}).status_code == 200
    table = [live_server.url, str(ann.client.secret), game]
    done = subprocess.run(
        [sys.executable, ROOT / "examples" / "screen.py", *table, "en", "ru", "fr"],
        env={"PYTHONPATH": str(ROOT / "clients" / "python" / "src"), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (shown,) = re.findall(r"^```text\n(UNO Flip!.*?)^```", page, flags=re.MULTILINE | re.DOTALL)
    assert done.stdout.strip() == shown.strip()
