"""Which servers stand behind the addresses in the settings. What cannot work ends a process at its start, with a line.

docs/operators/topologies.md says what can. `refuse` reads the settings alone. `demand` asks the servers, but not those
that are away: a process starts without them.
"""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import SplitResult, unquote, urlsplit

import psycopg
import redis
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, connection
from redis.exceptions import RedisError

from common import cache_server
from config.brokers import is_redis
from config.checks import close_connections

if TYPE_CHECKING:
    from collections.abc import Iterator

SECONDS: Final = 1.0  # for each server to answer
TIMEOUTS: Final = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
TRIAL: Final = b"flipside_trial"
MODES: Final = {
    "redis": "standalone",
    "rediss": "standalone",
    "sentinel": "sentinel",
    "rediss+sentinel": "sentinel",
    "cluster": "cluster",
    "rediss+cluster": "cluster",
}
"""The mode of the server that an address with this scheme must lead to, as the server itself calls it."""
SCHEMES: Final = {
    "standalone": "a single server: begin with redis://",
    "sentinel": "a Sentinel: begin with sentinel://",
    "cluster": "a node of a cluster",
}


# -- The settings ------------------------------------------------------------------------------------------------------


def refuse(
    *,
    broker: str,
    cache: str,
    queues: str,
    pooler: str,
    sandbox: bool,
    sharded: bool = False,
    replica: bool = False,
) -> None:
    """Raise ImproperlyConfigured naming every fault of these settings; return if there is none."""
    brokers, caches = _parts(broker), _parts(cache)
    faults = {
        "BROKER_URL names servers of different kinds: name one kind.": (len({part.scheme for part in brokers}) > 1),
        "BROKER_URL names several Redis servers, which share no queue: name one, or their Sentinels (sentinel://).": (
            len(brokers) > 1 and brokers[0].scheme in {"redis", "rediss"}
        ),
        "CACHE_URL names several Redis servers: name one, Sentinels (sentinel://), or a cluster (cluster://).": (
            len(caches) > 1 and caches[0].scheme in {"redis", "rediss"}
        ),
        "CACHE_URL names servers of different kinds: name one kind.": len({part.scheme for part in caches}) > 1,
        "CACHE_URL names a cluster, which has database 0 only: end it without a number.": (
            cache_server.is_cluster(cache) and any(part.path not in {"", "/", "/0"} for part in caches)
        ),
        "BROKER_QUEUES=quorum needs a RabbitMQ in BROKER_URL.": queues == "quorum" and is_redis(broker),
        "Sentinels, or nodes of a cluster, have one user, password and database: write them in the first address.": (
            any(_differs(parts) for parts in (brokers, caches) if MODES.get(parts[0].scheme) in {"sentinel", "cluster"})
        ),
        "SANDBOX needs one database: unset DATABASE_SHARDED.": sandbox and sharded,
        "REPLICA_URL cannot name a replica of a cluster: unset it, or DATABASE_SHARDED.": replica and sharded,
        "DATABASE_POOLER cannot stand before a cluster: unset it, or DATABASE_SHARDED.": pooler != "none" and sharded,
        "SANDBOX needs sessions of the database that stay: unset DATABASE_POOLER.": sandbox and pooler != "none",
    }
    if found := [fault for fault, holds in faults.items() if holds]:
        raise ImproperlyConfigured(" ".join(found))


def _parts(addresses: str) -> list[SplitResult]:
    return [urlsplit(address) for address in addresses.split(";")]


def _differs(parts: list[SplitResult]) -> bool:
    first, *rest = ((part.username, part.password, part.path.strip("/")) for part in parts)
    return any(one not in {first, (None, None, "")} for one in rest)


# -- The servers -------------------------------------------------------------------------------------------------------


def demand() -> None:
    """End the process if a server is not what the settings say. Call it before workers are forked."""
    for misfit in (_redis_misfit("BROKER_URL"), _redis_misfit("CACHE_URL"), _database_misfit()):
        if misfit is not None:
            sys.exit(f"Refusing to start: {misfit} See docs/operators/topologies.md.")


