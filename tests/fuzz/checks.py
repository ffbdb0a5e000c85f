"""What must hold for every answer, in addition to Schemathesis' own checks: each check raises AssertionError."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from django.http import HttpResponse

from common.api.problem import STATUS
from common.http import media_types
from tests.contract import openapi

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemathesis import Case, Response

    from tests.fuzz.app import Forgetful
    from tests.fuzz.world import Identity, World

REFUSED = 400
BY_FORM = {"malformed_body", "bad_parameter"}
"""Codes that say that a request does not have the described form."""
TOGETHER = {
    "advance_sandbox_clock", "create_sandbox_game", "prove_consistency", "invite", "mark_notifications_read",
    "send_command",
}  # fmt: skip
"""Operations with two members that depend on each other, which the description says in words only."""
PLAIN_HEADERS = {
    "access-control-allow-origin", "access-control-expose-headers", "allow", "cache-control", "connection",
    "content-disposition", "content-language", "content-length", "content-security-policy", "content-type",
    "cross-origin-opener-policy", "etag", "expires", "flipside-sandbox", "referrer-policy", "set-cookie",
    "vary", "www-authenticate", "x-content-type-options", "x-frame-options", "x-robots-tag",
}  # fmt: skip
"""Headers that any HTTP server may send, and the one that each answer of a sandbox has."""


@cache
def described_names() -> dict[str, str]:
    """Return the described headers by their names in lower case."""
    return {name.lower(): name for name in openapi.headers()}


class Answered:
    """One answer, with everything that the checks need."""

    def __init__(self, world: World, app: Forgetful, who: Identity, case: Case[Any], response: Response) -> None:
        self.world, self.app, self.who, self.case, self.response = world, app, who, case, response
        self.status = response.status_code
        self.method: str = response.request.method or ""
        self.path = (response.request.path_url or "").partition("?")[0]
        self.sent = f"{response.request.url} {dict(response.request.headers)} {response.request.body!r}"

    def header(self, name: str) -> str:
        return ", ".join(self.response.headers.get(name.lower(), []))

    def is_described(self) -> bool:
        """Return whether the request used the operation's own method."""
        return self.method == self.case.operation.method.upper()

    def is_of_ours(self) -> bool:
        """Return whether the operation is of our own API, not a route of allauth or OAuth with formats of their own."""
        return self.path.startswith("/v1/")

    def is_done(self) -> bool:
        """Return whether the status is the described status of success where none of 2xx is."""
        wanted = self.case.operation.definition.raw.get("x-success-status")
        return self.is_described() and str(self.status) == wanted


def no_fault(answered: Answered) -> None:
    """No request causes a server error."""
    assert answered.status < 500, f"{answered.status} for {answered.app.fault!r}"


def described(answered: Answered) -> None:
    """The description has the status, the media type and every member of the body."""
    if answered.is_described():
        names = described_names()
        headers = {names.get(name, name): answered.header(name) for name in answered.response.headers}
        answer = HttpResponse(answered.response.content, status=answered.status, headers=headers)
        openapi.check(answered.method, answered.path, answer)


def problem(answered: Answered) -> None:
    """A refusal is a problem with a code of the catalogue, the status of that code and no markup."""
    if answered.status < REFUSED or not answered.is_of_ours():
        return
    assert answered.header("content-type") == media_types.PROBLEM, answered.header("content-type")
    assert answered.header("cache-control") in {"no-store", "private, no-store"}
    if answered.method != "HEAD":
        found = json.loads(answered.response.content)
        assert found["status"] == answered.status == STATUS.get(found["code"]), found
        assert not {"Traceback", "<html", "<!DOCTYPE"} & set(found["detail"].split()), found


def fitting(answered: Answered) -> None:
    """A request of the described form is not refused for its form."""
    meta = answered.case.meta
    if meta is None or not meta.generation.mode.is_positive or answered.status != REFUSED or not answered.is_of_ours():
        return
    found = json.loads(answered.response.content)
    if answered.case.operation.definition.raw["operationId"] in TOGETHER:
        return
    if [fault.get("header") for fault in found.get("errors", [])] == ["Idempotency-Key"]:
        return  # recorded examples have a 0 there, which may not match the pattern
    assert found["code"] not in BY_FORM, f"fits the description, refused: {found}"


def unchanged(answered: Answered) -> None:
    """A refusal or a read changes nothing, but for the count of wrong codes."""
    if answered.app.wrote == {"players_emailcode"} and b'"wrong_code"' in answered.response.content:
        return
    assert not (answered.is_of_ours() and answered.app.wrote), f"changed {answered.app.wrote}, and should not"


def discreet(answered: Answered) -> None:
    """Secrets are only sent to their owners."""
    text = answered.response.content.decode(errors="replace") + str(answered.response.headers)
    for secret, owners in answered.world.secrets.items():
        if answered.is_of_ours() and answered.who.name not in owners and secret not in answered.sent:
            assert secret not in text, f"tells {answered.who.name} the secret {secret}"


def headers(answered: Answered) -> None:
    """Every header is described or allowed for any server."""
    if not answered.is_described():
        return
    responses = answered.case.operation.definition.raw["responses"]
    response = openapi.resolved(responses.get(str(answered.status), responses.get("default", {})))
    known = PLAIN_HEADERS | {name.lower() for name in openapi.headers_of(response)}
    extra = set(answered.response.headers) - known
    assert not extra, f"headers that are not described: {sorted(extra)}"


CHECKS: tuple[Callable[[Answered], None], ...] = (no_fault, described, problem, fitting, unchanged, discreet, headers)
