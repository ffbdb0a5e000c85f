"""A real SMTP server that stores its mails, and refuses those that a test names."""

# ruff: noqa: ARG002, N802 - the names and arguments of its hooks are aiosmtpd's

from __future__ import annotations

import email
import email.policy
import socket
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from aiosmtpd.controller import Controller

if TYPE_CHECKING:
    from collections.abc import Iterator
    from email.message import EmailMessage

    from aiosmtpd.smtp import SMTP, Envelope, Session
    from pytest_django.fixtures import SettingsWrapper


class Letter(NamedTuple):
    """A mail: its envelope, its bytes, and the parsed message."""

    sender: str
    recipients: list[str]
    raw: bytes
    mail: EmailMessage

    def part(self, kind: str) -> str:
        """Return the text of `plain` or `html`."""
        found = self.mail.get_body((kind,))
        assert found is not None
        text = found.get_content()
        assert isinstance(text, str)
        return text


class SmtpServer:
    """The mails, oldest first, and the number of connections. `refusals`: answers to the next mails, by stage."""

    def __init__(self) -> None:
        self.letters: list[Letter] = []
        self.calls = 0
        self.refusals: list[tuple[str, str]] = []

    def _refusal(self, stage: str) -> str | None:
        if self.refusals and self.refusals[0][0] == stage:
            return self.refusals.pop(0)[1]
        return None

    async def handle_EHLO(
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        self.calls += 1
        session.host_name = hostname
        return responses

    async def handle_MAIL(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        refusal = self._refusal("MAIL")
        if refusal is None:
            envelope.mail_from = address
            envelope.mail_options.extend(options)
        return refusal or "250 OK"

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        refusal = self._refusal("RCPT")
        if refusal is None:
            envelope.rcpt_tos.append(address)
        return refusal or "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        refusal = self._refusal("DATA")
        if refusal is not None:
            return refusal
        raw = envelope.content
        assert isinstance(raw, bytes)
        parsed: Any = email.message_from_bytes(raw, policy=email.policy.default)
        self.letters.append(Letter(str(envelope.mail_from), list(envelope.rcpt_tos), raw, parsed))
        return "250 OK"


@contextmanager
def smtp_server(settings: SettingsWrapper, office: SmtpServer | None = None) -> Iterator[SmtpServer]:
    """Yield a running server, with Django's settings for it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    office = office or SmtpServer()
    server = Controller(office, hostname="127.0.0.1", port=port)
    server.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", port, 5
    settings.DEFAULT_FROM_EMAIL = "Flipside <table@play.example>"
    try:
        yield office
    finally:
        server.stop()
