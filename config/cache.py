"""Django's cache on the primary that Sentinels name, or on a cluster (`common.cache_server`)."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient

from common import cache_server

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class _Client(RedisCacheClient):
    def __init__(self, servers: list[str], socket_timeout: float, **_options: Any) -> None:
        super().__init__(servers)
        self._address = ";".join(servers)
        self._seconds = socket_timeout

    @cached_property
    def _own(self) -> cache_server.Client:
        return cache_server.client(self._address, self._seconds)

    def get_client(self, key: Any = None, *, write: bool = False) -> cache_server.Client:  # noqa: ARG002  Django's
        return self._own

    def get_many(self, keys: Iterable[Any]) -> dict[Any, Any]:
        """Ask for each key: those of a cluster lie on several servers."""
        missing = object()
        found = {key: self.get(key, missing) for key in keys}
        return {key: value for key, value in found.items() if value is not missing}

    def set_many(self, data: Mapping[Any, Any], timeout: Any) -> None:
        """Set each key, as `get_many` asks."""
        for key, value in data.items():
            self.set(key, value, timeout)


class Cache(RedisCache):
    """Takes the option `socket_timeout` in seconds, and no other."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _Client
