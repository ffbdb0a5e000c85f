"""The commands of docs/api.md work as written, in order, against a running service."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import engine

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

GUIDE = (Path(__file__).parents[2] / "docs" / "api.md").read_text()


@pytest.mark.django_db(transaction=True)
def test_the_guide_can_be_followed(live_server: LiveServer, tmp_path: Path) -> None:
    script = "\n".join(re.findall(r"^```sh\n(.*?)^```", GUIDE, flags=re.MULTILINE | re.DOTALL))
    script = script.replace("http://127.0.0.1:8000", live_server.url).replace("curl -s ", "curl -sS --max-time 20 ")
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads((tmp_path / "seen.json").read_text())
    assert seen["status"] == "running"
    assert seen["options"] == {"uno_penalty": 4}
    assert "304\n" in done.stdout
    assert "urn:flipside:error:invalid" not in done.stdout
    assert "malformed" not in done.stdout


def test_the_guide_names_every_command() -> None:
    table = re.findall(r"^\| (`[a-z_`, ]+`) \|", GUIDE, flags=re.MULTILINE)
    words = {word for row in table for word in re.findall(r"`(\w+)`", row)}
    assert set(engine.COMMANDS) <= words
