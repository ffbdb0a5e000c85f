"""Checks of production: of settings, and of the database server."""

import sys
from collections.abc import Iterable, Sequence
from ipaddress import IPv4Network, IPv6Network

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, connections
from django.db.backends.base.base import BaseDatabaseWrapper

LEAST_SECRET = 40  # characters of a SECRET_KEY
LEAST_TOKEN = 24  # of a METRICS_TOKEN
FEWEST_DISTINCT = 10
# A server with one of these off may lose a move that a player was told is accepted.
DURABLE = {"fsync": "on", "full_page_writes": "on"}
NOT_DURABLE_COMMITS = frozenset({"off"})


def refuse(  # noqa: PLR0913 - one argument per setting
    *,
    secret_key: str,
    game_keys: Iterable[bytes],
    signing_keys: Sequence[bytes],
    debug: bool,
    hosts: Sequence[str],
    cache: str,
    content: Iterable[str],
    metrics_token: str,
    admin_networks: Iterable[IPv4Network | IPv6Network],
    sandbox: bool = False,
) -> None:
    """Raise ImproperlyConfigured naming every fault of these settings; return if there is none."""
    faults = {
        f"SECRET_KEY is a default or too simple: set {LEAST_SECRET} or more random characters.": (
            "insecure" in secret_key or len(secret_key) < LEAST_SECRET or len(set(secret_key)) < FEWEST_DISTINCT
        ),
        "GAME_SECRET_KEYS holds a default: set 64 random hex digits.": (
            any(len(set(key)) < FEWEST_DISTINCT for key in game_keys)
        ),
        "SIGNING_KEYS holds no key or a default: set what `manage.py new_signing_key` prints.": (
            not signing_keys or any(len(set(key)) < FEWEST_DISTINCT for key in signing_keys)
        ),
        "DEBUG is on: it shows internals to players.": debug,
        "ALLOWED_HOSTS is empty or takes any host: name the hosts.": (
            not hosts or any(host.startswith(("*", ".")) for host in hosts)
        ),
        "The cache is not shared between processes, so limits would not hold: set CACHE_URL.": (
            "locmem" in cache or "dummy" in cache
        ),
        "Celery accepts more than JSON.": set(content) != {"json"},
        "SANDBOX is on: everybody with a token could move the clock of all players.": sandbox,
        "ADMIN_NETWORKS holds the whole internet: name the networks of operators.": (
            any(network.prefixlen == 0 for network in admin_networks)
        ),
        f"METRICS_TOKEN is too simple: set {LEAST_TOKEN} or more random characters, or none.": (
            bool(metrics_token) and (len(metrics_token) < LEAST_TOKEN or len(set(metrics_token)) < FEWEST_DISTINCT)
        ),
    }
    found = [fault for fault, holds in faults.items() if holds]
    if found:
        raise ImproperlyConfigured("Refusing to start in production: " + " ".join(found))


def not_durable(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the server settings that could lose an acknowledged move, as `name=value`; empty if it is durable."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit')",
        )
        found = dict(cursor.fetchall())
    wrong = [name for name, value in DURABLE.items() if found[name] != value]
    if found["synchronous_commit"] in NOT_DURABLE_COMMITS:
        wrong.append("synchronous_commit")
    return [f"{name}={found[name]}" for name in wrong]


def is_read_only(connection: BaseDatabaseWrapper) -> bool:
    """Tell whether the database is read-only: a standby after a fail-over, or a server configured so."""
    with connection.cursor() as cursor:
        # This covers a standby too, whatever its settings.
        cursor.execute("SHOW transaction_read_only")
        return bool(cursor.fetchone() == ("on",))


@register(Tags.database)
def migrations_need_a_durable_server(*, databases: Sequence[str] | None = None, **_: object) -> list[CheckMessage]:
    """A system check that `migrate` runs: production migrates only a server that keeps its commits."""
    if not settings.DURABLE_DATABASE:
        return []
    found = [fault for alias in databases or () for fault in not_durable(connections[alias])]
    return [Error(f"PostgreSQL may lose acknowledged moves: {fault}.", id="flipside.E001") for fault in found]


def moved_clock() -> str | None:
    """Return why this service must not use the database's clock, None if it may. Raises DatabaseError."""
    from games.sandbox import mode  # noqa: PLC0415  applications are not loaded before

    try:
        mode.refuse_moved_clock()
    except mode.Unfit as refusal:
        return str(refusal)
    return None


def close_connections() -> None:
    """Close this process's database connections, the pool included: forked processes would share them."""
    connections.close_all()
    for connection in connections.all():
        connection.close_pool()  # type: ignore[attr-defined]  # the stubs do not know it yet


def demand_real_clock() -> None:
    """End the process if its database is a sandbox's and the service is none; an unreachable one is checked later.

    Call it before workers are forked: it leaves no connection open.
    """
    try:
        why_not = moved_clock()
    except DatabaseError:
        return
    finally:
        close_connections()
    if why_not is not None:
        sys.exit(f"Refusing to start: {why_not}")


@register(Tags.database)
def the_clock_is_real(*, databases: Sequence[str] | None = None, **_: object) -> list[CheckMessage]:
    """A system check that `migrate` runs: only a sandbox uses a database whose clock can be moved."""
    why_not = moved_clock() if databases else None
    return [] if why_not is None else [Error(why_not, id="flipside.E002")]
