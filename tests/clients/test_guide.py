"""Every block of code in docs/clients/clients.md is run in order, and the output is the one that the page shows."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Final

from tests.clients import guide, tools

if TYPE_CHECKING:
    from pathlib import Path

RUN: Final = {"python", "sh", "ts"}

VARYING: Final = (
    (r"\S+-\S+-\d+(?=, a guest)", "NAME"),
    (r"([\"']?)\b\d+\b", r"\g<1>N"),
    (r"^Event N: .*\n", ""),  # one for each round but the last, whose number varies
)


def shape(said: str) -> str:
    """Return a transcript without what differs in each run: numbers, names and the number of rounds."""
    for pattern, instead in VARYING:
        said = re.sub(pattern, instead, said, flags=re.MULTILINE)
    return said.strip()


def test_every_block_of_code_is_in_a_language_that_is_run() -> None:
    assert set(re.findall(r"^```(\w+)", guide.PAGE, flags=re.MULTILINE)) == RUN | {"text"}


def test_what_the_page_shows_in_python_works(service: str, tmp_path: Path) -> None:
    script = tmp_path / "guide.py"
    script.write_text(guide.program(guide.PAGE, "python", service))
    said = tools.run(sys.executable, script)
    for promised in (
        "end finished",
        "409 seat_resigned",
        '"account";q=120;w=60',
        "insufficient_scope",
        "\ninvalid_client\n",
        "\nnot_found\n",
    ):
        assert promised in said


def test_what_the_page_shows_in_typescript_works(typescript: Path) -> None:
    said = tools.run("node", typescript / "guide.js")
    assert "on the screen at once: " in said
    assert "false true true\nrefused\ntrue\ntrue false\n" in said


def test_what_the_page_shows_in_the_shell_works(service: str, tmp_path: Path) -> None:
    for name in ("engine", "verifier"):
        (tmp_path / name).symlink_to(tools.ROOT / name)
    said = tools.run("bash", "-euo", "pipefail", "-c", guide.program(guide.PAGE, "sh", service), folder=tmp_path)
    assert "and nothing was changed since." in said


def test_the_morning_goes_as_the_page_says(service: str) -> None:
    said = tools.run(sys.executable, tools.EXAMPLES / "morning.py", service)
    assert shape(said) == shape(guide.blocks(guide.PAGE, "text")[-1])
