"""Fixtures of the tests of merging guests: an account that has just signed in, and a guest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.games.api.conftest import bob, person, stranger

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.games.api.people import Person
    from tests.games.merges.factories import Guest

__all__ = ["bob", "person", "stranger"]


@pytest.fixture
def ada(person: Callable[..., Person]) -> Person:
    """Return an account whose device has just signed in."""
    from tests.games.privacy.factories import with_address  # noqa: PLC0415 - it needs the settings

    found = person("Ada")
    with_address(found, "ada@example.org")
    return found


@pytest.fixture
def guest(db: None) -> Guest:  # noqa: ARG001 - asks for the database
    from tests.games.merges.factories import make_guest  # noqa: PLC0415 - it needs the settings

    return make_guest()
