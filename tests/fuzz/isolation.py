"""Runs operations in a world inside a transaction that is rolled back at the end."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from django.db import connection, transaction
from django.test import override_settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.fuzz.operations import Trier

DAY = 86_400
PATIENT = {"ACCOUNT_RATE_LIMITS": False}
"""Limits are tested elsewhere."""


@contextmanager
def isolated(number: int | None = None, *, thorough: bool = False) -> Iterator[Trier]:
    """Set up everything; `number` is the random seed, None for the same one every time."""
    from tests.fuzz.app import Forgetful  # noqa: PLC0415 - needs Django's settings
    from tests.fuzz.operations import Trier  # noqa: PLC0415 - as above
    from tests.fuzz.world import build  # noqa: PLC0415 - as above

    with override_settings(**PATIENT), _unprepared(), transaction.atomic():
        world = build()
        app = Forgetful()
        logging.disable(logging.CRITICAL)  # a fault is a finding, with its exception
        try:
            yield Trier(world, app, number=number, thorough=thorough)
        finally:
            logging.disable(logging.NOTSET)
            app.close()
            transaction.set_rollback(True)


@contextmanager
def _unprepared() -> Iterator[None]:
    """Turn prepared statements off: after each rollback they would be prepared again."""
    connection.ensure_connection()
    server: Any = connection.connection
    before, server.prepare_threshold = server.prepare_threshold, None
    try:
        yield
    finally:
        server.prepare_threshold = before
