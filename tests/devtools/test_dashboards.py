"""The check of dashboards notices answers that a panel or an alarm cannot use, and the picture shows what there is."""

from __future__ import annotations

import dataclasses
import re
import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devtools.dashboards import check, picture
from devtools.dashboards.files import Alarm, Target, alarms, dashboards
from devtools.dashboards.prometheus import Series
from devtools.pictures import FOLDER, MOST_BYTES
from devtools.stack.trouble import Trouble

if TYPE_CHECKING:
    from devtools.dashboards.files import Panel

DOCS = Path(__file__).parents[2] / "docs"
SOUND = [Series({"kind": "notify"}, [(0.0, 3.0)]), Series({"kind": "settle"}, [(0.0, 0.0)])]


class Told:
    """Answers every question alike; refuses some."""

    def __init__(self, answer: list[Series], refused: str = "") -> None:
        self.answer = answer
        self.refused = refused

    def now(self, expression: str) -> list[Series]:
        if expression == self.refused:
            raise Trouble("parse error")
        return self.answer


def panel(**changes: Any) -> Panel:
    """Return a panel of a dashboard that names its series by a label, with changes."""
    found = next(one for board in dashboards() for one in board.panels if one.title == "Due work")
    return dataclasses.replace(found, **changes)


def faults(answer: list[Series], refused: str = "", **changes: Any) -> list[str]:
    told: Any = Told(answer, refused)
    return [*check.of_panel(panel(**changes), told)]


def one(value: float, **labels: str) -> list[Series]:
    return [Series(labels or {"kind": "notify"}, [(0.0, value)])]


def test_counts_by_kind_are_what_a_panel_can_use() -> None:
    assert faults(SOUND) == []


@pytest.mark.parametrize(
    ("answer", "changes"),
    [
        ([], {}),
        (one(float("nan")), {}),
        (one(-1.0), {}),
        (one(1.0, state="due"), {}),
        (one(1.0) * 2, {}),
        (one(1.5), {}),
        (one(1_796_000_000.0), {"unit": "s"}),
        (one(2.0), {"words": {1.0: ("yes", "green")}}),
        (one(1.0), {"right": {"seconds": "s"}}),
        (one(1.0), {"targets": [Target("flipside_build_info", "{{kind}}")]}),
    ],
    ids=[
        "nothing", "no number", "negative", "without a name", "the same name twice", "half a thing",
        "a moment for a duration", "without a word", "an axis for nothing", "an info by its value",
    ],
)  # fmt: skip
def test_what_a_panel_cannot_use_is_named(answer: list[Series], changes: dict[str, Any]) -> None:
    assert len(faults(answer, **changes)) == 1


def test_nothing_is_an_answer_for_a_panel_that_has_a_text_for_it() -> None:
    assert faults([], empty="0") == []


def test_a_refused_expression_is_named() -> None:
    assert faults(SOUND, refused=panel().targets[0].expression) == ["parse error"]


@pytest.mark.parametrize("alarm", alarms(), ids=lambda alarm: alarm.name)
def test_every_comparison_of_an_alarm_becomes_one_that_always_answers(alarm: Alarm) -> None:
    without_matchers = re.sub(r"\{[^}]*\}", "", alarm.question)
    assert re.search(r"[<>=]\s+(?!bool)", without_matchers) is None
    assert "bool" in without_matchers


@given(st.floats(0, 1e7), st.sampled_from(["short", "s", "reqps", "suffix: games/s"]))
def test_an_axis_reaches_beyond_the_largest_value_with_few_lines(most: float, unit: str) -> None:
    axes = picture._Axes(most, unit, (0.0, 60.0), 400, 200)
    assert axes.most >= most * (1 - 1e-9)
    assert len(axes.ticks()) <= 7


@given(st.floats(1e-3, 1e9), st.sampled_from(["short", "s"]))
def test_an_amount_is_short(value: float, unit: str) -> None:
    assert len(picture.amount(value, unit)) <= 14


def test_a_page_draws_every_panel_and_says_where_data_is_missing() -> None:
    for board in dashboards():
        series = [("due", Series({}, [(0.0, 1.0), (2.0, 3.0), (20.0, 2.0)]))]
        full, _ = picture.page(board, [series] * len(board.panels), 0.0, 60.0)
        bare, _ = picture.page(board, [[]] * len(board.panels), 0.0, 60.0)
        assert all(f"<h2>{one.title}</h2>" in full for one in board.panels)
        assert full.count("<svg") == sum(one.kind == "timeseries" for one in board.panels)
        assert picture.NO_DATA not in full
        assert bare.count(picture.NO_DATA) == sum(one.kind != "row" and not one.empty for one in board.panels)


@pytest.mark.parametrize("board", dashboards(), ids=lambda board: board.name)
def test_the_picture_of_a_dashboard_is_there_small_and_shown(board: Any) -> None:
    name = f"dashboard-{board.name}.png"
    file = (FOLDER / name).read_bytes()
    assert len(file) <= MOST_BYTES
    assert struct.unpack(">I", file[16:20]) == (picture.WIDTH,)
    assert any(f"pictures/{name})" in page.read_text() for page in DOCS.rglob("*.md"))
