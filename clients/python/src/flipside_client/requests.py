"""Makes requests and reads answers; what the two kinds of clients share."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

import httpx

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flipside_client.operation import Operation

PLACE: Final = re.compile(r"\{(\w+)\}")
TIMEOUT: Final = httpx.Timeout(60)
OF_STREAMS: Final = httpx.Timeout(60, read=45)
"""The service sends something every 15 seconds: after 45 of silence the connection is dead."""


class Requests:
    """The address of a service, and who asks it."""

    def __init__(
        self, address: str, token: str | None = None, *, language: str | None = None, patience: int = 5
    ) -> None:
        self.address = address.rstrip("/")
        self.token = token
        self.language = language
        self.patience = patience

    def request(
        self,
        operation: Operation[Any, Any],
        body: Any = None,
        headers: Mapping[str, str] | None = None,
        **parameters: Any,
    ) -> httpx.Request:
        """Return a request. Parameters that are no places of the path go into the query; None is left out."""
        places = set(PLACE.findall(operation.path))
        if missing := places - parameters.keys():
            raise TypeError(f"{operation.method} {operation.path} needs {', '.join(sorted(missing))}")
        path = PLACE.sub(lambda place: quote(str(parameters[place[1]]), safe=""), operation.path)
        query = {name: value for name, value in parameters.items() if name not in places and value is not None}
        return httpx.Request(
            operation.method,
            self.address + path,
            params=query or None,
            json=body,
            headers={**self._headers(), **(headers or {})},
            extensions={"timeout": TIMEOUT.as_dict()},
        )

    def stream(self, path: str, cursor: str | None) -> httpx.Request:
        """Return the request that opens a stream behind a cursor."""
        headers = {**self._headers(), "Accept": "text/event-stream"}
        query = {"after": cursor} if cursor is not None else None
        address, timeout = self.address + path, {"timeout": OF_STREAMS.as_dict()}
        return httpx.Request("GET", address, params=query, headers=headers, extensions=timeout)

    def _headers(self) -> dict[str, str]:
        headers = {"Accept": "application/json"}
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        if self.language is not None:
            headers["Accept-Language"] = self.language
        return headers


def answer(response: httpx.Response) -> Any:
    """Return the body of a success: JSON, or text, or None."""
    if not response.content:
        return None
    media = response.headers.get("Content-Type", "").partition(";")[0]
    return response.json() if media == "application/json" else response.text
