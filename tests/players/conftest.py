"""Fixtures for the tests of players: a stranger, a guest, and a factory of guests.

Django is imported late, because its settings must be known first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from rest_framework.test import APIClient

    from tests.players.people import Someone


@pytest.fixture
def stranger() -> APIClient:
    from rest_framework.test import APIClient  # noqa: PLC0415

    return APIClient()


@pytest.fixture
def make_guest(db: None) -> Callable[..., Someone]:  # noqa: ARG001 - asks for the database
    """Return a factory of guests with a given or generated name."""
    from players import services  # noqa: PLC0415
    from tests.players.people import Someone, client_with  # noqa: PLC0415

    def make(name: str | None = None) -> Someone:
        player, secret = services.create_guest(name=name)
        return Someone(player, secret, client_with(secret))

    return make


@pytest.fixture
def guest(make_guest: Callable[..., Someone]) -> Someone:
    return make_guest()
