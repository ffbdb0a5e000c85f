"""The examples of the description are the service's real answers: recorded, complete and of the described form."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest
from django.db import transaction

from common.api.problem import TYPES
from tests.contract.openapi import PROBLEM, document, faults_of, resolved
from tests.contract.recorder import Records, commit, committed
from tests.contract.walk import Walk
from tests.contract.walk_sandbox import walk_the_sandbox
from tests.games.sandbox.sandbox_mode import sandbox

if TYPE_CHECKING:
    from django.core.mail import EmailMessage

METHODS = ("get", "put", "post", "delete", "patch")
OPERATIONS = {
    operation["operationId"]: operation
    for operations in document()["paths"].values()
    for method, operation in operations.items()
    if method in METHODS
}


@pytest.mark.django_db
def test_recording_anew_finds_the_same(mailoutbox: list[EmailMessage], settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = False
    settings.PUBLIC_URL = "https://play.example"
    records = Records()
    with transaction.atomic():
        Walk(records).all(mailoutbox)
        transaction.set_rollback(True)  # only an empty database becomes a sandbox
    with sandbox():
        walk_the_sandbox(records)
    if os.environ.get("EXAMPLES") == "write":
        commit({name: one for name, one in records.found.items() if name in OPERATIONS})
    found = {name: one for name, one in records.found.items() if name in OPERATIONS}
    assert _outline(found) == _outline(committed())


def _outline(examples: dict[str, Any]) -> dict[str, Any]:
    """Return the recorded answers, and the members that each always has."""
    return {
        name: {status: _members(body) for status, body in one["answers"].items()}
        for name, one in sorted(examples.items())
    }


def _members(body: Any) -> set[str] | str:
    return set(body) if isinstance(body, dict) else type(body).__name__


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_has_examples_that_fit(name: str) -> None:
    """Each operation has an example of success and one of a refusal; add missing steps to tests/contract/walk.py."""
    examples = committed()[name]
    operation = OPERATIONS[name]
    statuses = set(examples["answers"])
    successes = {status for status in operation["responses"] if status < "3"}
    successes.add(operation.get("x-success-status", "200"))
    assert statuses & successes, f"no success of {name}: {statuses}"
    assert {status for status in statuses if status >= "4"}, f"no refusal of {name}"
    assert ("requestBody" in operation) == ("request" in examples) or "required" not in operation["requestBody"]
    for status, body in examples["answers"].items():
        described = operation["responses"].get(status[:3], operation["responses"]["default"])
        media = resolved(described).get("content", {})
        for kind, content in media.items():
            for item in body if isinstance(body, list) else [body]:
                if kind.endswith("json") and item is not None and (isinstance(body, list) or suits(kind, item)):
                    assert faults_of(content["schema"]["$ref"], item) == [], (name, status)
    if "request" in examples:
        (content,) = operation["requestBody"]["content"].values()
        schema = content["schema"]
        assert "$ref" not in schema or faults_of(schema["$ref"], examples["request"]) == []


def suits(media: str, body: Any) -> bool:
    """Return whether a recorded body is of this media type; an answer may be described in several."""
    if not isinstance(body, dict):
        return not media.endswith("json")
    is_problem = str(body.get("type", "")).startswith(TYPES)
    return media == PROBLEM if is_problem else media.endswith("json") and media != PROBLEM


def test_the_service_hands_out_all_of_them(client: Any) -> None:
    assert client.get("/openapi-examples.json").json() == committed()


def test_no_example_is_of_something_else() -> None:
    assert set(committed()) == set(OPERATIONS)
