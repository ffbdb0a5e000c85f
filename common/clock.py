"""The clock of the service: the database's `service_now()`, which decides everything that depends on time.

A sandbox moves it (sandbox.md). Other clocks only measure durations, or serve outside systems with clocks of their
own; `tests/architecture/test_clock.py` lists them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from django.db import connection
from django.db.models import DateTimeField, Func

if TYPE_CHECKING:
    from datetime import datetime

NOW: Final = "SELECT service_now()"


class ServiceNow(Func):
    """`service_now()` in the ORM, also as the default of a column."""

    template = "service_now()"
    output_field: ClassVar[DateTimeField[datetime, datetime]] = DateTimeField()


def now() -> datetime:
    """Return the time of the service; one statement."""
    with connection.cursor() as cursor:
        cursor.execute(NOW)
        moment: datetime = cursor.fetchone()[0]
        return moment
