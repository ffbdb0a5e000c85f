"""Migrations run beside old processes: with limits on waiting, and changes that old code can live with."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import pytest
from django.contrib.postgres import operations as postgres
from django.core.management import call_command
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.models.signals import pre_migrate

from tests.games.test_migrations import FIRST

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_django import Settings

DESTROYS: Final = re.compile(
    r"\b(DROP (TABLE|COLUMN|FUNCTION|INDEX(?! CONCURRENTLY))|CREATE (UNIQUE )?INDEX(?! CONCURRENTLY)"
    r"|RENAME|TRUNCATE|SET NOT NULL|ALTER COLUMN \S+ TYPE|LOCK TABLE)\b",
    re.IGNORECASE,
)

HARMLESS: Final = (
    migrations.CreateModel,
    postgres.AddIndexConcurrently,
    postgres.RemoveIndexConcurrently,
    postgres.AddConstraintNotValid,
    postgres.ValidateConstraint,
)


def faults(migration: Any) -> list[str]:
    """Return what old processes, or players who wait for locks, could not live with.

    A migration that says `old_code_stops = True` is for processes that are stopped; the changelog says so.
    """
    if getattr(migration, "old_code_stops", False):
        return []
    made = {one.name_lower for one in _flat(migration.operations) if isinstance(one, migrations.CreateModel)}
    return [why for one in _flat(migration.operations) for why in _faults(one, made, atomic=migration.atomic)]


def _flat(operations: Any) -> Iterator[Any]:
    for one in operations:
        if isinstance(one, migrations.SeparateDatabaseAndState):
            yield from _flat(one.database_operations)
        else:
            yield one


def _faults(one: Any, made: set[str], *, atomic: bool) -> list[str]:
    name = type(one).__name__
    if isinstance(one, HARMLESS):  # first, for some are kinds of what is not
        return []
    match one:
        case migrations.AddField():
            field: Any = one.field
            can_be_left_out = field.null or field.has_db_default() or field.many_to_many
            return [] if can_be_left_out else [f"{name} {one.name}: old code inserts rows without it"]
        case migrations.RunSQL():
            return [f"{name}: {found[0]}" for sql in _texts(one.sql) if (found := DESTROYS.search(sql))]
        case migrations.RunPython():
            return [f"{name}: change rows in batches, each in its own transaction (atomic = False)"] if atomic else []
        case migrations.AddIndex() | migrations.AddConstraint():
            return [] if one.model_name_lower in made else [f"{name}: it locks the table while it reads all of it"]
    return [f"{name}: old code still uses what it changes"]


def _texts(sql: Any) -> list[str]:
    return [sql] if isinstance(sql, str) else [one if isinstance(one, str) else one[0] for one in sql]


def test_all_migrations_after_the_first_can_run_beside_old_processes() -> None:
    loader = MigrationLoader(None)
    later = {
        key: migration
        for key, migration in loader.disk_migrations.items()
        if key[0] in {"games", "players"} and key not in FIRST
    }
    assert {key: found for key, migration in later.items() if (found := faults(migration))} == {}
    assert set(loader.disk_migrations) >= FIRST


def migration(*operations: Any, **attributes: Any) -> Any:
    return type("Migration", (migrations.Migration,), {"operations": operations, **attributes})("one", "games")


INDEX: Final = models.Index(fields=["version"], name="some")


@pytest.mark.parametrize(
    "one",
    [
        migration(migrations.AddField("game", "mood", models.TextField(null=True))),
        migration(migrations.AddField("game", "mood", models.TextField(db_default=""))),
        migration(postgres.AddIndexConcurrently("game", INDEX), atomic=False),
        migration(migrations.CreateModel("Mood", [("id", models.IntegerField())]), migrations.AddIndex("mood", INDEX)),
        migration(migrations.RunSQL("CREATE INDEX CONCURRENTLY some ON game (version)"), atomic=False),
        migration(migrations.RunPython(migrations.RunPython.noop), atomic=False),
        migration(migrations.RemoveField("game", "mood"), old_code_stops=True),
    ],
)
def test_what_old_processes_can_live_with(one: Any) -> None:
    assert faults(one) == []


@pytest.mark.parametrize(
    "one",
    [
        migration(migrations.AddField("game", "mood", models.TextField(default=""))),
        migration(migrations.RemoveField("game", "mood")),
        migration(migrations.RenameField("game", "mood", "temper")),
        migration(migrations.AlterField("game", "version", models.BigIntegerField())),
        migration(migrations.DeleteModel("Mood")),
        migration(migrations.AddIndex("game", INDEX)),
        migration(migrations.RunSQL(["SELECT 1", "ALTER TABLE game ALTER COLUMN version TYPE bigint"])),
        migration(migrations.RunSQL([("create index some on game (version)", None)])),
        migration(migrations.RunPython(migrations.RunPython.noop)),
        migration(migrations.SeparateDatabaseAndState([migrations.DeleteModel("Mood")], [])),
    ],
)
def test_what_old_processes_cannot_live_with(one: Any) -> None:
    assert len(faults(one)) == 1


@pytest.mark.django_db(transaction=True)
def test_migrations_have_limits_of_their_own(settings: Settings) -> None:
    settings.MIGRATE_LOCK_TIMEOUT_MS, settings.MIGRATE_STATEMENT_TIMEOUT_MS = 1234, 98765
    seen: list[tuple[str, str]] = []

    def look(**_: object) -> None:
        seen.append(limits())

    before = limits()
    pre_migrate.connect(look)
    try:
        call_command("migrate", verbosity=0)
    finally:
        pre_migrate.disconnect(look)
    assert set(seen) == {("1234ms", "98765ms")}
    assert limits() == before


def limits() -> tuple[str, str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('lock_timeout'), current_setting('statement_timeout')")
        lock, statement = cursor.fetchone()
    return lock, statement
