"""Fixtures of the stream tests: a streams process and two players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.games.api.people import Person
    from tests.games.streams.process import Streams


@pytest.fixture(scope="session")
def streams(django_db_setup: None, django_db_blocker: Any, tmp_path_factory: Any) -> Iterator[Streams]:  # noqa: ARG001 - the database first
    """Run one process for all tests that do not damage it."""
    from django.db import connection  # noqa: PLC0415 - it needs the settings

    from tests.games.streams.process import Streams  # noqa: PLC0415 - as above

    with django_db_blocker.unblock():
        process = Streams(tmp_path_factory.mktemp("streams"))
        connection.close()
    yield process
    process.stop()


@pytest.fixture
def ada(transactional_db: None) -> Person:  # noqa: ARG001 - what is done must be committed
    from tests.games.api.people import make_person  # noqa: PLC0415 - it needs the settings

    return make_person("Ada")


@pytest.fixture
def bob(transactional_db: None) -> Person:  # noqa: ARG001 - as above
    from tests.games.api.people import make_person  # noqa: PLC0415 - as above

    return make_person("Bob")
