"""What pages and examples show in Python passes `mypy --strict` with the types of the package."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import textwrap
from html import unescape
from typing import TYPE_CHECKING, Final

import httpx
import pytest

from tests.clients import guide, tools

if TYPE_CHECKING:
    from pathlib import Path

IMPORTS: Final = "import httpx\nfrom flipside_client import Client, operations\n\n"


def checked(folder: Path, *programs: Path) -> str:
    """Return the faults that a strict type checker finds."""
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file", os.devnull, *programs],
        cwd=folder,
        env={**tools.environment(), "MYPYPATH": str(tools.PYTHON_PACKAGE / "src")},
        capture_output=True,
        text=True,
        timeout=tools.MINUTES,
        check=False,
    )
    assert done.returncode in {0, 1}, done.stdout + done.stderr
    return done.stdout if done.returncode else ""


def test_calls_on_the_page_of_the_reference(service: str, tmp_path: Path) -> None:
    page = httpx.get(f"{service}/docs").text
    codes = re.findall(r'<pre class="call python"[^>]*><code>(.*?)</code>', page, re.DOTALL)
    shown = [unescape(code) for code in codes]
    assert len(shown) == page.count('<pre class="call curl"') > 80
    program = tmp_path / "calls.py"
    body = "\n\n".join(
        f"def call_{number}(client: Client, address: str) -> None:\n{textwrap.indent(code, '    ')}\n"
        for number, code in enumerate(shown)
    )
    program.write_text(IMPORTS + body)
    assert checked(tmp_path, program) == ""


@pytest.mark.parametrize(
    "call",
    [
        'client.call(operations.create_game, {"seats": "two"})',
        'client.call(operations.create_game, {"chairs": 2})',
        'client.call(operations.send_command, game_id="x")',
        'client.call(operations.read_me, {"seats": 2})',
        'client.call(operations.read_me)["nam"]',
    ],
)
def test_a_wrong_call_is_found(tmp_path: Path, call: str) -> None:
    program = tmp_path / "wrong.py"
    program.write_text(f"{IMPORTS}client = Client('http://service.example')\n{call}\n")
    assert "wrong.py:5: error" in checked(tmp_path, program)


def test_the_examples_and_the_page_of_the_package(tmp_path: Path) -> None:
    page = tmp_path / "readme.py"
    page.write_text("\n".join(guide.blocks((tools.PYTHON_PACKAGE / "README.md").read_text(), "python")))
    for program in (page, *tools.EXAMPLES.glob("*.py"), tools.EXAMPLES / "python" / "match.py"):
        assert checked(tmp_path, program) == ""
