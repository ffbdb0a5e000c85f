from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.authorisation.runner import MatrixRunner


@pytest.fixture
def runner(db: None, settings: Any) -> MatrixRunner:  # noqa: ARG001 - asks for the database
    """Return a runner with all people; games are made when a row asks for them."""
    from tests.authorisation.runner import MatrixRunner  # noqa: PLC0415 - needs the settings

    settings.ACCOUNT_RATE_LIMITS = False
    return MatrixRunner()
