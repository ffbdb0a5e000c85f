"""The grain of the house: small modules, functions that fit on a screen, a docstring that says what lives where."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent.parent
PRODUCT: Final = ("config", "engine", "games", "players")
MODULE_LINES: Final = 400
FUNCTION_LINES: Final = 50
EXCUSED: Final[dict[str, str]] = {
    "tests/engine/test_chance.py": "the published vectors of the protocol, which are data",
}
"""Modules that may be longer, each with its reason."""


def modules(*folders: str) -> Iterator[tuple[str, str]]:
    """The name and text of every module in these folders."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in path.parts:
                yield str(path.relative_to(ROOT)), path.read_text()


def test_a_module_is_one_noun_and_stays_small() -> None:
    long = {name for name, text in modules(*PRODUCT, "tests") if len(text.splitlines()) > MODULE_LINES}
    assert long == set(EXCUSED)


def test_a_module_says_what_lives_there() -> None:
    assert [name for name, text in modules(*PRODUCT) if text and not ast.get_docstring(ast.parse(text))] == []


def test_a_function_fits_on_a_screen() -> None:
    long = [
        f"{name}: {node.name}"
        for name, text in modules(*PRODUCT)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno >= FUNCTION_LINES
    ]
    assert long == []
