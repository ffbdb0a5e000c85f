"""Fixtures of the message tests: a sink, and a mail channel that sends to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.games.notifications.fakes import HttpChannel, Sink


@pytest.fixture
def sink() -> Iterator[Sink]:
    from tests.games.notifications import fakes as sinks  # noqa: PLC0415

    with sinks.sink() as kept:
        yield kept


@pytest.fixture
def mail(sink: Sink) -> Iterator[HttpChannel]:
    """Return the only channel: one for people, which sends to the sink."""
    from tests.games.notifications import fakes as sinks  # noqa: PLC0415

    channel = sinks.HttpChannel(sink.port)
    with sinks.only(channel):
        yield channel
