"""A connection to the mail server, kept open between mails: one for each thread, closed after a while without mails."""

from __future__ import annotations

import smtplib
import threading
import time
from typing import TYPE_CHECKING, Final

from django.core.mail import get_connection

from players.notifications.channels.base import Gone, Later, Refused

if TYPE_CHECKING:
    from django.core.mail import EmailMessage
    from django.core.mail.backends.base import BaseEmailBackend

_IDLE_SECONDS: Final = 20.0
"""Servers hang up after minutes; a new connection costs less than finding that out."""
_UNKNOWN: Final = (b"5.1.1", b"5.1.2", b"5.1.3", b"5.1.6", b"5.1.10", b"5.2.1")
"""Enhanced status codes for an address that does not exist, or no longer exists (RFC 3463)."""
_PERMANENT: Final = 500
_TOO_LARGE: Final = frozenset({552, 554})


class Connection(threading.local):
    """The connection of this thread."""

    def __init__(self) -> None:
        self.server: BaseEmailBackend | None = None
        self._used = 0.0

    def send(self, mail: EmailMessage) -> None:
        """Send one mail. Raises `Gone`, `Later`, `Refused`; after that the connection is closed."""
        reused = self._is_open()
        try:
            self._open().send_messages([mail])
        except smtplib.SMTPServerDisconnected as error:
            self.hang_up()
            # The server closed an idle connection: that says nothing about this mail.
            raise Later(repr(error), seconds=1.0 if reused else None) from error
        except (smtplib.SMTPException, OSError) as error:
            self.hang_up()
            raise judged(error) from error
        except BaseException:
            self.hang_up()
            raise
        self._used = time.monotonic()

    def _is_open(self) -> bool:
        if self.server is not None and time.monotonic() - self._used > _IDLE_SECONDS:
            self.hang_up()
        return self.server is not None

    def _open(self) -> BaseEmailBackend:
        if self.server is None:
            server = get_connection()
            server.open()
            self.server = server
        return self.server

    def hang_up(self) -> None:
        """Close the connection; the next mail opens another."""
        server, self.server = self.server, None
        if server is not None:
            try:
                server.close()
            except (smtplib.SMTPException, OSError):
                return  # the server has closed it


def judged(error: Exception) -> Gone | Later | Refused:
    """Return what an error of the mail server means for the message.

    If the server rejects our login or our sender, the operator must fix it, and the mail waits.
    """
    match error:
        case smtplib.SMTPRecipientsRefused(recipients=answers):
            code, said = next(iter(answers.values()))
            if code >= _PERMANENT:
                return Gone(_said(code, said)) if said.startswith(_UNKNOWN) else Refused(_said(code, said))
            return Later(_said(code, said))
        case smtplib.SMTPDataError(smtp_code=code, smtp_error=said) if code >= _PERMANENT:
            return Refused(_said(code, said))
        case smtplib.SMTPSenderRefused(smtp_code=code, smtp_error=said) if code in _TOO_LARGE:
            return Refused(_said(code, said))
        case smtplib.SMTPResponseException(smtp_code=code, smtp_error=said):
            return Later(_said(code, said))
    return Later(repr(error))


def _said(code: int, text: bytes | str) -> str:
    return f"{code} {text.decode('utf-8', 'replace') if isinstance(text, bytes) else text}"
