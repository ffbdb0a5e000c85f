"""Hints that games have moved, from the cache server's publish and subscribe. Any of them may be lost."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Final
from uuid import UUID

import redis.asyncio
from django.conf import settings
from redis.exceptions import RedisError

from games.hints import moved_channel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

logger = logging.getLogger(__name__)

PAUSE_SECONDS: Final = 2.0
PATIENCE_SECONDS: Final = 5.0


async def listen(wake: Callable[[Iterable[UUID]], None]) -> None:
    """Pass hints on for ever. Without the server there are none, and the hub's sweep finds the changes."""
    while True:
        client = redis.asyncio.Redis.from_url(
            settings.CACHES["default"]["LOCATION"], socket_connect_timeout=PATIENCE_SECONDS
        )
        try:
            async with client.pubsub(ignore_subscribe_messages=True) as hints:
                await hints.subscribe(moved_channel())
                async for hint in hints.listen():
                    wake(games_in(hint["data"]))
        except (RedisError, OSError) as error:
            logger.warning("no hints for streams: %s", error)
        finally:
            with suppress(RedisError, OSError):
                await client.aclose()
        await asyncio.sleep(PAUSE_SECONDS)


def games_in(text: bytes) -> list[UUID]:
    """Return the games that a hint names; empty if the text is not a hint."""
    try:
        return [UUID(word) for word in text.decode("ascii").split(",")]
    except ValueError:
        return []
