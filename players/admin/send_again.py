"""The "send again" action of both queues: its permission, its log entry and its message to the operator."""

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
    """A mixin for admin pages whose rows can be sent again by operators who may change them."""

    opts: Any

    def has_send_again_permission(self, request: HttpRequest) -> bool:
        """Allow this to operators who may change deliveries, though there is no form to change one."""
        return bool(request.user.has_perm(f"{self.opts.app_label}.change_{self.opts.model_name}"))

    def note(self, request: HttpRequest, rows: Sequence[Model]) -> None:
        """Record the operator in the admin's history of every row and in the log."""
        user: Any = request.user
        LogEntry.objects.log_actions(user.pk, rows, CHANGE, change_message=WORDS)
        for row in rows:
            logger.info("%s %s: sent again by operator %s", self.opts.model_name, row.pk, user.pk)


def said(again: int, left: int, why: str = "not given up") -> str:
    """Return the message to the operator."""
    return f"{again} will be sent again." + (f" {left} left alone: {why}." if left else "")
