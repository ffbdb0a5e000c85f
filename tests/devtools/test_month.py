"""The virtual month: its people keep their habits, it plays whole matches on the service, and it can be repeated."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import timedelta
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devtools.month.__main__ import VARIANTS
from devtools.month.clock import Hints, StuckError, run_after
from devtools.month.habits import ABSENCE, GIVE_ORDERS, GONE, HOUR, TABLES, WAKING, habit, poisson
from devtools.month.page import page
from devtools.month.report import Counts
from devtools.month.streams import Streams
from devtools.stack.home import REPOSITORY
from games import hints
from tests.games import tables
from tests.games.matchmaking import seekers

if TYPE_CHECKING:
    from pathlib import Path

SOME = 4000
FIRST_AND_LAST = [*VARIANTS][:: len(VARIANTS) - 1]
"""Public tables without automatic moves, and seeks with all of them."""


def chance(name: str) -> Random:
    return Random(name)  # noqa: S311  reproducible


def test_people_are_as_they_were_measured() -> None:
    dice = chance("habits")
    people = [habit(dice) for _ in range(SOME)]
    gone = sum(share for least, _, share in ABSENCE if least >= GONE)
    assert sum(one.leaves is not None for one in people) / SOME == pytest.approx(gone / 100, abs=0.03)
    for many, share in TABLES:
        assert sum(one.tables == many for one in people) / SOME == pytest.approx(share / 100, abs=0.03)
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


def test_half_of_the_people_leave_orders() -> None:
    dice = chance("orders")
    assert sum(habit(dice).gives_orders for _ in range(SOME)) / SOME == pytest.approx(GIVE_ORDERS, abs=0.03)


def test_the_variants_differ_in_one_thing_from_one_to_the_next() -> None:
    for one, other in pairwise(VARIANTS.values()):
        assert sum(before != after for before, after in zip(one, other, strict=True)) == 1


def test_the_page_has_a_line_for_each_variant_and_preset_and_says_where_habits_come_from() -> None:
    row = Counts(searches=9, seated=4, started=2, turns=22, timeouts=10, by_hand=3, forced=1, wait_hours=[1.5, 1.5])
    written = page(5, 2, "x", {"one": {"all": row.row(), "quick": row.row()}, "other": {"all": Counts().row()}})
    lines = [
        [cell.strip() for cell in line.split("|")[1:-1]] for line in written.splitlines() if line.startswith("| o")
    ]
    assert [cells[0] for cells in lines] == ["one", "other", "one"]
    assert lines[2][1] == "quick"
    assert {"9", "4", "1.5 (1.5)", "31.2 %", "25.0 %", "-"} <= set(lines[0])
    assert "unsound: 0" in written
    assert "https://" in written
    assert "assumed" in written


def test_figures_of_two_matches_add_up() -> None:
    whole = Counts(finished=1, match_days=[2.0])
    whole.add(Counts(finished=1, match_days=[4.0], ordered=3))
    assert (whole.finished, whole.ordered, whole.row()["match_days"][0]) == (2, 3, 3.0)


def test_the_worker_follows_each_hint_once_with_those_that_it_causes() -> None:
    done: list[str] = []

    def wake(game: str) -> None:
        done.append(game)
        if game == "a":
            kept.add(hints.MOVED, "a")
            kept.add("wake", "b")
            kept.add("wake", "c")

    kept = Hints({"wake": wake})
    for game in ("a", "c", "a"):
        kept.add("wake", game)
    kept.add("unknown", "x")
    assert kept.follow() == {"a"}
    assert done == ["a", "c", "b"]
    assert kept.follow() == set()


def test_a_worker_that_wakes_itself_for_ever_is_noticed() -> None:
    kept = Hints({"wake": lambda game: kept.add("wake", game)})
    kept.add("wake", "a")
    with pytest.raises(StuckError):
        kept.follow()


@given(micros=st.integers(0, 10**13))
def test_the_periodic_jobs_run_every_five_seconds_and_never_before_something_is_due(micros: int) -> None:
    due = timedelta(microseconds=micros)
    run = run_after(due)
    assert run % timedelta(seconds=5) == timedelta(0)
    assert due <= run < due + timedelta(seconds=5)


@pytest.mark.django_db
def test_those_who_sit_at_a_game_that_has_moved_read_it_again_once() -> None:
    sitting, elsewhere = tables.person(), tables.person()
    game, _ = (tables.lobby_of(player).game.id for player in (sitting, elsewhere))
    streams = Streams()
    streams.moved({str(game)})
    assert [streams.has_moved(player) for player in (sitting, elsewhere, sitting)] == [True, False, False]


@pytest.mark.django_db
def test_seekers_read_their_seeks_again_when_those_have_changed() -> None:
    seen, streams = seekers.look(), Streams()
    player = seen.seek.player_id
    assert [streams.seeks_changed(player) for _ in range(2)] == [True, False]
    seekers.look()
    assert [streams.seeks_changed(player) for _ in range(2)] == [True, False]


def run(folder: Path, people: int, days: int, variant: str) -> dict[str, Any]:
    """Run a small month and return its figures."""
    out = folder / "figures.json"
    asked = [f"--people={people}", f"--days={days}", f"--variant={variant}", f"--figures={out}", "--seed=test"]
    command = [sys.executable, "-m", "devtools.month", *asked]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(out.read_text())
    return found


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("variant", FIRST_AND_LAST)
def test_twelve_people_play_for_three_days(tmp_path: Path, variant: str) -> None:
    presets = run(tmp_path, 12, 3, variant)["presets"]
    everything, kind = presets["all"], VARIANTS[variant]
    assert 0 < everything["started"] <= everything["seated"] <= everything["searches"]
    assert everything["turns"] > 0
    assert everything["by_hand"] > 0
    assert everything["unsound"] == 0
    assert (everything["forced"] > 0) == kind.forced
    assert everything["ordered"] == 0 or kind.orders
    assert everything["musters_missed"] == 0 or kind.seeks
    for figure in ("searches", "seated", "started", "finished", "turns"):
        assert everything[figure] == sum(row[figure] for name, row in presets.items() if name != "all")


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("variant", FIRST_AND_LAST)
def test_the_same_seed_gives_the_same_month(tmp_path: Path, variant: str) -> None:
    first, second = (run(tmp_path, 8, 2, variant) for _ in range(2))
    assert first == second
