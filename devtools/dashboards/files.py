"""The dashboards of deploy/grafana and the alarms of deploy/prometheus, as far as they are asked and drawn here."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import yaml

DEPLOY: Final = Path(__file__).parents[2] / "deploy"
ALARMS: Final = DEPLOY / "prometheus" / "alerts.yaml"
RATE_INTERVAL: Final = "$__rate_interval"
_COMPARISON: Final = re.compile(r"(\s(?:==|!=|<=|>=|<|>))(?=\s)")


class Target(NamedTuple):
    """A question to Prometheus, and how its answers are named: `{{label}}` stands for the value of a label."""

    expression: str
    legend: str

    def name(self, labels: dict[str, str]) -> str:
        """Return the name of a series."""
        return re.sub(r"\{\{\s*(\w+)\s*\}\}", lambda found: labels.get(found[1], ""), self.legend)


@dataclass(frozen=True, slots=True)
class Panel:
    """A panel; `x`, `y`, `width` and `height` are in columns and rows of the dashboard.

    `words` are texts that stand for values, `steps` are the values from which a color holds, `right` are the names of
    the series that have their own unit and their own axis.
    """

    title: str
    kind: str
    unit: str
    decimals: int | None
    words: dict[float, tuple[str, str]]
    empty: str
    steps: list[tuple[float | None, str]]
    text: str
    stacked: bool
    line: bool
    right: dict[str, str]
    x: int
    y: int
    width: int
    height: int
    targets: list[Target]


class Dashboard(NamedTuple):
    """A dashboard and the name of its file."""

    name: str
    title: str
    panels: list[Panel]


class Alarm(NamedTuple):
    """An alarm and the labels that its texts name."""

    name: str
    expression: str
    labels: set[str]

    @property
    def question(self) -> str:
        """Return the expression with comparisons that answer 0 or 1, so that it answers while nothing is wrong."""
        return _COMPARISON.sub(r"\1 bool", self.expression)


def dashboards() -> list[Dashboard]:
    """Return all dashboards."""
    return [_dashboard(file) for file in sorted((DEPLOY / "grafana").glob("*.json"))]


def alarms() -> list[Alarm]:
    """Return all alarms."""
    rules = [rule for group in yaml.safe_load(ALARMS.read_text())["groups"] for rule in group["rules"]]
    return [
        Alarm(
            rule["alert"],
            re.sub(r"#.*", "", rule["expr"]).strip(),
            set(re.findall(r"\$labels\.(\w+)", str(rule["annotations"]))),
        )
        for rule in rules
    ]


def _dashboard(file: Path) -> Dashboard:
    whole = json.loads(file.read_text())
    return Dashboard(file.stem, whole["title"], [_panel(panel) for panel in whole["panels"]])


def _panel(panel: dict[str, Any]) -> Panel:
    defaults = panel.get("fieldConfig", {}).get("defaults", {})
    custom = defaults.get("custom", {})
    place = panel["gridPos"]
    words = {
        float(value): (one["text"], one["color"])
        for mapping in defaults.get("mappings", [])
        for value, one in mapping["options"].items()
    }
    return Panel(
        title=panel["title"],
        kind=panel["type"],
        unit=defaults.get("unit", "short"),
        decimals=defaults.get("decimals"),
        words=words,
        empty=defaults.get("noValue", ""),
        steps=[(step["value"], step["color"]) for step in defaults.get("thresholds", {}).get("steps", [])],
        text=panel.get("options", {}).get("textMode", "auto"),
        stacked=custom.get("stacking", {}).get("mode") == "normal",
        line=custom.get("thresholdsStyle", {}).get("mode") == "line",
        right=dict(map(_axis, panel.get("fieldConfig", {}).get("overrides", []))),
        x=place["x"],
        y=place["y"],
        width=place["w"],
        height=place["h"],
        targets=[Target(target["expr"], target["legendFormat"]) for target in panel.get("targets", [])],
    )


def _axis(override: dict[str, Any]) -> tuple[str, str]:
    """Return the name of the series that an override is about, and its unit."""
    properties = {one["id"]: one["value"] for one in override["properties"]}
    return override["matcher"]["options"], properties["unit"]
