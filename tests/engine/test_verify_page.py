"""The page for players, docs/players/verifying.md, is correct."""

import re
from pathlib import Path

from engine.verify import CHECKS
from engine.verify.report import report
from tests.engine.forgeries import DATA

PAGE = (Path(__file__).parents[2] / "docs" / "players" / "verifying.md").read_text("utf-8")


def test_the_output_on_the_page_is_what_the_program_prints() -> None:
    (shown,) = re.findall(r"^```text\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    assert shown.splitlines() == list(report(DATA).lines)


def test_every_check_is_explained() -> None:
    assert re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE) == ["format", *CHECKS]
