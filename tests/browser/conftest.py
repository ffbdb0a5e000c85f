"""Fixtures of the browser tests: the browser, and people with mailboxes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.chromium import NAMES, Chromium, NoBrowser, chromium

if TYPE_CHECKING:
    from collections.abc import Iterator
    from uuid import UUID

    from pytest_django.fixtures import SettingsWrapper
    from pytest_django.live_server_helper import LiveServer

    from players.notifications.channels import OutgoingMessage
    from tests.players.smtp_server import SmtpServer


@pytest.fixture(scope="session")
def browser() -> Iterator[Chromium]:
    try:
        with chromium() as started:
            yield started
    except NoBrowser:
        pytest.exit(f"flipside: none of {', '.join(NAMES)} is installed: run 'apt install chromium'.", returncode=1)


@pytest.fixture
def site(live_server: LiveServer, settings: SettingsWrapper) -> str:
    """Return the address of the service, with which its links begin."""
    settings.PUBLIC_URL = live_server.url
    return live_server.url


@pytest.fixture
def office(site: str, settings: SettingsWrapper) -> Iterator[SmtpServer]:
    """Start a mail server, and make the mail channel send to it."""
    del site
    from players.notifications.channels.mail import MailChannel  # noqa: PLC0415  once Django is set up
    from tests.games.notifications.fakes import only  # noqa: PLC0415  as above
    from tests.players.smtp_server import smtp_server  # noqa: PLC0415  as above

    class Caller(MailChannel):
        """Closes its connection after each mail, so that the worker's threads end quietly."""

        def send(self, device: UUID | None, message: OutgoingMessage) -> str:
            try:
                return super().send(device, message)
            finally:
                self.hang_up()

    with smtp_server(settings) as found, only(Caller()):
        yield found
