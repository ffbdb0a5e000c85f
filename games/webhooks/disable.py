"""Notifies the owner of a webhook that the service switched it off, and why."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final
from uuid import uuid4

from common import clock
from common.outbound import urls
from games.notifications import create
from players.notifications.inbox import News

if TYPE_CHECKING:
    from players.models import Webhook

KIND: Final = "webhook_disabled"
LASTS: Final = timedelta(days=30)


def tell(webhook: Webhook, reason: str) -> None:
    """Notify the owner. Call it inside the transaction that switched it off."""
    news = News(
        id=uuid4(),
        player_id=webhook.player_id,
        kind=KIND,
        data={"webhook": str(webhook.id), "host": urls.parse(webhook.url).host, "reason": reason},
        expires_at=clock.now() + LASTS,
    )
    create.write([news], None)
