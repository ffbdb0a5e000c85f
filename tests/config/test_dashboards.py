"""Dashboards and alarms in deploy/ name metrics, labels and chapters that there are."""

from __future__ import annotations

import json
import math
import re
import shutil
import subprocess
from collections import defaultdict
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.request import urlopen

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from devtools.dashboards import check
from devtools.dashboards.prometheus import prometheus
from games.audit import auditor
from games.proofs import anchors
from games.store import deadlines
from tests.games import tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_django import Settings
    from pytest_django.live_server_helper import LiveServer

ROOT: Final = Path(__file__).parents[2]
ALERTS: Final = ROOT / "deploy" / "prometheus" / "alerts.yaml"
DASHBOARDS: Final = sorted((ROOT / "deploy" / "grafana").glob("*.json"))
OF_PROMETHEUS: Final = {"up": {"job", "instance"}}
"""Metrics that Prometheus itself adds, with their labels."""
METRIC: Final = re.compile(r"\b(flipside_\w+|up)\b(?:\{([^}]*)\})?")
MATCHER: Final = re.compile(r'(\w+)\s*(?:=~|!~|!=|=)\s*"([^"]*)"')
GROUPED: Final = re.compile(r"\b(?:by|without|on|ignoring)\s*\(([^)]*)\)")
LEGEND: Final = re.compile(r"\{\{\s*(\w+)\s*\}\}")

Known = dict[str, dict[str, set[str]]]


def rules() -> list[dict[str, Any]]:
    """Return all alarms."""
    return [rule for group in yaml.safe_load(ALERTS.read_text())["groups"] for rule in group["rules"]]


def panels(file: Path) -> list[dict[str, Any]]:
    """Return the panels of a dashboard, without the titles of rows."""
    return [panel for panel in json.loads(file.read_text())["panels"] if panel["type"] != "row"]


def expressions() -> Iterator[tuple[str, str, str]]:
    """Yield place, expression and legend of everything that is queried."""
    for rule in rules():
        yield rule["alert"], rule["expr"], str(rule["annotations"])
    for file in DASHBOARDS:
        for panel in panels(file):
            for target in panel["targets"]:
                yield f"{file.name}: {panel['title']}", target["expr"], target["legendFormat"]


@pytest.fixture
def exposed(live_server: LiveServer, settings: Settings, tmp_path: Path) -> Known:
    """Return the metrics of a running service with something of everything: values of labels by metric and label."""
    settings.ANCHOR_LEDGER = str(tmp_path / "anchors")
    settings.ANCHOR_PUBLISH_URL = "https://witness.example/"
    tables.forget_logs()
    deadlines.beat()
    tables.started(tables.person(), tables.person(), time_limit=60)
    anchors.make()
    auditor.turn(60.0)
    tables.raw("UPDATE game SET turn_seat = 1 - turn_seat")
    auditor.look_at_all(math.inf, rest=0)
    with urlopen(f"{live_server.url}/metrics", timeout=30) as answer:  # noqa: S310  our own service
        text = answer.read().decode()
    found: Known = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = found.setdefault(sample.name, defaultdict(set))
            for name, value in sample.labels.items():
                labels[name].add(value)
    return found


def faults(known: Known) -> Iterator[str]:
    """Yield what an expression names and the service has not."""
    known = known | {name: {label: set() for label in labels} for name, labels in OF_PROMETHEUS.items()}
    for place, expression, legend in expressions():
        named = METRIC.findall(expression)
        labels: set[str] = set()
        for metric, matchers in named:
            if metric not in known:
                yield f"{place}: there is no {metric}"
                continue
            labels |= set(known[metric])
            for label, values in MATCHER.findall(matchers):
                there_are = known[metric].get(label)
                if there_are is None:
                    yield f"{place}: {metric} has no label {label}"
                elif metric not in OF_PROMETHEUS:
                    missing = set(values.split("|")) - there_are
                    yield from (f"{place}: {metric} has no {label}={one}" for one in missing)
        grouped = {one.strip() for group in GROUPED.findall(expression) for one in group.split(",")}
        shown = set(LEGEND.findall(legend)) | set(re.findall(r"\$labels\.(\w+)", legend))
        yield from (f"{place}: no metric has a label {one}" for one in (grouped | shown) - labels)
        if not named:
            yield f"{place}: names no metric"


