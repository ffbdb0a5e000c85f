"""Whether the answers of a Prometheus are what a panel or an alarm can use."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Final

from devtools.dashboards.files import alarms, dashboards
from devtools.stack.trouble import Trouble

if TYPE_CHECKING:
    from collections.abc import Iterator

    from devtools.dashboards.files import Panel
    from devtools.dashboards.prometheus import Prometheus, Series

LONGEST: Final = 10 * 365 * 86_400
"""Seconds; a longer duration is a moment that was taken for one."""
_WHOLE: Final = 1e-9


def faults(metrics: Prometheus) -> Iterator[str]:
    """Yield what is wrong with the answers to all panels and alarms."""
    for board in dashboards():
        for panel in board.panels:
            if panel.kind != "row":
                yield from (f"{board.title}, {panel.title}: {fault}" for fault in of_panel(panel, metrics))
    for alarm in alarms():
        try:
            found = metrics.now(alarm.question)
        except Trouble as trouble:
            yield f"{alarm.name}: {trouble}"
            continue
        if not found:
            yield f"{alarm.name}: no data, so it can never ring"
        for label in sorted(alarm.labels):
            if not all(label in one.labels for one in found):
                yield f"{alarm.name}: no label {label}, which its text names"
    yield from metrics.faults_of_rules()


def of_panel(panel: Panel, metrics: Prometheus) -> Iterator[str]:
    """Yield what is wrong with the answers to a panel."""
    names: Counter[str] = Counter()
    for target in panel.targets:
        try:
            found = metrics.now(target.expression)
        except Trouble as trouble:
            yield str(trouble)
            continue
        if "_info" in target.expression and panel.text != "name":
            yield f"shows the value of {target.expression}, which is always 1, and not its labels"
        if not found and not panel.empty:
            yield f"no data for {target.expression}"
        names.update(target.name(one.labels) for one in found)
        for one in found:
            yield from _of_series(panel, one, target.name(one.labels))
    yield from (
        f"no series is named {name!r}, which has an axis of its own" for name in panel.right if name not in names
    )
    yield from (f"{count} series are named {name!r}" for name, count in names.items() if count > 1)


def _of_series(panel: Panel, series: Series, name: str) -> Iterator[str]:
    if not name.strip(" :"):
        yield f"a series has no name: {series.labels}"
    for _, value in series.values:
        if not math.isfinite(value):
            yield f"{name} is {value}"
        elif value < 0:
            yield f"{name} is negative: {value}"
        elif name in panel.right:
            continue
        elif panel.unit == "s" and value > LONGEST:
            yield f"{name} is a moment, not a duration: {value}"
        elif panel.words and value not in panel.words:
            yield f"{name} is {value}, for which there is no text"
        elif panel.unit == "short" and panel.decimals is None and abs(value - round(value)) > _WHOLE:
            yield f"{name} counts things and is {value}: it needs decimals"
