"""How the players' part of the OpenAPI document looks, where a client would notice."""

from __future__ import annotations

from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator

from players.accounts.urls import DOORS
from players.api.account_paths import PREFIX


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    generator: Any = SchemaGenerator  # it has no types
    found: dict[str, Any] = generator().get_schema(request=None, public=True)
    return found


def operations(document: dict[str, Any], *places: str) -> list[dict[str, Any]]:
    return [
        operation
        for path, methods in document["paths"].items()
        for operation in methods.values()
        if path.startswith(places)
    ]


def test_every_open_door_is_described_and_no_other(document: dict[str, Any]) -> None:
    described = {
        (path.removeprefix(PREFIX), method.upper())
        for path, methods in document["paths"].items()
        if path.startswith(PREFIX)
        for method in methods
    }
    assert described == {(place, method) for place, (_, methods) in DOORS.items() for method in methods}


def test_every_operation_says_what_it_does_and_how_it_is_refused(document: dict[str, Any]) -> None:
    ours = operations(document, "/v1/guests", "/v1/me/tokens", "/v1/me/preferences", "/v1/players", PREFIX)
    assert len(ours) >= 19
    names = [operation["operationId"] for operation in ours]
    assert len(set(names)) == len(names)
    for operation in ours:
        assert operation["summary"]
        assert operation["description"]
        assert all({"description", "$ref"} & response.keys() for response in operation["responses"].values())


def test_bodies_are_closed(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    for name in ("NewGuest", "NewToken", "PatchedProfileChange", "PatchedPreferencesChange", "QuietHours"):
        assert schemas[name]["additionalProperties"] is False


def test_a_code_is_given_with_the_session_of_its_dialogue_and_a_guest_begins_one_with_his_token(
    document: dict[str, Any],
) -> None:
    for place in ("auth/email/verify", "auth/email/verify/resend", "auth/code/confirm", "auth/code/resend"):
        assert document["paths"][PREFIX + place]["post"]["security"] == [{"session": []}]
    assert {"token": []} in document["paths"][PREFIX + "account/email"]["post"]["security"]


def test_public_routes_need_no_token(document: dict[str, Any]) -> None:
    assert {} in document["paths"]["/v1/players/{name}"]["get"]["security"]
    assert document["paths"]["/v1/guests"]["post"]["security"] == [{}]
    assert document["paths"]["/v1/me"]["get"]["security"] == [{way: ["account:read"]} for way in ("token", "oauth2")]
