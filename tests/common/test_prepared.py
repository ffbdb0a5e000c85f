from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.db import OperationalError, ProgrammingError, connection, transaction

from common.database.prepared import Prepared

pytestmark = pytest.mark.django_db(transaction=True)

ECHO = Prepared("SELECT %s::boolean, %s::smallint, %s::int, %s::text, %s::bytea, %s::uuid, %s::timestamptz, %s::text")


def test_values_of_every_type_come_back_as_they_went() -> None:
    values = (True, 7, -70_000, "ä ' \\", b"\x00\xff", uuid4(), datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=UTC), None)
    assert ECHO.one(*values) == values


def test_inside_a_transaction_it_answers_the_same() -> None:
    values = (False, 0, 0, "", b"", uuid4(), datetime(2026, 1, 1, tzinfo=UTC), "x")
    with transaction.atomic():
        assert ECHO.one(*values) == values


def test_in_a_session_of_a_pooler_it_answers_the_same_and_prepares_nothing() -> None:
    connection.close()
    connection.ensure_connection()
    connection.connection.prepare_threshold = None
    try:
        values = (True, 7, -70_000, "ä ' \\", b"\x00\xff", uuid4(), datetime(2026, 1, 2, tzinfo=UTC), None)
        assert ECHO.one(*values) == values
        assert Prepared("SELECT %s::int WHERE false").one(1) is None
        with pytest.raises(ProgrammingError):
            Prepared("SELECT nonsense FROM nowhere WHERE %s::int = 1").one(1)
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE name LIKE 'flipside%'")
            assert cursor.fetchone() == (0,)
    finally:
        connection.close()


def test_after_a_rollback_it_prepares_anew_instead_of_using_what_is_gone() -> None:
    number = Prepared("SELECT %s::int")
    assert number.one(1) == (1,)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT 1")  # psycopg drops all statements after a rollback, ours too
        transaction.set_rollback(True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE name LIKE 'flipside%'")
        assert cursor.fetchone() == (0,)
    assert number.one(2) == (2,)


def test_a_statement_without_a_row_answers_none() -> None:
    assert Prepared("SELECT 1 WHERE %s::boolean").one(False) is None  # noqa: FBT003 - the parameter


def test_it_survives_that_the_session_forgets_its_statements() -> None:
    number = Prepared("SELECT %s::int")
    assert number.one(1) == (1,)
    with connection.cursor() as cursor:
        cursor.execute("DEALLOCATE ALL")
    assert number.one(2) == (2,)


def test_a_session_that_forgot_still_knows_what_it_was_told_since() -> None:
    before, since = Prepared("SELECT %s::int"), Prepared("SELECT 2 * %s::int")
    assert before.one(1) == (1,)
    with connection.cursor() as cursor:
        cursor.execute("DEALLOCATE ALL")
    assert since.one(1) == (2,)
    assert before.one(2) == (2,)
    assert since.one(2) == (4,)


def test_errors_are_those_of_django_and_leave_the_session_usable() -> None:
    with pytest.raises(ProgrammingError):
        Prepared("SELECT nonsense FROM nowhere WHERE %s::int = 1").one(1)
    assert Prepared("SELECT %s::int").one(3) == (3,)


def test_a_lost_connection_is_an_operational_error_and_the_next_request_has_a_new_one() -> None:
    number = Prepared("SELECT %s::int")
    row = Prepared("SELECT pg_backend_pid() + 0 * %s::int").one(0)
    assert row is not None
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", row)
    other.close()
    with pytest.raises(OperationalError):
        number.one(1)
    connection.close_if_unusable_or_obsolete()  # Django does this after every request
    assert number.one(2) == (2,)


def test_two_statements_in_one_answer_as_each_would() -> None:
    some = uuid4()
    first = Prepared("SELECT %s::int AS n, %s::text AS t WHERE %s::boolean")
    second = Prepared("SELECT %s::int AS n, %s::uuid WHERE %s::boolean")
    both = first.along(second)
    for found in (True, False):
        row = both.one(1, "a", True, 2, some, found)  # noqa: FBT003 - the parameters
        assert row == (1, "a", *((2, some) if found else (None, None)))
    assert both.one(1, "a", False, 2, some, True) is None  # noqa: FBT003
