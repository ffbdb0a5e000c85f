"""What the service says when it refuses."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    import httpx

    from flipside_client import types


class Refused(Exception):
    """The service has understood and said no. `code` says why, and never changes its meaning.

    A code that you do not know, as a later release may add, is to be treated as its `status`.
    """

    def __init__(self, problem: types.Problem, retry_after: float) -> None:
        super().__init__(f"{problem['status']} {problem['code']}: {problem['detail']}")
        self.problem = problem
        self.code = problem["code"]
        self.status = problem["status"]
        self.retry_after = retry_after


class NotAuthenticated(Refused):
    """401: the token is missing, unknown, expired or revoked."""


class StaleVersion(Refused):
    """The game has moved on since `expected_version`. `missed_events` has what the player has not seen."""

    @property
    def missed_events(self) -> list[types.LogEntry]:
        """The events since the version that was expected."""
        return self.problem.get("missed_events") or []


def refused(response: httpx.Response) -> Refused:
    """Return the exception for a response that is no success and has been read."""
    problem = _problem(response)
    wait = response.headers.get("Retry-After", "")
    retry_after = float(wait) if wait.isdigit() else 1.0
    if problem["code"] == "stale_version":
        return StaleVersion(problem, retry_after)
    return (NotAuthenticated if problem["status"] == 401 else Refused)(problem, retry_after)  # noqa: PLR2004 - its name


def _problem(response: httpx.Response) -> types.Problem:
    try:
        body = response.json()
    except json.JSONDecodeError:
        body = None  # a proxy on the way has answered in a language of its own
    if isinstance(body, dict) and {"code", "status", "detail"} <= body.keys():
        return cast("types.Problem", body)
    title, text = response.reason_phrase, response.text
    return {"type": "about:blank", "title": title, "status": response.status_code, "code": "unknown", "detail": text}
