"""One address for everything, in development: streams are served here, all else by the web process behind."""

import logging
from string import punctuation
from typing import Any, Final
from urllib.parse import quote

import httpx

from common.api.problem import problem_response, refused
from common.http.errors import (
    AddressTooLong,
    BodyTooLarge,
    HeadersTooLarge,
    HttpError,
    LengthRequired,
    MalformedRequest,
)
from config.middleware.edge import ADDRESS_LIMIT, HEADERS_LIMIT
from games.errors import StoreBusy
from games.streams.app import OURS, Application, Receive, Send, whole

HOP_BY_HOP: Final = frozenset({
    b"connection", b"keep-alive", b"proxy-connection", b"te", b"trailer", b"transfer-encoding", b"upgrade",
})  # fmt: skip
FORWARDED: Final = b"x-forwarded-for"
BODY_LIMIT: Final = 1 << 20
MOST_HEADERS: Final = 90
"""Maximum per request. The web process behind reads 100, and some are added on the way."""
PATIENCE_SECONDS: Final = 60.0


class Front(Application):
    """The streams process as the front of a stack that runs on one machine."""

    def __init__(self, behind: str) -> None:
        super().__init__()
        logging.getLogger("httpx").setLevel(logging.WARNING)  # it logs every request
        limits = httpx.Limits(max_connections=64, max_keepalive_connections=64)
        self.behind = httpx.AsyncClient(base_url=behind, timeout=PATIENCE_SECONDS, limits=limits, trust_env=False)
        for name in ("Accept", "Accept-Encoding", "User-Agent"):
            del self.behind.headers[name]  # what httpx itself can read is not what the client can

    async def serve(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Answer requests for streams and pass on all others."""
        refusal = _refusal(scope)
        if refusal is not None:
            await whole(send, problem_response(refusal, headers={"Connection": "close"}))
            return
        if OURS.fullmatch(scope["path"]) and _may_last(scope):
            await super().serve(scope, receive, send)
            return
        body = await _body(receive)
        if body is None:
            await whole(send, problem_response(BodyTooLarge()))
            return
        # The path exactly as requested: an httpx.URL would make `/v1/me` of `/v1/me/tokens/..`.
        target = {"target": quote(scope["raw_path"] + _query(scope), safe=punctuation).encode()}
        asked = self.behind.build_request(scope["method"], "/", content=body, headers=_passed(scope), extensions=target)
        try:
            answer = await self.behind.send(asked, stream=True)
        except httpx.LocalProtocolError:  # two Host headers, for example
            await whole(send, problem_response(MalformedRequest()))
            return
        except httpx.TransportError:
            await whole(send, refused(StoreBusy()))
            return
        try:
            headers = [(name.lower(), value) for name, value in answer.headers.raw if name.lower() not in HOP_BY_HOP]
            await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})
            async for part in answer.aiter_raw():
                await send({"type": "http.response.body", "body": part, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            await answer.aclose()


def _refusal(scope: dict[str, Any]) -> HttpError | None:
    """Return a refusal that the web process would send too, but it would close the connection while the body comes."""
    headers = scope["headers"]
    if any(name == b"transfer-encoding" for name, _ in headers):
        # httpx would send it on with a length, and the answer would differ from that of other installations.
        return LengthRequired()
    if len(scope["path"]) + len(scope["query_string"]) > ADDRESS_LIMIT:
        return AddressTooLong()
    if len(headers) > MOST_HEADERS or sum(len(value) for _, value in headers) > HEADERS_LIMIT:
        return HeadersTooLarge()
    return None


def _may_last(scope: dict[str, Any]) -> bool:
    return scope["path"].endswith("/stream") or b"wait=" in scope["query_string"]


def _query(scope: dict[str, Any]) -> bytes:
    query: bytes = scope["query_string"]
    return b"?" + query if query else b""


def _passed(scope: dict[str, Any]) -> list[tuple[bytes, bytes]]:
    client = (scope.get("client") or ("", 0))[0].encode()
    way = [value for name, value in scope["headers"] if name == FORWARDED]
    given = [(name, value) for name, value in scope["headers"] if name not in {FORWARDED, *HOP_BY_HOP}]
    return [*given, (FORWARDED, b", ".join([*way, client]))]


async def _body(receive: Receive) -> bytes | None:
    parts, size, more = [], 0, True
    while more:
        message = await receive()
        part = message.get("body", b"")
        parts.append(part)
        size += len(part)
        more = message.get("more_body", False)
        if size > BODY_LIMIT:
            return None
    return b"".join(parts)
