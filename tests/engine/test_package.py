"""The engine installs on its own: `pip install ./engine`."""

from __future__ import annotations

import tomllib
from pathlib import Path

import engine

FOLDER = Path(engine.__file__).parent


def test_every_package_of_the_engine_is_installed() -> None:
    said = tomllib.loads((FOLDER / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]
    found = ["engine", *(f"engine.{folder.parent.name}" for folder in FOLDER.glob("*/__init__.py"))]
    assert said == sorted(found)


def test_its_types_are_seen_by_programs_that_import_it() -> None:
    assert (FOLDER / "py.typed").exists()
