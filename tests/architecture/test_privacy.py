"""docs/operators/privacy.md names every table of the database and no other."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest
from django.db import connection

from players.privacy import retention

PAGE: Final = Path(__file__).parents[2] / "docs" / "operators" / "privacy.md"
ROW: Final = re.compile(r"^\| (`\w+`(?:, `\w+`)*) \|([^|]+)\|([^|]+)\|([^|]+)\|$", re.MULTILINE)
PARTITION: Final = "SELECT inhrelid::regclass::text FROM pg_inherits"


def rows() -> list[tuple[str, list[str]]]:
    """Return the name of each table with the other cells of its row. A row may name several tables."""
    found = ROW.findall(PAGE.read_text(encoding="utf-8"))
    return [(name, cells) for names, *cells in found for name in re.findall(r"\w+", names)]


@pytest.mark.django_db
def test_of_every_table_it_is_decided_how_long_it_is_kept_and_what_erasure_does() -> None:
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        cursor.execute(PARTITION)
        tables -= {name for (name,) in cursor.fetchall()}
    decided = [name for name, _ in rows() if name.islower()]
    assert len(decided) == len(set(decided)), "a table is decided twice"
    assert set(decided) == tables, "say in privacy.md what is kept there, how long, and what erasure does"
    assert all(cell.strip() for _, cells in rows() for cell in cells)


def test_the_page_says_of_every_rule_how_long_it_is() -> None:
    kept = {name: time for name, (_, time, _) in rows()}
    for rule in retention.RULES:
        days = rule.days()
        assert f"{days} day{'' if days == 1 else 's'}" in kept[rule.table], rule.name
