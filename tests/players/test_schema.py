"""The players' part of openapi.yaml, where clients depend on its form."""

from __future__ import annotations

from typing import Any

from players.accounts.urls import DOORS
from players.api.account_paths import PREFIX
from tests.contract.openapi import document


def operations(*places: str) -> list[dict[str, Any]]:
    return [
        operation
        for path, methods in document()["paths"].items()
        for operation in methods.values()
        if path.startswith(places)
    ]


def test_every_open_door_is_described_and_no_other() -> None:
    described = {
        (path.removeprefix(PREFIX), method.upper())
        for path, methods in document()["paths"].items()
        if path.startswith(PREFIX)
        for method in methods
    }
    assert described == {(place, method) for place, (_, methods) in DOORS.items() for method in methods}


def test_every_operation_says_what_it_does_and_how_it_is_refused() -> None:
    ours = operations("/v1/guests", "/v1/me/tokens", "/v1/me/preferences", "/v1/players", PREFIX)
    assert len(ours) >= 19
    names = [operation["operationId"] for operation in ours]
    assert len(set(names)) == len(names)
    for operation in ours:
        assert operation["summary"]
        assert operation["description"]
        assert all({"description", "$ref"} & response.keys() for response in operation["responses"].values())


def test_bodies_are_closed() -> None:
    schemas = document()["components"]["schemas"]
    for name in ("NewGuest", "NewToken", "PatchedProfileChange", "PatchedPreferencesChange", "QuietHours"):
        assert schemas[name]["additionalProperties"] is False


def test_a_code_is_given_with_the_session_of_its_dialogue_and_a_guest_begins_one_with_their_token() -> None:
    for place in ("auth/email/verify", "auth/email/verify/resend", "auth/code/confirm", "auth/code/resend"):
        assert document()["paths"][PREFIX + place]["post"]["security"] == [{"session": []}]
    assert {"token": []} in document()["paths"][PREFIX + "account/email"]["post"]["security"]


def test_public_routes_need_no_token() -> None:
    assert {} in document()["paths"]["/v1/players/{name}"]["get"]["security"]
    assert document()["paths"]["/v1/guests"]["post"]["security"] == [{}]
    assert document()["paths"]["/v1/me"]["get"]["security"] == [{way: ["account:read"]} for way in ("token", "oauth2")]
