"""Waits for a database that works but is slow."""

import contextlib
import socket
from collections.abc import Iterator

import pytest
from django.db import OperationalError, connection
from pytest_django import Settings

from common.database import queries
from config.database.connection import ServerSilent, WatchedConnection, give_up

pytestmark = pytest.mark.django_db(transaction=True)

SHORT = 0.2  # seconds
LONGER = "SELECT pg_sleep(0.6)"
LIMITS = ("statement_timeout", "idle_in_transaction_session_timeout")


@pytest.fixture
def _impatient() -> Iterator[None]:
    connection.ensure_connection()
    connection.connection.patience = SHORT
    yield
    connection.close()


@pytest.mark.usefixtures("_impatient")
def test_a_statement_that_takes_too_long_is_given_up_and_the_next_one_has_another_connection() -> None:
    with pytest.raises(OperationalError, match="does not answer"):
        queries.rows(LONGER)
    connection.close_if_unusable_or_obsolete()
    assert queries.rows("SELECT 1") == [(1,)]


@pytest.mark.usefixtures("_impatient")
def test_statements_that_may_take_long_are_waited_for_and_nothing_else_is() -> None:
    usual = queries.rows("SHOW statement_timeout")
    with queries.long_statements(5):
        queries.rows(LONGER)
        assert queries.rows("SHOW statement_timeout") == [("5s",)]
    assert queries.rows("SHOW statement_timeout") == usual
    with pytest.raises(OperationalError, match="does not answer"):
        queries.rows(LONGER)


def test_behind_a_pooler_the_limits_of_long_work_end_with_its_transaction(settings: Settings) -> None:
    usual = [queries.rows(f"SHOW {name}") for name in LIMITS]
    settings.DATABASE_POOLER = "transaction"
    with queries.long_statements(7):
        assert connection.in_atomic_block
        assert [queries.rows(f"SHOW {name}") for name in LIMITS] == [[("7s",)]] * 2
    assert [queries.rows(f"SHOW {name}") for name in LIMITS] == usual
    with pytest.raises(ZeroDivisionError), queries.long_statements(7):
        raise ZeroDivisionError
    assert [queries.rows(f"SHOW {name}") for name in LIMITS] == usual


@pytest.mark.usefixtures("_impatient")
def test_limits_are_the_usual_ones_after_long_work_that_failed() -> None:
    usual = queries.rows("SHOW statement_timeout")
    with pytest.raises(ZeroDivisionError), queries.long_statements(5):
        raise ZeroDivisionError
    assert queries.rows("SHOW statement_timeout") == usual
    assert connection.connection.patience == SHORT


def test_connecting_to_a_server_that_is_silent_is_watched() -> None:
    """Psycopg has no public name for this: if it renames `_connect_gen`, only this test fails."""

    class Impatient(WatchedConnection):
        @classmethod
        def on_silence(cls, seconds: float, patience: float | None) -> None:
            told.append((seconds, patience))
            if len(told) == 3:
                give_up()

    told: list[tuple[float, float | None]] = []
    silent = contextlib.closing(socket.create_server(("127.0.0.1", 0)))  # it accepts and does not answer
    with silent as server, pytest.raises(ServerSilent):
        Impatient.connect(host="127.0.0.1", port=server.getsockname()[1], connect_timeout=5)
    assert [(round(seconds, 3), patience) for seconds, patience in told] == [(0.1, None), (0.2, None), (0.3, None)]
