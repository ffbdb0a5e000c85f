"""The virtual month: its people keep their habits, it plays whole matches on the service, and it can be repeated."""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from devtools.month.habits import ABSENCE, GONE, HOUR, TABLES, WAKING, habit, poisson
from devtools.month.page import page
from devtools.stack.home import REPOSITORY

if TYPE_CHECKING:
    from pathlib import Path

SOME = 4000


def chance(name: str) -> Random:
    return Random(name)  # noqa: S311  reproducible


def test_people_are_as_they_were_measured() -> None:
    dice = chance("habits")
    people = [habit(dice) for _ in range(SOME)]
    gone = sum(share for least, _, share in ABSENCE if least >= GONE)
    assert sum(one.leaves is not None for one in people) / SOME == pytest.approx(gone / 100, abs=0.03)
    for tables, share in TABLES:
        assert sum(one.tables == tables for one in people) / SOME == pytest.approx(share / 100, abs=0.03)
    never = sum(one.away == 0 for one in people) / SOME
    assert never == pytest.approx(ABSENCE[0][2] / 100, abs=0.03)


def test_people_come_when_they_are_awake_and_not_after_they_have_left() -> None:
    dice = chance("comings")
    for _ in range(300):
        one = habit(dice)
        for day in range(10):
            comings = one.comings(day, dice)
            for begin, end in comings:
                local = (begin / HOUR + one.zone) - 24 * day
                assert WAKING[0] <= local <= WAKING[1]
                assert begin <= end
            assert comings == sorted(comings)
            if one.leaves is not None and day >= one.leaves and one.returns is None:
                assert comings == []


def test_the_share_of_days_without_a_coming_is_that_of_the_habit() -> None:
    dice = chance("absence")
    staying = [one for one in (habit(dice) for _ in range(600)) if one.leaves is None]
    for least, most, _ in ABSENCE[3:-1]:
        some = [one for one in staying if least < one.away <= most]
        missed = [not one.comings(day, dice) for one in some for day in range(60)]
        assert least <= sum(missed) / len(missed) <= most


def test_poisson_numbers_have_their_mean() -> None:
    dice = chance("poisson")
    assert sum(poisson(2.0, dice) for _ in range(SOME)) / SOME == pytest.approx(2.0, abs=0.1)


def test_the_page_has_a_line_for_each_preset_and_says_where_habits_come_from() -> None:
    row = {"tables": 2, "started": 1, "wait_hours": [1.5, 2], "finished": 0, "match_days": None, "missed": 31.2,
           "automatic": 4, "autopilots": 0}  # fmt: skip
    written = page(5, 2, "x", {"forced moves": {"all": row, "quick": row}})
    assert sum(line.startswith("| forced moves |") for line in written.splitlines()) == 2
    assert "1.5 (2)" in written
    assert "31.2 %" in written
    assert "https://" in written
    assert "assumed" in written


def run(folder: Path, people: int, days: int, variant: str = "forced moves") -> dict[str, Any]:
    """Run a small month and return its figures."""
    out = folder / "figures.json"
    asked = [f"--people={people}", f"--days={days}", f"--variant={variant}", f"--out={out}", "--seed=test"]
    command = [sys.executable, "-m", "devtools.month", *asked]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(out.read_text())
    return found


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_twenty_people_play_for_three_days(tmp_path: Path) -> None:
    figures = run(tmp_path, 20, 3)
    everything = figures["presets"]["all"]
    assert everything["started"] > 0
    assert everything["finished"] > 0
    assert everything["visits"] > 0
    assert everything["timeouts"] > 0
    assert everything["automatic"] > 0
    assert everything["unsound"] == 0
    assert everything["tables"] == sum(row["tables"] for name, row in figures["presets"].items() if name != "all")


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_same_seed_gives_the_same_month(tmp_path: Path) -> None:
    first, second = (run(tmp_path, 8, 2, "no forced moves") for _ in range(2))
    assert first == second
    assert first["presets"]["all"]["automatic"] == 0
