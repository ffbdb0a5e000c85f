from __future__ import annotations

from ipaddress import ip_network
from typing import TYPE_CHECKING

import pytest

from tests.games.api.conftest import ada, bob, person

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_django.fixtures import SettingsWrapper

__all__ = ["ada", "bob", "person"]


@pytest.fixture
def sandbox_mode(db: None, settings: SettingsWrapper) -> Iterator[None]:  # noqa: ARG001 - the database first
    """Make the database a sandbox, with webhooks that may reach this machine."""
    from tests.games.sandbox.sandbox_mode import sandbox  # noqa: PLC0415 - it needs the settings

    settings.OUTBOUND_ALLOW = [ip_network("127.0.0.0/8")]
    with sandbox():
        yield
