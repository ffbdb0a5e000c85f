"""The service has one clock. Modules that read another one are listed here with the reason."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).parents[2]
PARTS: Final = ("common", "games", "players", "config")

STRANGERS: Final = "a stranger compares it with their own clock"
ALLOWED: Final = {
    "games/leases.py": "a lease tells whether a process works, however the clock is moved",
    "games/sandbox/people.py": "throw-away players live for real days, however the clock is moved",
    "games/sandbox/mode.py": "the one clock itself, as a sandbox has it",
    "players/notifications/channels/apns.py": STRANGERS,
    "players/notifications/channels/fcm.py": STRANGERS,
    "players/notifications/channels/webpush.py": STRANGERS,
    "players/migrations/sql/clock.sql": "the one clock itself",
    "games/distribution/functions.sql": "the one clock itself, as a cluster has it",
    "players/webhooks/signing.py": STRANGERS,
    "config/doctor/backups.py": "files of backups and PostgreSQL's archiver have the real time",
    "config/doctor/clocks.py": "it compares the clocks of machines",
    "config/doctor/proxy.py": "a certificate ends in real time",
    "common/outbound/answer.py": "a date that a receiver's Retry-After names is by their clock",
}

CALLS: Final = frozenset(
    {
        "timezone.now", "timezone.localtime", "timezone.localdate", "datetime.now", "datetime.utcnow", "datetime.today",
        "date.today", "time.time", "time.time_ns", "time.gmtime", "time.localtime", "functions.Now",
    }
)  # fmt: skip
"""Clocks of Python. `time.monotonic` and the like only measure how long work takes, so they are allowed."""

GIVEN: Final = frozenset({"timezone.localtime"})
"""These read no clock if they are given a time."""

SQL: Final = re.compile(
    r"\b(?:(?:statement_timestamp|clock_timestamp|transaction_timestamp|now)\(\)|current_timestamp|localtimestamp"
    r"|current_date)",
    re.IGNORECASE,
)


def sources() -> Iterator[Path]:
    for part in PARTS:
        for path in sorted((ROOT / part).rglob("*")):
            generated = path.parent.name == "migrations" and path.suffix == ".py"
            if path.suffix in {".py", ".sql"} and not generated:
                yield path


def other_clocks(path: Path) -> list[int]:
    """Return the lines on which a file reads another clock."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".sql":
        plain = re.sub("--.*", "", text)
        return [number for number, line in enumerate(plain.splitlines(), 1) if SQL.search(line)]
    tree = ast.parse(text)
    return sorted({*_called(tree), *_imported(tree), *_said(tree)})


def _called(tree: ast.AST) -> Iterator[int]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            name = ".".join(ast.unparse(node.func).split(".")[-2:])
            if name in CALLS and not (name in GIVEN and node.args):
                yield node.lineno


def _imported(tree: ast.AST) -> Iterator[int]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            module = (node.module or "").split(".")[-1]
            if any(f"{module}.{alias.name}" in CALLS for alias in node.names):
                yield node.lineno


def _said(tree: ast.AST) -> Iterator[int]:
    """Yield the lines of SQL texts that name a clock. A string that is neither argument nor value is a docstring."""
    sentences = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in sentences:
            for number, line in enumerate(node.value.splitlines()):
                if SQL.search(re.sub("--.*", "", line)):
                    yield node.lineno + number


def test_nothing_that_decides_about_players_asks_another_clock() -> None:
    found = {str(path.relative_to(ROOT)): lines for path in sources() if (lines := other_clocks(path))}
    assert found.keys() - ALLOWED.keys() == set(), {name: found[name] for name in found.keys() - ALLOWED.keys()}
    assert ALLOWED.keys() - found.keys() == set(), "these ask no other clock any more: take them off the list"


@pytest.mark.parametrize(
    "line",
    [
        "timezone.now()", "datetime.now(UTC)", "datetime.datetime.now(UTC)", "from time import time", "time.time()",
        "from django.db.models.functions import Now", "timezone.localtime()", "run('SELECT now()')",
        "SQL = 'DELETE FROM x WHERE at < STATEMENT_TIMESTAMP()'", "SQL = f'{a} < now() AND {b}'", "functions.Now()",
    ],
)  # fmt: skip
def test_the_search_finds_them_all(line: str, tmp_path: Path) -> None:
    file = tmp_path / "some.py"
    file.write_text(line)
    assert other_clocks(file) == [1]


@pytest.mark.parametrize(
    "line",
    ["clock.now()", "service_now()", "time.monotonic()", "timezone.localtime(at)", "run('SELECT service_now()')"],
)
def test_the_search_finds_nothing_else(line: str, tmp_path: Path) -> None:
    file = tmp_path / "some.py"
    file.write_text(line)
    assert other_clocks(file) == []
