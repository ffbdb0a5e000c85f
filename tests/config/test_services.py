"""The services that tests run on."""

import psycopg
import pytest
from django.conf import settings
from django.db import connection


@pytest.mark.django_db
def test_tests_run_on_a_real_postgresql_with_a_time_limit() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SHOW statement_timeout")
        assert cursor.fetchone() == ("30s",)
    assert isinstance(connection.connection, psycopg.Connection)
    assert settings.BROKER_URL.startswith(("redis://", "amqp://"))
