"""`make dashboards`: let people play while servers fail and a Prometheus scrapes; check the answers and draw them.

Every panel and every alarm is asked. The dashboards are written to docs/pictures. Exit code 1 if a panel or an alarm
gets no answer that it can use, if an alarm does not ring that should, or if play lost an event.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import TYPE_CHECKING, Final

from devtools.dashboards import check, picture
from devtools.dashboards.files import Dashboard, dashboards
from devtools.dashboards.life import MUST_NOT_RING, MUST_RING, life
from devtools.dashboards.prometheus import Prometheus, prometheus
from devtools.pictures import FOLDER, MOST_BYTES, chromium
from devtools.stack import supervisor
from devtools.stack.terminal import say
from devtools.stack.trouble import Trouble

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

    from devtools.dashboards.files import Panel
    from devtools.dashboards.prometheus import Series

SCRAPES: Final = 2
"""Seconds between two scrapes: dense enough for minutes; an installation takes 15."""


def draw(browser: Browser, board: Dashboard, metrics: Prometheus, begin: float, end: float) -> None:
    """Write the picture of a dashboard. Raises Trouble if it is too large."""

    def answers(panel: Panel) -> Iterator[tuple[str, Series]]:
        for target in panel.targets:
            is_over = panel.kind == "timeseries"
            found = metrics.over(target.expression, begin, end) if is_over else metrics.now(target.expression)
            yield from ((target.name(one.labels), one) for one in found)

    text, height = picture.page(board, [[*answers(panel)] for panel in board.panels], begin, end)
    page = browser.new_page(viewport={"width": picture.WIDTH, "height": height})
    page.set_content(text)
    taken = page.screenshot()
    page.close()
    if len(taken) > MOST_BYTES:
        raise Trouble(f"The picture of {board.name} has {len(taken)} bytes; at most {MOST_BYTES} are allowed.")
    file = FOLDER / f"dashboard-{board.name}.png"
    file.write_bytes(taken)
    say(f"docs/pictures/{file.name}: {len(taken)} bytes")


def main(arguments: list[str] | None = None) -> int:
    """Let it happen, ask, and draw."""
    argparse.ArgumentParser(prog="dashboards", description=__doc__).parse_args(arguments)
    supervisor.end_by_signals()
    try:
        with life() as (running, home), prometheus(home / "prometheus", running.web, SCRAPES) as metrics:
            begin = time.time()
            report = running.play(say)
            end = time.time()
            faults = [*check.faults(metrics)]
            rung = metrics.rung()
            faults += [f"{name} did not ring" for name in sorted(MUST_RING - rung)]
            faults += [f"{name} rang" for name in sorted(MUST_NOT_RING & rung)]
            with chromium() as browser:
                for board in dashboards():
                    draw(browser, board, metrics, begin, end)
    except Trouble as trouble:
        print(f"flipside: {trouble}", file=sys.stderr)
        return 1
    print("Alarms that rang:", ", ".join(sorted(rung)))
    print(*report.lines(), sep="\n")
    print(*faults or ["Every panel and every alarm had an answer that it can use."], sep="\n")
    return 1 if faults or not report.is_clean else 0


if __name__ == "__main__":
    sys.exit(main())
