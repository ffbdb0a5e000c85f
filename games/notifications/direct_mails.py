"""Mails that stand in no inbox: with invitations to strangers, and about deleted accounts. No preference stops them.

They have no deliveries: `mail_at` of their rows says when they are due, and claiming one moves it forward. So a mail
whose worker dies is due again after a pause.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final, Protocol

from games.notifications import invitation_mails
from players.notifications.channels import Gone, Refused
from players.privacy import leaving_mail

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from uuid import UUID

    from players.notifications.channels.mail import DirectMail

logger = logging.getLogger(__name__)


class _Source(Protocol):
    def due(self, limit: int) -> list[UUID]: ...

    def claim(self, subject: UUID, /) -> DirectMail | None: ...


SOURCES: Final[tuple[_Source, ...]] = (leaving_mail, invitation_mails)


def are_due() -> bool:
    """Return whether such a mail is due."""
    return any(source.due(1) for source in SOURCES)


def claim(most: int) -> Iterator[DirectMail]:
    """Claim at most so many of these mails, and yield those that are to be sent."""
    for source in SOURCES:
        for subject in source.due(most):
            try:
                mail = source.claim(subject)
            except Exception:
                logger.exception("a mail cannot be made")
            else:
                if mail is not None:
                    most -= 1
                    yield mail


def settle(mail: DirectMail, result: Callable[[], object]) -> None:
    """Record how a mail was sent. `result` raises what sending it has raised."""
    try:
        result()
    except (Gone, Refused):
        logger.warning("%s is refused", mail.what)
    except Exception as error:  # noqa: BLE001 - any failure on the way means a retry
        logger.warning("%s cannot be sent now (%s)", mail.what, type(error).__name__)
        return
    try:
        mail.done()
    except Exception:
        logger.exception("%s was sent, which cannot be recorded", mail.what)
