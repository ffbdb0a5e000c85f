"""Fixtures of the API tests: players with checked clients, and games in any phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.contract.client import ContractClient
    from tests.games.api.people import Person


@pytest.fixture
def stranger(db: None) -> ContractClient:  # noqa: ARG001 - asks for the database
    """Return a client without a token."""
    from tests.contract.client import ContractClient  # noqa: PLC0415

    return ContractClient()


@pytest.fixture
def person(db: None) -> Callable[..., Person]:  # noqa: ARG001 - asks for the database
    """Return a function that makes a player with a device token."""
    from tests.games.api.people import make_person  # noqa: PLC0415

    return make_person


@pytest.fixture
def ada(person: Callable[..., Person]) -> Person:
    return person("Ada")


@pytest.fixture
def bob(person: Callable[..., Person]) -> Person:
    return person("Bob")
