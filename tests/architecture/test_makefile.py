"""The Makefile explains itself and its installer says what is missing."""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parent.parent.parent
MAKEFILE: Final = (ROOT / "Makefile").read_text()


def test_help_lists_every_target_with_a_sentence() -> None:
    # These tests may run under make themselves, which then tells its child to name the folders.
    shown = subprocess.run(
        ["make", "--no-print-directory", "help"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    targets = set(re.search(r"\.PHONY: (.*)", MAKEFILE)[1].split())  # type: ignore[index]
    assert {line.split()[1] for line in shown.splitlines() if len(line.split()) > 3} == targets


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A copy of the installer in a folder without an environment, and a PATH with the plain tools only."""
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("sh", "dirname", "cat", "cksum", "rm", "echo"):
        found = shutil.which(name)
        assert found
        (tools / name).symlink_to(found)
    return tmp_path


def install(folder: Path) -> tuple[int, str]:
    done = subprocess.run(
        [folder / "requirements" / "install", "run"],
        env={"PATH": str(folder / "bin")},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr


def fake_python(folder: Path, body: str) -> None:
    path = folder / "bin" / "python3"
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)


def test_an_old_python_is_one_clear_line(elsewhere: Path) -> None:
    fake_python(elsewhere, '[ "$1" = --version ] && echo Python 3.9.2 && exit 0; exit 1')
    code, said = install(elsewhere)
    assert code != 0
    assert said.startswith("flipside: needs Python 3.11 or newer, found Python 3.9.2: install one and run again")
    assert said.count("\n") == 1


def test_a_python_without_venv_is_one_clear_line(elsewhere: Path) -> None:
    fake_python(elsewhere, 'case "$2" in *version_info*) exit 0;; esac; exit 1')
    code, said = install(elsewhere)
    assert code != 0
    assert said == "flipside: this Python has no venv module: run 'apt install python3-venv' and try again.\n"


def test_an_index_out_of_reach_is_said_and_not_taken_for_success(elsewhere: Path) -> None:
    fake_python(
        elsewhere,
        'case "$*" in *"-m venv"*) mkdir -p .venv/bin; cp "$0" .venv/bin/python;; *"-m pip"*) exit 1;; esac; exit 0',
    )
    for name in ("mkdir", "cp"):
        (elsewhere / "bin" / name).symlink_to(shutil.which(name) or os.devnull)
    code, said = install(elsewhere)
    assert code != 0
    assert said.splitlines()[-1].startswith("flipside: could not install requirements/run.txt")
    assert not (elsewhere / ".venv" / "installed-run").exists()
