"""Calls that programs on other sites may make, and calls that they may not make."""

import pytest
from django.test import Client

ORIGIN = {"origin": "https://cards.example"}
ASKING = {**ORIGIN, "access-control-request-method": "POST", "access-control-request-headers": "authorization"}
SHARED = ["/v1/guests", "/v1/sign-in", "/v1/me", "/v1/games", "/v1/nowhere", "/oauth/token", "/oauth/revoke"]
CLOSED = ["/oauth/authorize", "/oauth/introspect", "/m/x", "/admin/login/", "/docs"]

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", SHARED)
def test_a_browser_is_told_that_it_may_ask(client: Client, path: str) -> None:
    answer = client.options(path, headers=ASKING)
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert {"Authorization", "Idempotency-Key", "Prefer"} <= set(answer["Access-Control-Allow-Headers"].split(", "))
    assert {"POST", "PATCH", "DELETE"} <= set(answer["Access-Control-Allow-Methods"].split(", "))


@pytest.mark.parametrize("path", SHARED)
def test_answers_may_be_read_there_refusals_too(client: Client, path: str) -> None:
    for headers in (ORIGIN, {}):  # a cached answer is the same for all
        answer = client.get(path, headers=headers)
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert answer["Access-Control-Expose-Headers"] == "*"
        assert "Access-Control-Allow-Credentials" not in answer


@pytest.mark.parametrize("path", CLOSED)
def test_what_knows_cookies_or_people_stays_with_its_own_site(client: Client, path: str) -> None:
    for answer in (client.options(path, headers=ASKING), client.get(path, headers=ORIGIN)):
        assert not [name for name in answer.headers if name.startswith("Access-Control-")]


@pytest.mark.parametrize("path", ["/v1/guests", "/v1/games", "/oauth/token"])
def test_options_is_no_method_of_its_own(client: Client, path: str) -> None:
    assert client.options(path, headers=ORIGIN).status_code == 405
