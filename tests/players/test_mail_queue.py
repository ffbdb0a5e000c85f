"""Mails with codes while the mail server hangs, refuses or is away: requests do not wait for it or reveal it."""

from __future__ import annotations

import socket
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from rest_framework.test import APIClient

from common.rate_limits import counter
from players.accounts import mail_queue
from players.models import Player
from tests.faults.stack import eventually
from tests.players.people import ask_code
from tests.players.smtp_server import smtp_server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_django.fixtures import SettingsWrapper

    from tests.players.smtp_server import SmtpServer

pytestmark = pytest.mark.django_db

HANGS = 120
"""Seconds that a request would wait for a server that hangs."""


@pytest.fixture(autouse=True)
def _queued(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Queue mails as in production, but with short pauses."""
    settings.ACCOUNT_RATE_LIMITS = False
    settings.ACCOUNT_MAIL_THREADS = 2
    monkeypatch.setattr(mail_queue, "PAUSES", (0.01, 0.01))
    yield
    eventually(mail_queue.is_idle, 20, "no mail under way")


@pytest.fixture
def office(settings: SettingsWrapper) -> Iterator[SmtpServer]:
    with smtp_server(settings) as office:
        yield office


@pytest.fixture
def hanging(settings: SettingsWrapper) -> Iterator[None]:
    """Point the settings to a mail server that accepts connections and never answers."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    with socket.create_server(("127.0.0.1", 0), backlog=128) as listener:
        settings.EMAIL_HOST, settings.EMAIL_PORT = listener.getsockname()
        settings.EMAIL_TIMEOUT = HANGS
        yield
        lines = []
        listener.settimeout(0.05)
        # Close waiting and new connections, so that their senders get an error.
        while not mail_queue.is_idle():
            with suppress(TimeoutError):
                lines.append(listener.accept()[0])
            for line in lines:
                line.close()


def account(address: str) -> None:
    player = Player.objects.create(name=address.partition("@")[0], email=address)
    player.emailaddress_set.create(email=address, verified=True, primary=True)


def asked(address: str) -> Any:
    """Return the answer to a request for a code, without its random part."""
    answer = ask_code(address)
    return answer.status_code, sorted(answer.json())


@pytest.mark.usefixtures("hanging")
def test_a_mail_server_that_hangs_holds_nobody_up_and_tells_nothing_of_an_address() -> None:
    account("known@example.org")
    begun = time.monotonic()
    known, unknown = ([asked(address) for _ in range(8)] for address in ("known@example.org", "new@example.org"))
    assert time.monotonic() - begun < HANGS / 2
    assert known == unknown
    assert known[0][0] == 200


def test_a_mail_that_is_refused_for_now_comes_later(office: SmtpServer) -> None:
    office.refusals = [("RCPT", "451 4.7.1 come back"), ("DATA", "451 4.3.0 not now")]
    account("known@example.org")
    assert ask_code("known@example.org").status_code == 200
    eventually(lambda: office.letters, 20, "the mail")
    assert [letter.recipients for letter in office.letters] == [["known@example.org"]]
    assert "Your code is" in office.letters[0].part("plain")


def test_an_address_that_does_not_exist_is_tried_once(office: SmtpServer) -> None:
    office.refusals = [("RCPT", "550 5.1.1 no such user")]
    assert ask_code("nobody@example.org").status_code == 200
    eventually(mail_queue.is_idle, 20, "no mail under way")
    assert (office.calls, office.letters) == (1, [])


def test_a_mail_that_nobody_takes_is_given_up_and_counted(
    settings: SettingsWrapper, caplog: pytest.LogCaptureFixture
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    before = counter.figures().tallies.get(mail_queue.LOST, 0)
    assert ask_code("ada@example.org").status_code == 200
    eventually(mail_queue.is_idle, 20, "no mail under way")
    assert counter.figures().tallies[mail_queue.LOST] == before + 1
    assert [record.levelname for record in caplog.records if record.name == mail_queue.__name__] == [
        "WARNING", "WARNING", "WARNING", "ERROR",
    ]  # fmt: skip


@pytest.mark.usefixtures("hanging")
def test_more_mails_than_may_wait_are_refused_whatever_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    account("known@example.org")
    addresses = ["known@example.org", "nobody@example.org"]
    names = [ask_code(address).json()["sign_in"] for address in addresses]
    monkeypatch.setattr(mail_queue, "MOST", 2)
    client = APIClient(raise_request_exception=False)
    for name, address in zip(names, addresses, strict=True):
        for path, body in (("", {"email": address}), ("/resend", {"sign_in": name})):
            answer = client.post(f"/v1/sign-in{path}", body, format="json")
            assert (answer.status_code, answer.json()["code"]) == (503, "store_busy"), path
    assert client.get("/v1/rulesets").status_code == 200
