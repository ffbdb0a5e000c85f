"""`manage.py distribute` refuses a database that is no cluster. What it does to one: tests/games/citus."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games import distribution
from tests.games import tables

pytestmark = pytest.mark.django_db
DOC = Path(__file__).parents[2] / "docs" / "operators" / "citus.md"


def test_it_refuses_a_service_that_does_not_know_of_a_cluster(settings: Any) -> None:
    settings.DATABASE_SHARDED = False
    with pytest.raises(CommandError, match="DATABASE_SHARDED"):
        call_command("distribute")


def test_it_refuses_a_database_without_the_extension(settings: Any) -> None:
    settings.DATABASE_SHARDED = True
    with pytest.raises(CommandError, match="CREATE EXTENSION citus"):
        call_command("distribute")
    assert tables.raw("SELECT count(*) FROM pg_partition_tree('event')") == [(17,)]


def test_every_table_with_the_rows_of_a_game_has_its_place() -> None:
    page = DOC.read_text(encoding="utf-8")
    (named,) = re.findall(r"^\| nodes \| (.*?) \|", page, re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", named)) == set(distribution.BY_GAME)
    with connection.cursor() as cursor:
        known = set(connection.introspection.table_names(cursor))
    assert {*distribution.BY_GAME, *distribution.COPIED} <= known
