"""The one clock of the service: the database's `service_now()`, wherever players' time is decided.

A sandbox moves it (docs/sandbox.md). Whatever asks another clock either measures how long work takes, or speaks to
strangers who go by their own; `tests/architecture/test_clock.py` has the list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from django.db import connection
from django.db.models import DateTimeField, Func

if TYPE_CHECKING:
    from datetime import datetime

NOW: Final = "SELECT service_now()"


class ServiceNow(Func):
    """The time in a statement of Django's, and as the default of a column."""

    template = "service_now()"
    output_field: ClassVar[DateTimeField[datetime, datetime]] = DateTimeField()


def now() -> datetime:
    """The time of the service; one statement."""
    with connection.cursor() as cursor:
        cursor.execute(NOW)
        moment: datetime = cursor.fetchone()[0]
        return moment
