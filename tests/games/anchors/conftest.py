"""What the tests of anchors share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def noon(db: None) -> Iterator[None]:  # noqa: ARG001  its clock
    """Begin at noon (UTC): anchors are made by the day, so a test must not cross midnight."""
    from tests.games import tables  # noqa: PLC0415  it needs the settings

    ((seconds,),) = tables.raw(
        "SELECT extract(epoch FROM date_trunc('day', now(), 'UTC') + interval '36 hours' - now())::float8"
    )
    with tables.travelled(seconds):
        yield
