"""The protocol page, from which strangers write their programs, is correct."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from engine import chance
from engine.cards import FACES
from engine.events import Kind, Sees

PAGE = (Path(__file__).parents[2] / "docs" / "protocol" / "protocol.md").read_text("utf-8")
TESTS = Path(__file__).parent


def block(language: str) -> str:
    """Return the one fenced block of the page in this language."""
    (body,) = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    assert isinstance(body, str)
    return body


def test_the_program_on_the_page_prints_the_vectors_on_the_page() -> None:
    # In an isolated interpreter without our code.
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


def test_the_page_lists_every_event_with_its_fields_and_what_they_hold() -> None:
    kinds = {Kind.FACE: "face", Kind.COLOR: "color", Kind.SIDE: "side"}
    for line, (number, kind) in zip(block("fields").splitlines(), engine.EVENT_TYPES.items(), strict=True):
        listed, name, *words = line.split()
        assert (listed, name) == (str(number), engine.TAGS[kind])
        known = engine.FIELDS[kind]
        bar = words.index("|") if "|" in words else len(words)
        for part, of_all in ((words[:bar], True), (words[bar + 1 :], False)):
            fields = [field for field in known if (field.sees is Sees.PUBLIC) is of_all]
            assert [word.partition(":")[0] for word in part] == [field.name for field in fields]
            for word, field in zip(part, fields, strict=True):
                assert kinds.get(field.kind, "") in word


def test_the_page_gives_the_order_of_the_faces() -> None:
    said = re.search(r"of each color ([\w ]+) the symbols (.+?); then of each color ([\w ]+) the symbols (.+?); then "
                     r"(.+?); then x,", PAGE)  # fmt: skip
    assert said is not None
    both, symbols, light, more, wilds = (part.replace("\\", "").split() for part in said.groups())
    faces = [color + symbol for color in both for symbol in symbols]
    faces += [color + symbol for color in light for symbol in more]
    assert (*faces, *wilds, "x") == FACES
