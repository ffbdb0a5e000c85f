"""What the tests of players share: a stranger, a guest, and a way to make more.

Nothing of Django is imported before the service's settings are known, hence the late imports.
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
    """A client without a token."""
    from rest_framework.test import APIClient  # noqa: PLC0415

    return APIClient()


@pytest.fixture
def make_guest(db: None) -> Callable[..., Someone]:  # noqa: ARG001 - asks for the database
    """Make a guest of a given or made-up name."""
    from players import services  # noqa: PLC0415
    from tests.players.people import Someone, client_with  # noqa: PLC0415

    def make(name: str | None = None) -> Someone:
        player, secret = services.create_guest(name=name)
        return Someone(player, secret, client_with(secret))

    return make


@pytest.fixture
def guest(make_guest: Callable[..., Someone]) -> Someone:
    """One guest with a made-up name."""
    return make_guest()
