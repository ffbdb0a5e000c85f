"""The sample systemd units: one for each process, which always restarts, and a timer for base backups."""

import os
import re
import subprocess
from configparser import ConfigParser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "deploy" / "systemd"
UNITS = sorted(path for path in FOLDER.glob("*.service") if path.stem != "flipside-base-backup")


def unit(path: Path) -> ConfigParser:
    parser = ConfigParser(interpolation=None, strict=True)
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # names of systemd are in mixed case
    parser.read(path)
    return parser


def test_each_process_of_the_operators_table_has_its_unit() -> None:
    table = re.findall(
        r"^\| (\w+) \| `([^`]*)`", (ROOT / "docs" / "operators" / "operations.md").read_text(), re.MULTILINE
    )[:5]
    commands = {path.stem.removeprefix("flipside-"): unit(path)["Service"]["ExecStart"] for path in UNITS}
    assert set(commands) == {name for name, _ in table}
    for name, command in table:
        told = {Path(word).name for word in commands[name].split()}
        assert {word for word in command.split("--")[0].split() if word != "python3"} <= told, name


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.stem)
def test_a_process_that_dies_is_started_again_without_end(path: Path) -> None:
    found = unit(path)
    assert found["Service"]["Restart"] == "always"
    assert int(found["Service"]["RestartSec"]) > 0
    assert found["Unit"]["StartLimitIntervalSec"] == "0"


def test_the_timer_starts_the_script_of_base_backups() -> None:
    command = unit(FOLDER / "flipside-base-backup.service")["Service"]["ExecStart"]
    assert os.access(ROOT / command.removeprefix("/opt/flipside/"), os.X_OK)
    assert unit(FOLDER / "flipside-base-backup.timer")["Timer"]["OnCalendar"]


@pytest.mark.proxies
def test_systemd_itself_finds_no_fault_in_the_units(tmp_path: Path) -> None:
    for path in FOLDER.iterdir():
        text = path.read_text()
        # Only the programs are of another machine.
        text = re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", text, flags=re.MULTILINE)
        (tmp_path / path.name).write_text(text)
    units = sorted(str(path) for path in tmp_path.iterdir())
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True, check=False
    )
    assert "flipside-" not in done.stderr, done.stderr
    assert done.returncode == 0, done.stderr
