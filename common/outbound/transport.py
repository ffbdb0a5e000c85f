"""The transport of a call: httpcore, with connections that we open ourselves.

Only `client` uses this.
"""

from __future__ import annotations

import time
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import httpcore
import httpx

from common import spans
from common.outbound import addresses, urls
from common.outbound.answer import MAX_BYTES, Answer, CallFailed

if TYPE_CHECKING:
    import ssl
    from collections.abc import Iterable, Mapping

    from common.outbound.addresses import Address

ADDRESSES_TRIED: Final = 3
CONNECT_SECONDS: Final = 4.0
"""Per address, so that a silent one leaves time for the next."""


def exchange(address: str, body: bytes, headers: Mapping[str, str], seconds: float, *, http2: bool) -> Answer:
    """Make the call of `client.post`."""
    budget = _Budget(time.monotonic() + seconds)
    try:
        url = urls.parse(address)
    except urls.BadUrl:
        raise CallFailed("url") from None
    backend = _Pinned(url, budget)
    backend.judge()
    try:
        with spans.span("call", url.host):
            return _ask(url, body, headers, backend, http2=http2)
    except (httpcore.TimeoutException, _OutOfTime):
        raise CallFailed("timeout") from None
    except httpcore.NetworkError:
        raise CallFailed("connect" if not backend.connected else "tls" if not backend.ready else "protocol") from None
    except (httpcore.ProtocolError, httpcore.UnsupportedProtocol, _TooMuch):
        raise CallFailed("protocol") from None


def _ask(url: urls.Url, body: bytes, headers: Mapping[str, str], backend: _Pinned, *, http2: bool) -> Answer:
    target = httpcore.URL(scheme=url.scheme, host=url.host, port=url.port, target=url.target)
    sent = {"Host": url.authority, "User-Agent": "Flipside", "Content-Length": str(len(body)), **headers}
    context = _tls(http2=http2) if url.scheme == "https" else None
    with (
        httpcore.ConnectionPool(
            context, max_connections=1, http1=not http2, http2=http2, retries=0, network_backend=backend
        ) as pool,
        pool.stream("POST", target, headers=list(sent.items()), content=body) as response,
    ):
        found = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in response.headers}
        return Answer(response.status, found, _beginning(response))


def _beginning(response: httpcore.Response) -> bytes:
    """Return as much of the body as we read: the status is known, and the rest does not matter."""
    body = bytearray()
    with suppress(_TooMuch):
        for piece in response.iter_stream():
            body += piece
    return bytes(body)


@cache
def _tls(*, http2: bool) -> ssl.SSLContext:  # noqa: ARG001 - httpcore writes the protocols it offers into the context
    """Return a context that verifies against the usual authorities, or those of SSL_CERT_FILE."""
    return httpx.create_ssl_context()


class _OutOfTime(Exception):
    """The whole call has taken too long."""


class _TooMuch(Exception):
    """The answer is longer than we read."""


class _Budget:
    """The time and the bytes that a call has left."""

    def __init__(self, end: float) -> None:
        self.end = end
        self.bytes = MAX_BYTES

    def seconds(self) -> float:
        left = self.end - time.monotonic()
        if left <= 0:
            raise _OutOfTime
        return left

    def take(self, piece: bytes) -> bytes:
        self.bytes -= len(piece)
        if self.bytes < 0:
            raise _TooMuch
        return piece


class _Pinned(httpcore.NetworkBackend):
    """Connects to the addresses checked for one call, whatever the name resolves to by now."""

    def __init__(self, url: urls.Url, budget: _Budget) -> None:
        self.url = url
        self.budget = budget
        self.addresses: list[Address] = []
        self.connected = False
        self.ready = False

    def judge(self) -> None:
        """Resolve and check the host. Raises `CallFailed`."""
        try:
            self.addresses = addresses.resolve(self.url, self.budget.seconds())
            if not all(map(addresses.is_allowed, self.addresses)):
                urls.require_public(self.url)
        except addresses.NotReachable:
            raise CallFailed("address") from None
        except urls.BadUrl:
            raise CallFailed("url") from None
        except _OutOfTime:
            raise CallFailed("timeout") from None

    def connect_tcp(
        self,
        host: str,  # noqa: ARG002 - judged before
        port: int,
        timeout: float | None = None,  # noqa: ARG002 - the budget is tighter
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Connect to the first checked address that answers."""
        inner = httpcore.SyncBackend()
        refusal: Exception = httpcore.ConnectError()
        for address in self.addresses[:ADDRESSES_TRIED]:
            wait = min(CONNECT_SECONDS, self.budget.seconds())
            try:
                stream = inner.connect_tcp(str(address), port, wait, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                refusal = error
            else:
                self.connected = True
                self.ready = self.url.scheme == "http"
                return _Metered(stream, self)
        raise refusal


class _Metered(httpcore.NetworkStream):
    """A connection that takes the time and bytes of every step from its call's budget."""

    def __init__(self, inner: httpcore.NetworkStream, backend: _Pinned) -> None:
        self.inner = inner
        self.backend = backend
        self.budget = backend.budget

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ARG002 - the budget is tighter
        """Read what is available while time and bytes are left."""
        return self.budget.take(self.inner.read(max_bytes, self.budget.seconds()))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ARG002 - as above
        """Write all of it in the time that is left; httpcore would allow that time for every piece."""
        connection = self.inner.get_extra_info("socket")
        try:
            while buffer:
                connection.settimeout(self.budget.seconds())
                buffer = buffer[connection.send(buffer) :]
        except TimeoutError:
            raise _OutOfTime from None
        except OSError:
            raise httpcore.WriteError from None

    def close(self) -> None:
        self.inner.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ARG002 - as above
    ) -> httpcore.NetworkStream:
        """Start TLS, with the name instead of the address."""
        stream = self.inner.start_tls(ssl_context, server_hostname, self.budget.seconds())
        self.backend.ready = True
        return _Metered(stream, self.backend)

    def get_extra_info(self, info: str) -> Any:
        """Return httpcore's information, such as the protocol that was agreed on."""
        return self.inner.get_extra_info(info)
