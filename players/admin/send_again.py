"""What the "send again" of both queues has in common: who may, what is noted, what the operator is told."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from django.contrib.admin.models import CHANGE, LogEntry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.db.models import Model
    from django.http import HttpRequest

logger = logging.getLogger(__name__)

WORDS = "Sent again."


class SendAgain:
    """For a page of the admin whose rows can be sent again by who has the permission to change them."""

    opts: Any

    def has_send_again_permission(self, request: HttpRequest) -> bool:
        """Operators who may change deliveries may, though there is no form to change one."""
        return bool(request.user.has_perm(f"{self.opts.app_label}.change_{self.opts.model_name}"))

    def note(self, request: HttpRequest, rows: Sequence[Model]) -> None:
        """Keep who did it, in the admin's history of every row and in the log."""
        user: Any = request.user
        LogEntry.objects.log_actions(user.pk, rows, CHANGE, change_message=WORDS)
        for row in rows:
            logger.info("%s %s: sent again by operator %s", self.opts.model_name, row.pk, user.pk)


def said(again: int, left: int, why: str = "not given up") -> str:
    """What the operator is told."""
    return f"{again} will be sent again." + (f" {left} left alone: {why}." if left else "")
