"""The broker, the workers behind it, and the cache server of the rate limits."""

from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.cache import cache
from kombu import Connection

from config import brokers
from config.celery import app
from config.doctor.finding import Finding, State, fail, ok, warn

PATIENCE: Final = 3  # seconds


def check() -> Iterator[Finding]:
    """Yield findings on broker, workers and cache."""
    yield from _cache()
    found = [_broker(address) for address in brokers.addresses(brokers.for_celery(settings.BROKER_URL))]
    yield from found
    if all(one.state is State.FAIL for one in found):
        return
    if app.control.ping(timeout=PATIENCE, limit=1):
        yield ok("A worker answers.")
    else:
        yield warn(
            "No worker answers: bots and messages wait for the sweeper.",
            "Start a worker, with the same BROKER_URL.",
        )


def _broker(address: str) -> Finding:
    place = _place(address)
    try:
        options, tls = settings.CELERY_BROKER_TRANSPORT_OPTIONS, settings.CELERY_BROKER_USE_SSL
        with Connection(address, connect_timeout=PATIENCE, transport_options=options, ssl=tls) as line:
            line.ensure_connection(max_retries=1, interval_start=0, timeout=PATIENCE)
            with line.channel():  # a broker that refuses (password, disk full) does so here at the latest
                pass
    except Exception as error:  # noqa: BLE001  each transport has its own errors
        return fail(
            f"The broker at {place} does not answer ({type(error).__name__}).",
            "Start it, and check host, port and password in BROKER_URL. Without any broker the sweeper does all work.",
        )
    return ok(f"The broker at {place} answers.")


def _cache() -> Iterator[Finding]:
    place = _place(settings.CACHE_URL)
    try:
        cache.set("doctor", "here", timeout=10)
        answers = cache.get("doctor") == "here"
    except Exception as error:  # noqa: BLE001  as above
        yield fail(
            f"The cache server at {place} does not answer ({type(error).__name__}): no rate limit is in force.",
            "Start it, and check host, port and password in CACHE_URL, or in BROKER_URL if that is not set.",
        )
        return
    if answers:
        yield ok(f"The cache server at {place} answers.")
    else:
        yield fail(f"The cache server at {place} forgets at once.", "Give it memory (maxmemory).")


def _place(addresses: str) -> str:
    """Return host and port of each address, without passwords."""
    parts = [urlsplit(address) for address in addresses.split(";")]
    return ", ".join(f"{one.hostname}:{one.port}" if one.port else str(one.hostname) for one in parts)
