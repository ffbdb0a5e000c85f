"""A client that checks every answer against the committed openapi.yaml."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpResponse
from django.test import Client

from tests.contract import openapi


class Whole(HttpResponse):
    """A streamed answer that has ended, readable like any other."""

    def __init__(self, streamed: Any) -> None:
        super().__init__(b"".join(streamed), status=streamed.status_code, headers=dict(streamed.headers))

    def json(self) -> Any:
        return json.loads(self.content)


class ContractClient(Client):
    """Sends JSON with an optional token; raises AssertionError for an answer that is not described."""

    def __init__(self, secret: str | None = None, *, raises: bool = True) -> None:
        super().__init__(raise_request_exception=raises)
        self.secret = secret

    def request(self, **request: Any) -> Any:
        if self.secret is not None:
            request.setdefault("HTTP_AUTHORIZATION", f"Bearer {self.secret}")
        response: Any = super().request(**request)
        if response.streaming:
            response = Whole(response)
        path = request["PATH_INFO"]
        if path.startswith("/v1/"):
            openapi.check(request["REQUEST_METHOD"], path, response)
        return response

    def send(self, path: str, body: object = None, **headers: Any) -> Any:
        return self.post(path, {} if body is None else body, content_type="application/json", **headers)
