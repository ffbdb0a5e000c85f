"""The sample systemd units: one for each process, which always restarts."""

import re
from configparser import ConfigParser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
UNITS = sorted((ROOT / "deploy" / "systemd").glob("*.service"))


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
