"""The cache server: one Redis or Valkey, the primary that Sentinels name, or a cluster. CACHE_URL says which it is.

| address | server |
|---|---|
| `redis://`, `rediss://` | one server |
| `sentinel://` | Sentinels, separated by `;`; the first address has the server's user, password and database |
| `cluster://` | some nodes of a cluster, separated by `;` |
| `rediss+sentinel://`, `rediss+cluster://` | the same by TLS, to the Sentinels as well |
"""

from __future__ import annotations

from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qs, unquote, urlsplit

import redis
import redis.asyncio
from django.conf import settings
from redis.asyncio.sentinel import Sentinel as AsyncSentinel
from redis.backoff import NoBackoff
from redis.cluster import ClusterNode, RedisCluster
from redis.exceptions import RedisClusterException, RedisError
from redis.retry import Retry
from redis.sentinel import Sentinel

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from urllib.parse import SplitResult

FAULTS: Final = (RedisError, RedisClusterException, OSError)
"""What a server that is away or refuses makes the client library raise."""
PORT: Final = 6379
SENTINEL_PORT: Final = 26379

Client = Any
"""A client of the library, with a method for each command."""


def is_cluster(address: str) -> bool:
    """Tell whether the address is that of a cluster."""
    return address.startswith(("cluster:", "rediss+cluster:"))


def is_sentinel(address: str) -> bool:
    """Tell whether the address is that of Sentinels."""
    return address.startswith(("sentinel:", "rediss+sentinel:"))


def authority(address: str) -> dict[str, str]:
    """Return whose certificates a TLS client is to trust: those of `ssl_ca_certs` in the first address, or all known.

    An empty result means the authorities that the system knows.
    """
    named = parse_qs(_parts(address)[0].query).get("ssl_ca_certs")
    return {"ssl_ca_certs": named[0]} if named else {}


def tls(address: str) -> dict[str, Any]:
    """Return arguments for a client of the library that uses TLS if the address of Sentinels or a cluster says so."""
    return {"ssl": True, **authority(address)} if address.startswith("rediss+") else {}


def client(address: str, seconds: float) -> Client:
    """Return a client that waits for `seconds` to connect and for an answer. A cluster must answer: raises FAULTS."""
    if is_cluster(address):
        parts = _parts(address)
        nodes = [_node(part) for part in parts]
        return RedisCluster(startup_nodes=nodes, **_account(parts[0]), **tls(address), **limits(seconds))
    if is_sentinel(address):
        return _sentinel(Sentinel, address, limits(seconds)).master_for(settings.SENTINEL_MASTER, **limits(seconds))
    return redis.Redis.from_url(address, **limits(seconds))


def connection(address: str, seconds: float) -> Any:
    """Return one connection to a server, or to the primary of Sentinels, connected. Raises FAULTS."""
    if not is_sentinel(address):
        found: Any = redis.ConnectionPool.from_url(address, **limits(seconds)).make_connection()
        found.connect()
        return found
    pool = client(address, seconds).connection_pool
    found = pool.make_connection()
    try:
        found.connect()
    finally:
        for watcher in pool.sentinel_manager.sentinels:
            watcher.close()
    return found


@asynccontextmanager
async def listener(address: str, seconds: float, attempt: int) -> AsyncIterator[redis.asyncio.Redis]:
    """Yield a client to subscribe with. In a cluster any node will do: each `attempt` takes the next address."""
    patience: dict[str, Any] = {"socket_connect_timeout": seconds}
    async with AsyncExitStack() as opened:
        if is_sentinel(address):
            sentinel = _sentinel(AsyncSentinel, address, patience)
            for watcher in sentinel.sentinels:
                opened.push_async_callback(_close, watcher)
            found = sentinel.master_for(settings.SENTINEL_MASTER)
        elif is_cluster(address):
            parts = _parts(address)
            part = parts[attempt % len(parts)]
            found = redis.asyncio.Redis(
                host=str(part.hostname), port=part.port or PORT, **_account(parts[0]), **tls(address), **patience
            )
        else:
            found = redis.asyncio.Redis.from_url(address, **patience)
        opened.push_async_callback(_close, found)
        yield found


async def _close(client: redis.asyncio.Redis) -> None:
    with suppress(*FAULTS):
        await client.aclose()


def limits(seconds: float) -> dict[str, Any]:
    """Return arguments for a client that waits for `seconds` to connect and for an answer, and tries once."""
    return {"socket_timeout": seconds, "socket_connect_timeout": seconds, "retry": Retry(NoBackoff(), 0)}


def _parts(address: str) -> list[SplitResult]:
    return [urlsplit(one) for one in address.split(";")]


def _node(part: SplitResult) -> ClusterNode:
    return ClusterNode(str(part.hostname), part.port or PORT)  # type: ignore[no-untyped-call]


def _account(part: SplitResult) -> dict[str, Any]:
    return {"username": unquote(part.username or "") or None, "password": unquote(part.password or "") or None}


def _sentinel(kind: Any, address: str, patience: dict[str, Any]) -> Any:
    parts = _parts(address)
    return kind(
        [(part.hostname, part.port or SENTINEL_PORT) for part in parts],
        sentinel_kwargs={**patience, **tls(address), "password": settings.SENTINEL_PASSWORD or None},
        db=int(parts[0].path.strip("/") or 0),
        **_account(parts[0]),
        **tls(address),
        **patience,
    )
