"""Fixtures of the privacy tests: players with checked clients."""

from __future__ import annotations

from tests.games.api.conftest import ada, bob, person, stranger

__all__ = ["ada", "bob", "person", "stranger"]
