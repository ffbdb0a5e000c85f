"""Hints that games have moved, from the cache server's publish and subscribe. Any of them may be lost."""

from __future__ import annotations

import asyncio
import logging
from itertools import count
from typing import TYPE_CHECKING, Final
from uuid import UUID

from django.conf import settings

from common import cache_server
from common.cache_server import FAULTS
from games.hints import moved_channel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

logger = logging.getLogger(__name__)

PAUSE_SECONDS: Final = 2.0
PATIENCE_SECONDS: Final = 5.0


async def listen(wake: Callable[[Iterable[UUID]], None]) -> None:
    """Pass hints on for ever. Without the server there are none, and the hub's sweep finds the changes."""
    for attempt in count():
        address: str = settings.CACHES["default"]["LOCATION"]
        try:
            async with (
                cache_server.listener(address, PATIENCE_SECONDS, attempt) as client,
                client.pubsub(ignore_subscribe_messages=True) as hints,
            ):
                await hints.subscribe(moved_channel())
                async for hint in hints.listen():
                    wake(games_in(hint["data"]))
        except FAULTS as error:
            logger.warning("no hints for streams: %s", error)
        await asyncio.sleep(PAUSE_SECONDS)


def games_in(text: bytes) -> list[UUID]:
    """Return the games that a hint names; empty if the text is not a hint."""
    try:
        return [UUID(word) for word in text.decode("ascii").split(",")]
    except ValueError:
        return []
