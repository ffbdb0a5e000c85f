"""Every section, decision and row of the rules document has a test that cites it."""

from __future__ import annotations

import json
import re
from pathlib import Path

from engine.codec.schema import FIELDS
from engine.commands import COMMANDS, SYSTEM_COMMANDS

HERE = Path(__file__).parent
RULES = (HERE.parents[1] / "docs" / "players" / "rules.md").read_text("utf-8")
ROWS = json.loads((HERE / "data" / "scenarios.json").read_text("utf-8"))

CITED = {
    name
    for suite in HERE.glob("test_*.py")
    for mark in re.findall(r"pytest\.mark\.rule\(([^)]*)\)", suite.read_text("utf-8"))
    for name in re.findall(r'"([^"]+)"', mark)
}

NOT_OF_THIS_GAME = {
    "1.2": "its rows are cited one by one",
}


def without_test(names: list[str]) -> list[str]:
    return [name for name in names if name not in CITED and name not in NOT_OF_THIS_GAME]


def test_every_section_from_components_to_scoring_has_a_test() -> None:
    sections = re.findall(r"^#{2,3} ([1-5](?:\.\d+)?)\.? ", RULES, re.MULTILINE)
    parents = {section.split(".")[0] for section in sections if "." in section}
    leaves = [section for section in sections if section not in parents]
    assert len(leaves) > 20
    assert without_test(leaves) == []


def test_every_step_of_the_set_up_has_a_test() -> None:
    (setup,) = re.findall(r"^## 2\. Set-up\n(.*?)^## 3", RULES, re.MULTILINE | re.DOTALL)
    steps = [f"2.{number}" for number in re.findall(r"^(\d+)\. ", setup, re.MULTILINE)]
    assert steps == [f"2.{number}" for number in range(1, 8)]
    assert without_test(steps) == []


def test_every_command_is_told_of() -> None:
    (commands,) = re.findall(r"^### 3\.3 [^\n]*\n(.*?)^### 3\.4", RULES, re.MULTILINE | re.DOTALL)
    told = re.findall(r"`([a-z_]+)[ `]", commands)
    assert [word for word in COMMANDS | SYSTEM_COMMANDS if word not in told] == []


def test_every_contradiction_between_the_sources_that_is_decided_has_a_test() -> None:
    rows = re.findall(r"^\| (C\d\d) \|", RULES, re.MULTILINE)
    assert len(rows) == 32
    assert without_test(rows) == []


def test_every_decision_of_our_own_has_a_test() -> None:
    (own,) = re.findall(r"^## 10\. [^\n]*\n(.*)", RULES, re.MULTILINE | re.DOTALL)
    decisions = re.findall(r"R-[A-Z-]+[A-Z]", own)
    assert len(decisions) > 10
    assert without_test(decisions) == []


def test_every_event_stands_in_the_table_of_events() -> None:
    (table,) = re.findall(r"^\| event \| fields \|\n(.*?)\n\n", RULES, re.MULTILINE | re.DOTALL)
    rows = [line.split("|")[1] for line in table.splitlines()[1:]]
    told = [name.strip() for row in rows for name in row.split(",")]
    assert sorted(told) == sorted(kind.__name__ for kind in FIELDS)


def test_every_scenario_in_prose_has_a_test() -> None:
    prose = [row["id"] for row in ROWS if not row["runnable"]]
    assert prose
    assert without_test(prose) == []


def test_nothing_is_left_out_that_has_a_test() -> None:
    assert CITED & set(NOT_OF_THIS_GAME) == set()
