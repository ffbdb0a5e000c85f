"""A performance for each test, in the transaction of the test."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.authorisation.performance import Performance


@pytest.fixture
def performance(db: None, settings: Any) -> Iterator[Performance]:  # noqa: ARG001 - asks for the database
    """Everybody is there, and the tables are set up as they are asked for."""
    from django.db import connection  # noqa: PLC0415 - needs the settings

    from tests.authorisation.performance import Performance  # noqa: PLC0415 - as above

    settings.ACCOUNT_BEAT = 0
    session: Any = connection.connection
    # Every request is rolled back, and what was prepared goes with it.
    former, session.prepare_threshold = session.prepare_threshold, None
    yield Performance()
    session.prepare_threshold = former
