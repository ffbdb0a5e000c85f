"""docs/players/clocks.md describes what the code does."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest

from games import clock as clocks
from games.api.clocks import wished
from games.wire.requests import ClockRequest

PAGE = (Path(__file__).parents[3] / "docs" / "players" / "clocks.md").read_text()
UNITS = {"s": 1, "min": 60, "h": 3600, "d": 86400}
ROW = re.compile(r"^\| `(\w+)` \|(.*)\|", re.MULTILINE)


def seconds(cell: str) -> int | None:
    number, _, unit = cell.strip().partition(" ")
    return int(number) * UNITS[unit] if number else None


def test_the_presets_are_told_with_their_times() -> None:
    told = {}
    for name, cells in ROW.findall(PAGE.partition("\n## ")[0]):
        turn, bank, increment, cap, answer = (seconds(cell) for cell in cells.split("|")[:5])
        told[name] = (turn, bank, increment or 0, cap, answer)
    found = {}
    for name, (_, control) in clocks.PRESETS.items():
        cap = control.bank if control.cap is None else control.cap
        found[name] = (control.turn, control.bank, control.increment, cap, control.answer)
    assert told == found


def test_the_example_can_be_played_by() -> None:
    example, _ = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert wished(msgspec.convert(json.loads(example)["clock"], ClockRequest)) is not None


@pytest.mark.parametrize("name", clocks.PRESETS)
def test_every_preset_is_within_the_limits(name: str) -> None:
    assert clocks.check(clocks.PRESETS[name].control) == wished(name)
