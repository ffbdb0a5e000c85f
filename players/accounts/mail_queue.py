"""A queue of sign-in mails, sent to the mail server by threads of its own.

A mail server that hangs must not block the threads that answer requests, and the time it takes must not reveal whether
an address is known. Queued mails are lost when the process ends: a player who misses a code requests another one.
"""

from __future__ import annotations

import logging
import queue
import threading
from typing import TYPE_CHECKING, Final, NamedTuple

from django.conf import settings
from django.core.mail.backends.base import BaseEmailBackend

from common.rate_limits import counter
from players.notifications.channels.base import Gone, Refused
from players.notifications.channels.smtp_connection import Connections

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.core.mail import EmailMessage

logger = logging.getLogger(__name__)

MOST: Final = 100
"""Mails that a process may have queued or in sending."""
PAUSES: Final = (1.0, 5.0, 15.0)
"""Seconds after the first, second and third failure. After the fourth failure the mail is given up."""
LOST: Final = "sign_in_mails_lost"
"""The name of the counter of mails that were given up."""


class Full(TimeoutError):
    """The queue is full: the mail server accepts no mails, or too slowly."""


class Letter(NamedTuple):
    """A mail and the number of attempts to send it."""

    mail: EmailMessage
    attempts: int


class Backend(BaseEmailBackend):
    """The mail backend for sign-in mails."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Queue these mails and return how many there are."""
        for mail in email_messages:
            _queue.add(mail)
        return len(email_messages)


class _Queue:
    """Waiting mails and the threads that send them. The first mail starts the threads."""

    def __init__(self) -> None:
        self.letters: queue.SimpleQueue[Letter] = queue.SimpleQueue()
        self.lock = threading.Lock()
        self.under_way = 0
        self.threads = 0
        self.connections = Connections()

    def add(self, mail: EmailMessage) -> None:
        with self.lock:
            self.under_way += 1
            while self.threads < settings.ACCOUNT_MAIL_THREADS:
                self.threads += 1
                threading.Thread(target=self._work, name="sign-in mails", daemon=True).start()
        self.letters.put(Letter(mail, 0))

    def _work(self) -> None:
        while True:
            letter = self.letters.get()
            if self._is_done_with(letter.mail):
                self._end()
            elif letter.attempts < len(PAUSES):
                self._again(letter)
            else:
                logger.error("a mail with a code is given up")
                counter.tally(LOST)
                self._end()
            if self.letters.empty():
                self.connections.hang_up()

    def _is_done_with(self, mail: EmailMessage) -> bool:
        """Send a mail; return False if it must be retried."""
        try:
            self.connections.send(mail)
        except (Gone, Refused):
            logger.warning("a mail with a code is refused")
        except Exception as error:  # noqa: BLE001 - whatever is wrong on the way, the mail is tried again
            logger.warning("a mail with a code cannot be sent now: %r", error)
            return False
        return True

    def _again(self, letter: Letter) -> None:
        """Put a mail back after a pause. No thread sleeps, or a few addresses could delay all others."""
        again = letter._replace(attempts=letter.attempts + 1)
        later = threading.Timer(PAUSES[letter.attempts], self.letters.put, [again])
        later.daemon = True
        later.start()

    def _end(self) -> None:
        with self.lock:
            self.under_way -= 1


_queue = _Queue()


def demand_room() -> None:
    """Raises `Full` if no more mails may wait. Callers check this for known and unknown addresses alike."""
    if _queue.under_way >= MOST:
        raise Full("too many mails with codes wait for the mail server")


def is_idle() -> bool:
    """Tell whether no mail is queued or in sending."""
    return not _queue.under_way
