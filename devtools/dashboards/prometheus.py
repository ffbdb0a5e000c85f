"""A Prometheus of this machine that scrapes one service, with the alarms of deploy/prometheus."""

from __future__ import annotations

import contextlib
import json
import shutil
import urllib.error
import urllib.parse
import urllib.request
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import yaml

from devtools.dashboards.files import ALARMS, RATE_INTERVAL
from devtools.stack import wait
from devtools.stack.child import Child
from devtools.stack.port import free_port
from devtools.stack.trouble import Trouble

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

START_LIMIT: Final = 30.0
_SCRAPES_OF_A_RATE: Final = 4
"""Grafana's `$__rate_interval` is four times the interval of scrapes or more."""


class Series(NamedTuple):
    """A series: its labels, and its values by time in seconds."""

    labels: dict[str, str]
    values: list[tuple[float, float]]


class Prometheus:
    """A running Prometheus that scrapes every `seconds`."""

    def __init__(self, address: str, seconds: int, child: Child) -> None:
        self._address = address
        self._child = child
        self._rate = f"{_SCRAPES_OF_A_RATE * seconds}s"
        self._step = seconds

    def now(self, expression: str) -> list[Series]:
        """Return the current answer to an expression. Raises Trouble if it is refused or is no vector."""
        found = self._ask("query", query=self._plain(expression))
        if found["resultType"] != "vector":
            raise Trouble(f"{expression} is a {found['resultType']}, not a vector.")
        return [_series(one["metric"], [one["value"]]) for one in found["result"]]

    def over(self, expression: str, begin: float, end: float) -> list[Series]:
        """Return the answers to an expression over a time. Raises Trouble if it is refused."""
        found = self._ask(
            "query_range", query=self._plain(expression), start=str(begin), end=str(end), step=str(self._step)
        )
        return [_series(one["metric"], one["values"]) for one in found["result"]]

    def rung(self) -> set[str]:
        """Return the names of the alarms that have rung so far."""
        found = self.now('count by (alertname) (count_over_time(ALERTS{alertstate="firing"}[1d]))')
        return {one.labels["alertname"] for one in found}

    def faults_of_rules(self) -> Iterator[str]:
        """Yield what Prometheus says against the alarms."""
        for group in self._ask("rules")["groups"]:
            for rule in group["rules"]:
                if rule["health"] == "err":
                    yield f"{rule['name']}: {rule['lastError']}"

    def wait(self, scrapes: int = 0) -> None:
        """Wait until it is ready and has scraped the service so often. Raises Trouble."""
        wait.until(self._is_ready, self._child, START_LIMIT)
        limit = START_LIMIT + scrapes * self._step
        wait.until(lambda: self._scrapes() >= scrapes, self._child, limit)

    def _scrapes(self) -> float:
        return sum(one.values[0][1] for one in self.now("sum_over_time(up[1d])"))

    def _is_ready(self) -> bool:
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{self._address}/-/ready", timeout=5):
            return True
        return False

    def _plain(self, expression: str) -> str:
        return expression.replace(RATE_INTERVAL, self._rate)

    def _ask(self, what: str, **asked: str) -> Any:
        url = f"{self._address}/api/v1/{what}?{urllib.parse.urlencode(asked)}"
        try:
            with urllib.request.urlopen(url, timeout=30) as answer:
                return json.load(answer)["data"]
        except urllib.error.HTTPError as error:
            raise Trouble(f"{asked.get('query', what)}: {json.load(error)['error']}") from None


def _series(labels: dict[str, str], values: list[list[Any]]) -> Series:
    return Series(labels, [(float(time), float(value)) for time, value in values])


@contextlib.contextmanager
def prometheus(folder: Path, service: str, seconds: int) -> Iterator[Prometheus]:
    """Start a Prometheus with its data in `folder`; it scrapes `service` (host:port). Raises Trouble."""
    program = shutil.which("prometheus")
    if program is None:
        raise Trouble("There is no Prometheus here: install it with your package manager (Debian: prometheus).")
    folder.mkdir(exist_ok=True)
    often = f"{seconds}s"
    settings = {
        "global": {"scrape_interval": often, "scrape_timeout": often, "evaluation_interval": often},
        "rule_files": [str(ALARMS)],
        "scrape_configs": [{"job_name": "flipside", "static_configs": [{"targets": [service]}]}],
    }
    file = folder / "prometheus.yaml"
    file.write_text(yaml.safe_dump(settings))
    port = free_port()
    words = [program, f"--config.file={file}", f"--storage.tsdb.path={folder / 'data'}", "--log.level=warn"]
    child = Child("prometheus", [*words, f"--web.listen-address=127.0.0.1:{port}"], log=folder / "prometheus.log")
    try:
        running = Prometheus(f"http://127.0.0.1:{port}", seconds, child)
        running.wait()
        yield running
    finally:
        child.stop()