@pytest.mark.django_db(transaction=True)
def test_every_metric_and_label_that_is_queried_is_there_and_every_metric_is_on_a_dashboard(exposed: Known) -> None:
    assert list(faults(exposed)) == []
    drawn = {
        metric
        for file in DASHBOARDS
        for panel in panels(file)
        for target in panel["targets"]
        for metric, _ in METRIC.findall(target["expr"])
    }
    assert {name for name in exposed if not name.endswith("_created")} - drawn == set()


def test_an_invented_metric_label_or_value_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    known: Known = {"flipside_x": {"state": {"due"}}}
    wrong = [
        'flipside_y{state="due"}',
        'flipside_x{stat="due"}',
        'flipside_x{state="late"}',
        "sum by (kind) (flipside_x)",
        "1",
    ]
    for expression in [*wrong, 'max by (state) (flipside_x{state=~"due"})']:
        monkeypatch.setitem(globals(), "expressions", lambda expression=expression: [("here", expression, "")])
        assert bool(list(faults(known))) == (expression in wrong)


def chapters(page: Path) -> set[str]:
    """Return the anchors of a page's headlines, as forges make them."""
    lines = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", line).strip().lower().replace(" ", "-") for line in lines}


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule["alert"])
def test_every_alarm_says_what_to_do_and_where_to_read_on(rule: dict[str, Any]) -> None:
    page, _, chapter = rule["annotations"]["runbook"].partition("#")
    assert chapter in chapters(ROOT / page)
    assert rule["labels"]["severity"] in {"page", "ticket"}
    assert rule["annotations"]["summary"].endswith(".")
    assert rule["annotations"]["action"].endswith(".")


def test_alarms_have_names_of_their_own_and_all_of_the_table_of_metrics_are_there() -> None:
    names = [rule["alert"] for rule in rules()]
    assert len(names) == len(set(names))
    page = (ROOT / "docs/operators/operations.md").read_text().partition("\n## Metrics\n")[2]
    watched = {metric for rule in rules() for metric, _ in METRIC.findall(rule["expr"])}
    for metrics, alarm in re.findall(r"^\| (`flipside_[^|]+)\|([^|]*)\|", page, re.MULTILINE):
        if alarm.strip():
            assert watched & set(re.findall(r"flipside_\w+", metrics)), metrics


@pytest.mark.parametrize("file", DASHBOARDS, ids=lambda file: file.stem)
def test_a_dashboard_is_laid_out_and_asks_the_data_source_that_is_chosen(file: Path) -> None:
    whole = json.loads(file.read_text())
    every = whole["panels"]
    assert whole["uid"] == f"flipside-{file.stem}"
    assert len({panel["id"] for panel in every}) == len(every)
    for panel in panels(file):
        assert panel["description"].endswith(".")
        assert {target["datasource"]["uid"] for target in panel["targets"]} == {"${datasource}"}
    for one, other in combinations([panel["gridPos"] for panel in every], 2):
        apart = one["x"] + one["w"] <= other["x"] or other["x"] + other["w"] <= one["x"]
        assert apart or one["y"] + one["h"] <= other["y"] or other["y"] + other["h"] <= one["y"]


@pytest.mark.proxies
def test_prometheus_takes_the_alarms_and_they_ring_when_they_should() -> None:
    program = shutil.which("promtool")
    assert program is not None, "install promtool (Debian: prometheus)"
    for words in (["check", "rules", str(ALERTS)], ["test", "rules", str(ALERTS.with_name("alerts_test.yaml"))]):
        subprocess.run([program, *words], check=True)


@pytest.mark.proxies
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("exposed")
def test_a_prometheus_that_scrapes_the_service_answers_every_panel_and_alarm(
    live_server: LiveServer, tmp_path: Path
) -> None:
    with prometheus(tmp_path / "prometheus", live_server.url.removeprefix("http://"), seconds=1) as asked:
        asked.wait(scrapes=5)
        assert [*check.faults(asked)] == []
