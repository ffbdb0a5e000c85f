"""The way from outside: name, certificate, redirects, and the headers that only the proxy may set."""

import socket
import ssl
import time
from collections.abc import Iterator
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

import httpx
from django.conf import settings
from django.http.request import validate_host

from config.doctor.finding import Finding, fail, ok, warn

PATIENCE: Final = 5.0  # seconds
DAY: Final = 86_400
LEAST_DAYS: Final = 14  # of a certificate
OUTSIDE: Final = "203.0.113.77"  # nobody's (RFC 5737)
FORGED: Final = ("X-Forwarded-For", "X_Forwarded_For")


def check() -> Iterator[Finding]:
    """Yield findings on PUBLIC_URL, asked from here through the proxy."""
    address: str = settings.PUBLIC_URL
    parts = urlsplit(address)
    host = str(parts.hostname)
    if not validate_host(host, settings.ALLOWED_HOSTS):
        yield fail(f"ALLOWED_HOSTS lacks {host}, the host of PUBLIC_URL: all requests get 400.", f"Add {host} to it.")
    if parts.scheme != "https":
        yield fail("PUBLIC_URL is not https: tokens travel in the open.", "Give the proxy a certificate.")
    if not settings.NUM_PROXIES:
        yield warn(
            "NUM_PROXIES is 0: behind a proxy all players share one budget.",
            "Count the proxies before the service, and set NUM_PROXIES.",
        )
    with httpx.Client(base_url=address, timeout=PATIENCE, trust_env=False, verify=_context()) as client:
        try:
            alive = client.get("/livez")
        except httpx.HTTPError as error:
            yield fail(
                f"{address} does not answer from here ({_reason(error)}).",
                "Check the DNS name, the firewall (ports 80 and 443), the proxy and its certificate.",
            )
            return
        if alive.status_code != httpx.codes.OK or b"alive" not in alive.content:
            yield fail(
                f"{address}/livez answers {alive.status_code}: that is not this service.",
                "Let the proxy send to web, and start web.",
            )
            return
        yield ok(f"{address} answers.")
        yield from _certificate(host, parts.port or 443) if parts.scheme == "https" else ()
        yield from _scheme(client)
        yield from _streams(client)
        if settings.NUM_PROXIES and settings.METRICS_NETWORKS:  # else no answer depends on the header
            yield from _forged(client)


def _context() -> ssl.SSLContext:
    return ssl.create_default_context()


def _reason(error: httpx.HTTPError) -> str:
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return f"certificate: {cause.verify_message}"
        cause = cause.__cause__ or cause.__context__
    return type(error).__name__


def _certificate(host: str, port: int) -> Iterator[Finding]:
    with (
        socket.create_connection((host, port), PATIENCE) as line,
        _context().wrap_socket(line, server_hostname=host) as secured,
    ):
        ends = ssl.cert_time_to_seconds(str((secured.getpeercert() or {})["notAfter"]))
        began = ssl.cert_time_to_seconds(str((secured.getpeercert() or {})["notBefore"]))
    left = ends - time.time()
    # Certificates of a few days are renewed when a third is left.
    if left < min(LEAST_DAYS * DAY, (ends - began) / 6):
        yield warn(f"The certificate ends in {left / DAY:.1f} days.", "See why the proxy does not renew it.")


def _scheme(client: httpx.Client) -> Iterator[Finding]:
    answer = client.get("/v1/keys")
    if answer.is_redirect and answer.headers.get("Location", "").startswith(str(client.base_url)):
        yield fail(
            "The service redirects requests to https that have come by https.",
            "Let the proxy set X-Forwarded-Proto, and NUM_PROXIES count it.",
        )
    elif answer.status_code != httpx.codes.OK:
        yield fail(f"GET /v1/keys answers {answer.status_code}.", "See the logs of the proxy and of web.")
    elif settings.SECURE_HSTS_SECONDS and "Strict-Transport-Security" not in answer.headers:
        yield warn("The proxy removes Strict-Transport-Security.", "Let it pass the header on.")


def _streams(client: httpx.Client) -> Iterator[Finding]:
    """Ask for a stream without a token, which the streams process refuses: a proxy without it says 502."""
    answer = client.get("/v1/me/stream")
    if answer.is_server_error:
        yield fail(
            f"Streams get {answer.status_code}: clients learn of moves only when they ask again.",
            "Start the streams process, and see the logs of the proxy and of streams.",
        )


def _forged(client: httpx.Client) -> Iterator[Finding]:
    """Ask for /metrics, which depends on the client's address, with forged addresses: they must make no difference."""
    inside = str(settings.METRICS_NETWORKS[0].network_address)
    plain = client.get("/metrics").status_code
    forged = OUTSIDE if plain == httpx.codes.OK else _within(inside)
    for name in FORGED:
        if client.get("/metrics", headers={name: forged}).status_code != plain:
            yield fail(
                f"The service believes {name} from anybody, so rate limits and networks of operators are of no use.",
                "Set NUM_PROXIES to the number of proxies, and let them drop headers with an underscore.",
            )
            return
    yield ok("A forged address of a client is not believed.")


def _within(address: str) -> str:
    """Return an address within the network that begins with `address`: the first may not be a host's."""
    found = ip_address(address)
    return str(found + 1) if int(found) & 0xFF == 0 else str(found)
