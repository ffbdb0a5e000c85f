"""Fixtures for the tests of apps: the service, a player, an author, and a browser.

HTTP goes to the application itself, and through a real socket where a test asks for `live_server`.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import httpx
import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.core.mail import EmailMessage

    from tests.players.oauth.clients import Browser, ThirdParty
    from tests.players.people import Someone


@pytest.fixture(autouse=True)
def _unlimited(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = False


@pytest.fixture
def site(request: pytest.FixtureRequest, settings: Any) -> str:
    """Return the address of the service."""
    if "live_server" in request.fixturenames:
        settings.PUBLIC_URL = request.getfixturevalue("live_server").url
    else:
        request.getfixturevalue("db")
        settings.PUBLIC_URL = "http://testserver"
    return str(settings.PUBLIC_URL)


@contextmanager
def _client(site: str) -> Iterator[httpx.Client]:
    from django.core import signals  # noqa: PLC0415 - once Django is set up
    from django.core.wsgi import get_wsgi_application  # noqa: PLC0415 - as above
    from django.db import close_old_connections  # noqa: PLC0415 - as above

    if site != "http://testserver":
        with httpx.Client(base_url=site) as client:
            yield client
        return
    # The connection is the test's, whose transaction must survive a request.
    ends = (signals.request_started, signals.request_finished)

    def keep(_request: httpx.Request) -> None:
        for end in ends:
            end.disconnect(close_old_connections)

    straight = httpx.WSGITransport(app=get_wsgi_application())
    try:
        with httpx.Client(base_url=site, transport=straight, event_hooks={"request": [keep]}) as client:
            yield client
    finally:
        for end in ends:
            end.connect(close_old_connections)


@pytest.fixture
def http(site: str) -> Iterator[httpx.Client]:
    """Yield the HTTP client of an app."""
    with _client(site) as client:
        yield client


@pytest.fixture
def author(site: str) -> Someone:  # noqa: ARG001 - asks for the database
    from tests.players.oauth.clients import somebody  # noqa: PLC0415 - once Django is set up

    return somebody("author@example.org", "Author")


@pytest.fixture
def player(site: str) -> Someone:  # noqa: ARG001 - as above
    from tests.players.oauth.clients import somebody  # noqa: PLC0415 - as above

    return somebody("ada@example.org", "Ada")


@pytest.fixture
def app(author: Someone, http: httpx.Client) -> ThirdParty:
    """Return a public app."""
    from tests.players.oauth.clients import ThirdParty  # noqa: PLC0415 - as above

    return ThirdParty(author, http)


@pytest.fixture
def browser(site: str, mailoutbox: list[EmailMessage]) -> Iterator[Browser]:
    """Yield the player's browser."""
    from tests.players.oauth.clients import Browser  # noqa: PLC0415 - as above

    with _client(site) as client:
        yield Browser(client, mailoutbox)
