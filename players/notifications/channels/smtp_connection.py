"""Connections to the mail server, kept open between mails, and closed after a while without mails."""

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


class Connection:
    """A connection for one mail after the other."""

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

    @property
    def is_old(self) -> bool:
        """Whether it was open for a while without a mail."""
        return self.server is not None and time.monotonic() - self._used > _IDLE_SECONDS

    def _is_open(self) -> bool:
        if self.is_old:
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


class Connections:
    """As many connections as threads send mails at once; each thread uses one that is idle."""

    def __init__(self) -> None:
        self.idle: list[Connection] = []
        self._lock = threading.Lock()

    def send(self, mail: EmailMessage) -> None:
        """As `Connection.send`, over the connection that was used last."""
        connection = self._take()
        try:
            connection.send(mail)
        finally:
            with self._lock:
                self.idle.append(connection)

    def _take(self) -> Connection:
        with self._lock:
            old = [one for one in self.idle if one.is_old]
            self.idle = [one for one in self.idle if one not in old]
            connection = self.idle.pop() if self.idle else Connection()
        for one in old:
            one.hang_up()
        return connection

    def hang_up(self, keep: int = 0) -> None:
        """Close the idle connections, but for as many as are to be kept."""
        with self._lock:
            closing, self.idle = self.idle[keep:], self.idle[:keep]
        for one in closing:
            one.hang_up()


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
