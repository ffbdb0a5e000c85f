"""Fixtures of the tests in a browser: the browser, and people with mailboxes."""

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
    """A real one."""
    try:
        with chromium() as started:
            yield started
    except NoBrowser:
        pytest.exit(f"flipside: none of {', '.join(NAMES)} is installed: run 'apt install chromium'.", returncode=1)


@pytest.fixture
def site(live_server: LiveServer, settings: SettingsWrapper) -> str:
    """The address of the service, which its links begin with."""
    settings.PUBLIC_URL = live_server.url
    return live_server.url


@pytest.fixture
def office(site: str, settings: SettingsWrapper) -> Iterator[SmtpServer]:
    """A mail server, and the channel that leads there."""
    del site
    from players.notifications.channels.mail import MailChannel  # noqa: PLC0415  once Django is set up
    from tests.games.notifications.fakes import only  # noqa: PLC0415  as above
    from tests.players.smtp_server import smtp_server  # noqa: PLC0415  as above

    class Caller(MailChannel):
        """Hangs up after every mail: the threads of the worker end without a word."""

        def send(self, device: UUID | None, message: OutgoingMessage) -> str:
            try:
                return super().send(device, message)
            finally:
                self.hang_up()

    with smtp_server(settings) as found, only(Caller()):
        yield found