def _redis_misfit(name: str) -> str | None:
    """Return why the Redis at this setting cannot serve us; None if it can, is away, or is a RabbitMQ."""
    address: str = getattr(settings, name)
    parts = _parts(address)
    wanted = MODES.get(parts[0].scheme)
    if wanted is None:
        return None
    tls = cache_server.tls(address)
    for one, part in zip(address.split(";"), parts, strict=True):
        with contextlib.suppress(RedisError, OSError), _server(one, part, parts[0], tls) as server:
            known: dict[str, Any] = server.info("server")
            mode = known.get("server_mode", known.get("redis_mode", wanted))
            if mode != wanted:
                hint = ", and a cluster cannot be the broker" if name == "BROKER_URL" and mode == "cluster" else ""
                hint = hint or (": begin with cluster://" if mode == "cluster" else "")
                return f"{name} leads to {SCHEMES[mode]}{hint}."
            if mode == "sentinel" and not server.sentinel_get_master_addr_by_name(settings.SENTINEL_MASTER):
                return (
                    f"the Sentinels of {name} know no primary called {settings.SENTINEL_MASTER}: set SENTINEL_MASTER."
                )
    return None


@contextlib.contextmanager
def _server(address: str, part: SplitResult, first: SplitResult, tls: dict[str, Any]) -> Iterator[redis.Redis]:
    limits = cache_server.limits(SECONDS)
    if part.scheme in {"redis", "rediss"}:
        server = redis.Redis.from_url(address, **limits)
    else:
        sentinel = cache_server.is_sentinel(address)
        server = redis.Redis(
            host=str(part.hostname),
            port=part.port or (cache_server.SENTINEL_PORT if sentinel else cache_server.PORT),
            username=None if sentinel else unquote(first.username or "") or None,
            password=(settings.SENTINEL_PASSWORD if sentinel else unquote(first.password or "")) or None,
            **tls,
            **limits,
        )
    with contextlib.closing(server):
        yield server


def _database_misfit() -> str | None:
    """Return why the database cannot serve us through the pooler in the settings, or without one; None if it can."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT name FROM pg_settings WHERE setting = '0' AND name = ANY(%s::text[])", [_timeouts()])
            missing = sorted(name for (name,) in cursor.fetchall())
        if missing and settings.DATABASE_POOLER == "none":
            return f"the database knows no {missing[0]} that we asked for: a pooler needs DATABASE_POOLER."
        if missing:
            return f"the role of DATABASE_URL has no {', '.join(missing)}: see deploy/postgresql/roles.sql."
        if settings.DATABASE_POOLER != "transaction" and not _keeps_statements():
            return "the pooler keeps no prepared statements: set DATABASE_POOLER=transaction."
        return _cluster_misfit()
    except (DatabaseError, psycopg.Error) as error:
        if "unsupported startup parameter" in str(error):
            return "DATABASE_URL leads to a pooler: set DATABASE_POOLER."
    finally:
        close_connections()
    return None


def _cluster_misfit() -> str | None:
    """Return why the database is not what DATABASE_SHARDED says; None if it is."""
    from games import distribution  # noqa: PLC0415  applications are not loaded before

    try:
        left = distribution.undistributed()
    except distribution.Refused as refusal:
        return f"{refusal}." if settings.DATABASE_SHARDED else None
    if settings.DATABASE_SHARDED:
        return "the games are on one node: stop the service and run `manage.py distribute`." if left else None
    return None if left else "the games are on several nodes: set DATABASE_SHARDED."


def _timeouts() -> list[str]:
    return [name for name in TIMEOUTS if name != "statement_timeout" or settings.STATEMENT_TIMEOUT_MS]


def _keeps_statements() -> bool:
    """Tell whether two connections may give one name to different statements, and prepare again what they dropped."""
    parameters = connection.get_connection_params()
    parameters.pop("pool", None)
    with contextlib.ExitStack() as opened:
        ours, other = (opened.enter_context(psycopg.connect(**parameters, autocommit=True)).pgconn for _ in range(2))
        for _ in range(2):
            for session, number in ((ours, b"1"), (other, b"2")):
                session.prepare(TRIAL, b"SELECT " + number)
            for session, number in ((ours, b"1"), (other, b"2")):
                if session.exec_prepared(TRIAL, None).get_value(0, 0) != number:
                    return False
                session.exec_(b"DEALLOCATE ALL")
    return True
