"""Reads the SQL beside a migration, in `APP/migrations/sql/`."""

from pathlib import Path
from typing import Final

from django.db import migrations

ROOT: Final = Path(__file__).parents[2]
SEPARATOR: Final = "\n--;;\n"


def statements(app: str, name: str) -> tuple[str, ...]:
    """Return the statements of one file; a prepared statement is one command, so each is sent by itself."""
    path = ROOT / app / "migrations" / "sql" / f"{name}.sql"
    return tuple(path.read_text(encoding="utf-8").split(SEPARATOR))


def run(app: str, name: str) -> migrations.RunSQL:
    """Return one file as an irreversible operation."""
    return migrations.RunSQL(statements(app, name))
