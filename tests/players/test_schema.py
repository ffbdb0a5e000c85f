"""The players' part of openapi.yaml, where clients depend on its form."""

from __future__ import annotations

from typing import Any

from tests.contract.openapi import document


def operations(*places: str) -> list[dict[str, Any]]:
    return [
        operation
        for path, methods in document()["paths"].items()
        for operation in methods.values()
        if path.startswith(places)
    ]


def test_every_operation_says_what_it_does_and_how_it_is_refused() -> None:
    ours = operations("/v1/guests", "/v1/me/tokens", "/v1/me/preferences", "/v1/players", "/v1/sign-in", "/v1/me/email")
    assert len(ours) >= 15
    names = [operation["operationId"] for operation in ours]
    assert len(set(names)) == len(names)
    for operation in ours:
        assert operation["summary"]
        assert operation["description"]
        assert all({"description", "$ref"} & response.keys() for response in operation["responses"].values())


def test_bodies_are_closed() -> None:
    schemas = document()["components"]["schemas"]
    closed = ("NewGuest", "NewToken", "SignInConfirmation", "PatchedProfileChange", "PatchedPreferencesChange")
    for name in (*closed, "QuietHours"):
        assert schemas[name]["additionalProperties"] is False


def test_public_routes_need_no_token() -> None:
    assert {} in document()["paths"]["/v1/players/{player}"]["get"]["security"]
    for path in ("/v1/guests", "/v1/sign-in", "/v1/sign-in/confirm", "/v1/sign-in/resend"):
        assert document()["paths"][path]["post"]["security"] == [{}]
    assert document()["paths"]["/v1/me"]["get"]["security"] == [{way: ["account:read"]} for way in ("token", "oauth2")]
