"""The broker, the workers behind it, and the cache server of the rate limits."""

from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.cache import cache
from kombu import Connection

from config.celery import app
from config.doctor.finding import Finding, fail, ok, warn

PATIENCE: Final = 3  # seconds


def check() -> Iterator[Finding]:
    """Yield findings on broker, workers and cache."""
    yield from _cache()
    place = _place(settings.BROKER_URL)
    try:
        options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
        with Connection(settings.BROKER_URL, connect_timeout=PATIENCE, transport_options=options) as line:
            line.ensure_connection(max_retries=1, interval_start=0, timeout=PATIENCE)
            with line.channel():  # a broker that refuses (password, disk full) does so here at the latest
                pass
    except Exception as error:  # noqa: BLE001  each transport has its own errors
        yield fail(
            f"The broker at {place} does not answer ({type(error).__name__}).",
            "Start it, and check host, port and password in BROKER_URL. Until then the sweeper does all work.",
        )
        return
    yield ok(f"The broker at {place} answers.")
    if app.control.ping(timeout=PATIENCE, limit=1):
        yield ok("A worker answers.")
    else:
        yield warn(
            "No worker answers: bots and messages wait for the sweeper.",
            "Start a worker, with the same BROKER_URL.",
        )


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


def _place(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.hostname}:{parts.port}" if parts.port else str(parts.hostname)
