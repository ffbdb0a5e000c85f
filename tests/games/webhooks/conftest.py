"""Fixtures of the webhook tests: receivers on this machine may be called, and players."""

from __future__ import annotations

from ipaddress import ip_network
from typing import TYPE_CHECKING

import pytest

from tests.games.api.conftest import ada, bob, person

if TYPE_CHECKING:
    from pytest_django.fixtures import SettingsWrapper

__all__ = ["ada", "bob", "person"]


@pytest.fixture(autouse=True)
def _receivers_here(settings: SettingsWrapper) -> None:
    settings.OUTBOUND_ALLOW = [ip_network("127.0.0.0/8")]
