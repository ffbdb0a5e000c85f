"""The page that strangers write their programs by keeps its word."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine import chance

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
TESTS = Path(__file__).parent


def block(language: str) -> str:
    """Return the one fenced block of the page in this language."""
    (body,) = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    assert isinstance(body, str)
    return body


def test_the_program_on_the_page_prints_the_vectors_on_the_page() -> None:
    # Apart from our code: an isolated interpreter in which `engine` is unknown.
    run = subprocess.run(
        [sys.executable, "-I", "-"],
        input=block("python"),
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout == block("text")


@pytest.mark.parametrize("vector", re.findall(r"\b[0-9a-f]{64}\b", block("text")))
def test_our_code_is_tested_against_every_vector_on_the_page(vector: str) -> None:
    suites = ("test_chance.py", "test_chain.py", "test_anchors.py")
    assert any(vector in (TESTS / suite).read_text("utf-8") for suite in suites)


def test_the_page_knows_every_kind_of_misc_stream() -> None:
    listed = re.findall(r"^\| (\d+) \| (\w+) \|", PAGE, re.MULTILINE)
    assert listed == [(str(kind.value), kind.name.lower()) for kind in chance.MiscKind]
