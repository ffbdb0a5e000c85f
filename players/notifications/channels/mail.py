"""Mail: text and HTML to the verified primary address of a player, through Django's configured mail server.

Nothing is retried here: the server's answer decides whether the ledger tries again, and a second mail has the same
Message-ID, by which mail programs recognize it.
"""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from email.utils import parseaddr
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.core.cache import cache
from django.core.mail import EmailMultiAlternatives
from django.utils.crypto import salted_hmac

from common.database import queries
from players.notifications.channels import unsubscribe
from players.notifications.channels.base import Gone
from players.notifications.channels.smtp_connection import Connections

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from uuid import UUID

    from django.core.mail import EmailMessage

    from players.notifications.channels.base import OutgoingMessage

logger = logging.getLogger(__name__)

_OF: Final = """
FROM account_emailaddress e JOIN players_player a ON a.id = e.user_id
WHERE e."primary" AND e.verified AND a.is_active AND e.user_id =
"""
ADDRESS: Final = f"SELECT e.email {_OF} %s::uuid"

_SUBJECT: Final = 150
"""The maximum length of a subject in characters; programs show about half of them."""
_DEAD_SECONDS: Final = 7 * 24 * 3600
"""How long to send nothing to an address that the server called unknown."""
_BREAKS: Final = re.compile(r"[\x00-\x1f\x7f\u0085\u2028\u2029]+")


class MailChannel:
    """The channel `email`."""

    name: Final = "email"
    for_people: Final = True
    digests: Final = True
    devices: Final = f"ARRAY(SELECT NULL::uuid {_OF} reader.id)"
    # Mail servers retry for one to four days (RFC 5321, 4.5.4.1); a turn is seldom news for so long.
    pauses: Sequence[float] = (60.0, 300.0, 1800.0, 7200.0, 21600.0, 43200.0)

    def __init__(self) -> None:
        self._connections = Connections()

    def address(self, player_id: UUID) -> str:
        """Return the verified primary address, "" if there is none."""
        return next((str(address) for (address,) in queries.prepared(ADDRESS, player_id)), "")

    def unsubscribe_url(self, player_id: UUID, kind: str) -> str | None:
        """Return the page that ends such mails."""
        return unsubscribe.link(player_id, kind)

    def send(self, device: UUID | None, message: OutgoingMessage) -> str:
        """Send the mail; the receipt is its Message-ID. Raises `Gone`, `Later`, `Refused`."""
        ready = self.ready(device, message)
        return ready.ended(ready.make)

    def ready(self, device: UUID | None, message: OutgoingMessage) -> ReadyMail:  # noqa: ARG002 - there is one address
        """Return the mail as a call still to be made. Raises `Gone`."""
        address = self.address(message.player_id)
        if not address or is_dead(address):
            raise Gone
        return self.ready_mail(compose(message, address), address)

    def ready_mail(self, mail: EmailMessage, address: str) -> ReadyMail:
        """Return a mail that is ready to be sent to this address."""
        return ReadyMail(self._connections, mail, address)

    def hang_up(self, keep: int = 0) -> None:
        """Close the connections to the mail server that no mail uses, but for as many as are to be kept."""
        self._connections.hang_up(keep)


@dataclass(frozen=True, slots=True)
class DirectMail:
    """A mail that stands in no inbox, claimed for a while. `what` names it in the log.

    `done` records that it must not be sent any more. Without it the mail is due again after a pause.
    """

    what: str
    mail: EmailMessage
    address: str
    done: Callable[[], None]


@dataclass(frozen=True, slots=True)
class ReadyMail:
    """A mail to one address."""

    connections: Connections
    mail: EmailMessage
    address: str

    @property
    def host(self) -> str:
        """All mails go to the same server."""
        return "mail server"

    def make(self) -> str:
        """Send the mail, in any thread and without the database. Raises `Gone`, `Later`, `Refused`."""
        self.connections.send(self.mail)
        return str(self.mail.extra_headers["Message-ID"])

    def ended(self, result: Callable[[], str]) -> str:
        """Return the result of `make`, or raise its error; nothing more is sent to an address that is unknown."""
        try:
            return result()
        except Gone:
            leave_alone(self.address)
            raise


def compose(message: OutgoingMessage, address: str) -> EmailMultiAlternatives:
    """Return the mail: text first, then HTML."""
    mail = EmailMultiAlternatives(
        subject=_one_line(message.title), body=message.text, to=[address], headers=dict(_headers(message))
    )
    if message.html is not None:
        mail.attach_alternative(message.html, "text/html")
    return mail


def _headers(message: OutgoingMessage) -> Mapping[str, str]:
    domain = _domain()
    headers = {
        "Message-ID": message_id(message.id),
        # No auto-reply should answer (RFC 3834); older programs look for the other two headers.
        "Auto-Submitted": "auto-generated",
        "Precedence": "bulk",
        "X-Auto-Response-Suppress": "All",
    }
    if message.language:
        headers["Content-Language"] = message.language
    if message.collapse is not None:
        # The first mail of a game may never have been sent, so all reply to one that does not exist (RFC 5322, 3.6.4).
        headers["In-Reply-To"] = headers["References"] = f"<game.{message.collapse}@{domain}>"
    if message.unsubscribe_url is not None:
        headers["List-Unsubscribe"] = f"<{message.unsubscribe_url}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers


def message_id(mail: UUID) -> str:
    """Return the Message-ID of a mail, by which programs recognize a second copy of it."""
    return f"<{mail}@{_domain()}>"


def _domain() -> str:
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"


def _one_line(title: str) -> str:
    return _BREAKS.sub(" ", title).strip()[:_SUBJECT]


def is_dead(address: str) -> bool:
    """Return whether nothing is sent to this address. Without an answer from the cache it is not dead."""
    try:
        return cache.get(_dead(address)) is not None
    except Exception:  # noqa: BLE001 - whatever is wrong with the cache, mail goes out
        return False


def leave_alone(address: str) -> None:
    """Send nothing for a while to an address that the server called unknown."""
    try:
        cache.set(_dead(address), 1, _DEAD_SECONDS)
    except Exception:  # noqa: BLE001 - as above
        logger.warning("no cache to note a dead address in")


def forget(address: str) -> None:
    """Forget what is stored about an address whose owner leaves; without the cache it expires by itself."""
    try:
        cache.delete(_dead(address))
    except Exception:  # noqa: BLE001 - as above
        logger.warning("no cache to forget an address in")


def _dead(address: str) -> str:
    """Return the cache key, which does not reveal the address."""
    return "mail-dead:" + salted_hmac("mail-dead", address.casefold(), algorithm="sha256").hexdigest()
