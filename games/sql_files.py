"""Reads the SQL that belongs to a migration."""

from collections.abc import Sequence
from pathlib import Path

from django.db import migrations

FOLDER = Path(__file__).parent / "migrations" / "sql"
SEPARATOR = "\n--;;\n"


def statements(name: str) -> tuple[str, ...]:
    """What is in the file `sql/NAME.sql`; prepared statements take one at a time."""
    return tuple((FOLDER / f"{name}.sql").read_text(encoding="utf-8").split(SEPARATOR))


def run(name: str, reverse: Sequence[str] | None = None) -> migrations.RunSQL:
    """The file `sql/NAME.sql` as an operation; without `reverse` there is no way back."""
    return migrations.RunSQL(statements(name), None if reverse is None else tuple(reverse))
