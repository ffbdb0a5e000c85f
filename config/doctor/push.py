"""Push services: their keys are of use, and they can be reached from here."""

import socket
import ssl
from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings

from config.doctor.finding import Finding, ok, warn
from players.notifications import push

PATIENCE: Final = 5.0  # seconds
HTTPS: Final = 443


def check() -> Iterator[Finding]:
    """Yield findings on the push services that are on. Raises ImproperlyConfigured for a malformed key."""
    on = push.configured()
    if not on:
        yield warn("No push service is on.", "For notifications in browsers set VAPID_PRIVATE_KEY (new_vapid_key).")
        return
    yield ok(f"Push services are on: {', '.join(sorted(on))}.")
    if "webpush" in on and settings.VAPID_SUBJECT.endswith("@localhost"):
        yield warn("Push services have no address to write to.", "Set VAPID_SUBJECT or DEFAULT_FROM_EMAIL.")
    for host, port in _places(on):
        try:
            with socket.create_connection((host, port), PATIENCE) as line:
                ssl.create_default_context().wrap_socket(line, server_hostname=host).close()
        except OSError as error:
            yield warn(
                f"The push service {host} cannot be reached from here ({type(error).__name__}).",
                "Let worker and sweeper out to the internet by https, if this machine runs them.",
            )


def _places(on: frozenset[str]) -> list[tuple[str, int]]:
    urls = [urlsplit(url) for kind, url in (("fcm", settings.FCM_URL), ("apns", settings.APNS_URL)) if kind in on]
    found = [(str(url.hostname), url.port or HTTPS) for url in urls]
    if "webpush" in on:
        found += [(host, HTTPS) for host in settings.WEBPUSH_HOSTS if not host.startswith("*")]
    return list(dict.fromkeys(found))
