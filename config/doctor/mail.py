"""The mail server: it lets the service in and takes mails from its sender. No mail is sent."""

import smtplib
from collections.abc import Iterator
from email.utils import parseaddr
from typing import Final

from django.conf import settings
from django.core.mail import get_connection
from django.core.mail.backends.smtp import EmailBackend

from config.doctor.finding import Finding, fail, ok, warn

LOCAL: Final = ("localhost", "127.0.0.1", "::1")
ACCEPTED: Final = 250


def check() -> Iterator[Finding]:
    """Yield findings on the mail server."""
    backend = get_connection(timeout=settings.EMAIL_TIMEOUT or 10)
    if not isinstance(backend, EmailBackend):
        yield warn("Mails are not sent: these settings keep them here.", "Use the settings of production.")
        return
    place = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    if not settings.EMAIL_USE_TLS and settings.EMAIL_HOST not in LOCAL:
        yield warn(f"Mails go to {place} without TLS.", "Set EMAIL_USE_TLS=1: they hold codes to sign in with.")
    sender = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    try:
        code = _answer_to(sender, backend)
    except smtplib.SMTPAuthenticationError:
        yield fail(
            f"The mail server {place} refuses user and password.",
            "Check EMAIL_HOST_USER and EMAIL_HOST_PASSWORD; a password with $ or # needs single quotes.",
        )
        return
    except (smtplib.SMTPException, OSError, ValueError) as error:
        yield fail(
            f"The mail server {place} cannot be used ({type(error).__name__}).",
            "Check EMAIL_HOST, EMAIL_PORT and EMAIL_USE_TLS, and whether your provider blocks that port. "
            "Nobody can sign in by mail meanwhile.",
        )
        return
    finally:
        backend.close()
    if code != ACCEPTED:
        yield fail(f"The mail server {place} takes no mails from {sender} ({code}).", "Change DEFAULT_FROM_EMAIL.")
        return
    yield ok(f"The mail server {place} takes mails from {sender}.")


def _answer_to(sender: str, backend: EmailBackend) -> int:
    """Return the code with which the mail server answers to a mail from this sender, which is then taken back."""
    backend.open()
    connection = backend.connection
    if connection is None:
        raise smtplib.SMTPServerDisconnected
    connection.ehlo_or_helo_if_needed()
    code, _ = connection.mail(sender)
    connection.rset()
    return code
