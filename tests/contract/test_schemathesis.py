"""Requests made up from the description alone: whatever is sent, the answer is a described one, and never a 5xx."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import requests
import schemathesis
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode

from tests.contract.openapi import COMMITTED, document
from tests.games.api.people import make_person, running

if TYPE_CHECKING:
    from schemathesis import Case

    from tests.contract.client import ContractClient

EXAMPLES = 12
"""Requests per operation and way of making them."""
OPERATIONS = [
    (path, method, operation)
    for path, operations in document()["paths"].items()
    for method, operation in operations.items()
    if path.startswith("/v1/")
]
FITTING = [(path, method) for path, method, _ in OPERATIONS]
UNFITTING = [
    (path, method)
    for path, method, operation in OPERATIONS
    if "requestBody" in operation or any(parameter["in"] == "query" for parameter in operation.get("parameters", ()))
]
SCHEMA = schemathesis.openapi.from_path(COMMITTED)


def send(client: ContractClient, case: Case[Any]) -> Any:
    """Send a made-up request and take back what it did; the client checks the answer."""
    request = requests.Request(**case.as_transport_kwargs(base_url="http://testserver")).prepare()
    path, _, query = request.path_url.partition("?")
    kept = set(request.headers) - {"Content-Length", "Authorization"}
    headers = {name: str(request.headers[name]) for name in kept}
    body = request.body or b""
    with transaction.atomic():
        answer = client.generic(
            request.method or "GET",
            path,
            body.encode() if isinstance(body, str) else body,
            content_type=headers.pop("Content-Type", "application/json"),
            headers=headers,
            QUERY_STRING=query,
        )
        transaction.set_rollback(True)
    return answer


def try_out(path: str, method: str, mode: GenerationMode) -> list[int]:
    """The statuses of made-up requests to one operation."""
    ada, bob = make_person(), make_person()
    game = running(ada, bob)
    statuses: list[int] = []

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=SCHEMA[path][method].as_strategy(generation_mode=mode))
    def answered(case: Case[Any]) -> None:
        if "game_id" in case.path_parameters:
            case.path_parameters["game_id"] = game
        statuses.append(send(ada.client, case).status_code)

    answered()
    return statuses


@pytest.mark.django_db
@pytest.mark.parametrize(("path", "method"), FITTING)
def test_a_fitting_request_is_answered_as_described(path: str, method: str) -> None:
    assert all(status < 500 for status in try_out(path, method, GenerationMode.POSITIVE))


@pytest.mark.django_db
@pytest.mark.parametrize(("path", "method"), UNFITTING)
def test_an_unfitting_request_is_answered_as_described(path: str, method: str) -> None:
    statuses = try_out(path, method, GenerationMode.NEGATIVE)
    assert all(status < 500 for status in statuses)
    # What does not fit may be a header that this client replaces, hence not all of them.
    assert any(400 <= status < 500 for status in statuses)
