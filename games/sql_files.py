"""Reads the SQL that belongs to a migration."""

from collections.abc import Sequence
from pathlib import Path

from django.db import migrations

FOLDER = Path(__file__).parent / "migrations" / "sql"
SEPARATOR = "\n--;;\n"


def run(name: str, reverse: Sequence[str]) -> migrations.RunSQL:
    """The file `sql/NAME.sql` as an operation, statement by statement: prepared statements take one at a time."""
    statements: tuple[str, ...] = tuple((FOLDER / f"{name}.sql").read_text(encoding="utf-8").split(SEPARATOR))
    return migrations.RunSQL(statements, tuple(reverse))
