"""`manage.py migrate` produces what the models say, and needs to do nothing on a database of the former migrations."""

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

FORMER = {
    "games": [
        "0001_initial", "0002_quarantine", "0003_snapshots", "0004_proofs", "0005_branches", "0006_audit",
        "0007_work_for_empty_seats", "0008_archive", "0009_guard", "0010_closer_snapshots", "0011_seats_in_lists",
        "0012_option_sets", "0013_work_that_failed", "0014_spectators",
    ],
    "players": [
        "0001_initial", "0002_preferences", "0003_notifications", "0004_webhooks_devices", "0005_operators",
        "0006_leaving", "0007_names_looked_up", "0008_one_clock", "0009_apps", "0010_merges",
    ],
}  # fmt: skip
FIRST = {("games", "0001_initial"), ("players", "0001_initial"), ("players", "0002_apps")}
"""The migrations of the first release."""


@pytest.mark.django_db
def test_the_migrations_say_what_the_models_say() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


@pytest.mark.django_db
def test_a_database_made_before_the_migrations_were_squashed_has_only_what_came_later_to_do() -> None:
    records = MigrationRecorder(connection)
    for app, names in FORMER.items():
        records.migration_qs.filter(app=app).delete()
        for name in names:
            records.record_applied(app, name)
    executor = MigrationExecutor(connection)
    planned = {(one.app_label, one.name) for one, _ in executor.migration_plan(executor.loader.graph.leaf_nodes())}
    assert not planned & FIRST
    call_command("migrate", verbosity=0)
    assert records.migration_qs.filter(app="players", name="0002_apps").exists()
