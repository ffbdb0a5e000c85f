"""The broker as Celery is to use it: its queues, and what its client is told."""

from ssl import CERT_REQUIRED
from typing import Any, Final
from urllib.parse import urlsplit

from kombu import Exchange, Queue

from common import cache_server

REDIS_SCHEMES: Final = ("redis", "rediss", "sentinel", "rediss+sentinel")
SCHEMES: Final = (*REDIS_SCHEMES, "amqp", "amqps")
QUEUES: Final = {"classic": "celery", "quorum": "celery-quorum"}
"""The kinds of queues, each with the name of the first: RabbitMQ cannot change the kind of a queue that exists."""


def is_redis(address: str) -> bool:
    """Tell whether the broker is a Redis or Valkey."""
    return address.partition("://")[0] in REDIS_SCHEMES


def for_celery(address: str) -> str:
    """Return the address with the first's user, password and database in all: kombu logs in by the one it is at."""
    if not cache_server.is_sentinel(address):
        return address
    first, *rest = (urlsplit(one)._replace(scheme="sentinel", query="") for one in address.split(";"))
    login = f"{first.netloc.rpartition('@')[0]}@" if "@" in first.netloc else ""
    others = (part._replace(netloc=login + part.netloc.rpartition("@")[2], path=first.path) for part in rest)
    return ";".join(part.geturl() for part in (first, *others))


def tls(address: str) -> dict[str, Any] | bool:
    """Return what Celery is told of TLS to the primary of Sentinels; False where the address says it all."""
    return {"ssl_cert_reqs": CERT_REQUIRED, **cache_server.authority(address)} if cache_server.tls(address) else False


def addresses(address: str) -> list[str]:
    """Return the addresses of several brokers; those of Sentinels are one, since the client asks them all."""
    return [address] if cache_server.is_sentinel(address) else address.split(";")


def next_database(address: str) -> str:
    """Return the address of the cache beside a Redis broker: the same server, another database."""
    first, *rest = address.split(";")
    return ";".join([urlsplit(first)._replace(path="/1").geturl(), *rest])


def long_queue(queue: str) -> str:
    """Return the name of the queue for tasks that take long, beside the `queue` of all others."""
    return f"{queue}-long"


def queues(queue: str, kind: str) -> tuple[Queue, Queue]:
    """Return the queue of most tasks and that of long ones."""
    arguments = {"x-queue-type": "quorum"} if kind == "quorum" else None
    return tuple(  # type: ignore[return-value]  # two names, two queues
        Queue(name, Exchange(name, type="direct"), routing_key=name, queue_arguments=arguments)
        for name in (queue, long_queue(queue))
    )


def transport_options(address: str, *, sentinel_master: str, sentinel_password: str) -> dict[str, Any]:
    """Return what kombu's client of the broker is told."""
    if not is_redis(address):
        return {}
    # A lost task comes back after visibility_timeout; kombu's default throttle would make that minutes more.
    found: dict[str, Any] = {
        "visibility_timeout": 300,
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        "socket_connect_timeout": 2,  # seconds; a hint that cannot be sent must not hold a player's answer
        "socket_timeout": 2,
    }
    if cache_server.is_sentinel(address):
        limits = {"socket_connect_timeout": 2, "socket_timeout": 2, **cache_server.tls(address)}
        found |= {"master_name": sentinel_master, "sentinel_kwargs": {**limits, "password": sentinel_password or None}}
    return found
