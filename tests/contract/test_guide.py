"""The commands of docs/clients/api.md work in order, as written, against a running service."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import engine

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

GUIDE = (Path(__file__).parents[2] / "docs" / "clients" / "api.md").read_text()

# The reader types the code from the newest mail.
TYPED = r"""CODE=$(cat "$(ls -t outbox/* | head -n 1)" | tr -d '\r' | sed -n '/Your code is/{n;n;p;}' | head -n 1)"""


@pytest.mark.django_db(transaction=True)
def test_the_guide_can_be_followed(live_server: LiveServer, tmp_path: Path, settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = tmp_path / "outbox"
    script = "\n".join(re.findall(r"^```sh\n(.*?)^```", GUIDE, flags=re.MULTILINE | re.DOTALL))
    script = script.replace("http://127.0.0.1:8000", live_server.url).replace("curl -s ", "curl -sS --max-time 20 ")
    script = script.replace("read -r CODE", TYPED)
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
    assert "/docs/errors/invalid" not in done.stdout
    assert "malformed" not in done.stdout
    guest, ada, bob = (json.loads((tmp_path / f"{name}.json").read_text()) for name in ("me", "ada", "bob"))
    assert (ada["id"], ada["email"], ada["guest"]) == (guest["id"], "ada@example.org", False)
    assert (bob["email"], bob["guest"]) == ("bob@example.org", False)


def test_the_guide_names_every_command() -> None:
    table = re.findall(r"^\| (`[a-z_`, ]+`) \|", GUIDE, flags=re.MULTILINE)
    words = {word for row in table for word in re.findall(r"`(\w+)`", row)}
    assert set(engine.COMMANDS) <= words
