"""The example of docs/clients/sandbox.md works as written, against a running service."""

from __future__ import annotations

import re
import subprocess
import sys
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_django.fixtures import SettingsWrapper
    from pytest_django.live_server_helper import LiveServer

GUIDE = (Path(__file__).parents[3] / "docs" / "clients" / "sandbox.md").read_text()


@pytest.fixture
def _sandbox(transactional_db: None, settings: SettingsWrapper) -> Iterator[None]:  # noqa: ARG001 - it is committed
    from tests.games.sandbox.sandbox_mode import sandbox  # noqa: PLC0415 - it needs the settings

    settings.OUTBOUND_ALLOW = [ip_network("127.0.0.0/8")]
    with sandbox():
        yield


@pytest.mark.usefixtures("_sandbox")
def test_the_example_works_as_it_is_written(live_server: LiveServer, tmp_path: Path) -> None:
    (script,) = re.findall(r"^```python\n(.*?)^```", GUIDE, flags=re.MULTILINE | re.DOTALL)
    done = subprocess.run(
        [sys.executable, "-c", script.replace("http://127.0.0.1:8000", live_server.url)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "timed_out" in done.stdout
