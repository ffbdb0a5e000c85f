"""What all tests of exports and imports begin with."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _nothing_left_over() -> None:
    """Logs that tests which commit leave behind on purpose."""
    from tests.games import tables  # noqa: PLC0415  settings come first

    tables.forget_logs()
