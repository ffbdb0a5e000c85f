"""The players' routes: guests, the own account, tokens, other players."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, cast
from uuid import uuid4

import pytest

from players import secret_tokens, services
from players.models import Player, Token
from players.scopes import ALL_SCOPES
from tests.players.people import client_with

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_django.fixtures import DjangoAssertNumQueries
    from rest_framework.test import APIClient

    from tests.players.people import Someone

pytestmark = pytest.mark.django_db


def program_of(guest: Someone, *scopes: str) -> APIClient:
    _, secret = services.issue_token(player_id=guest.player.id, kind="personal", scopes=scopes)
    return client_with(secret)


# -- Guests


def test_anyone_becomes_a_guest_with_one_empty_request(stranger: APIClient) -> None:
    answer = stranger.post("/v1/guests")
    assert answer.status_code == 201, answer.content
    body = answer.json()
    assert body["player"]["guest"] is True
    assert body["player"]["email"] is None
    assert client_with(body["token"]).get("/v1/me").json() == body["player"]


def test_a_guest_may_bring_a_name(stranger: APIClient) -> None:
    answer = stranger.post("/v1/guests", {"name": "Ａda"}, format="json")
    assert answer.json()["player"]["name"] == "Ada"
    again = stranger.post("/v1/guests", {"name": "ADA"}, format="json")
    assert again.status_code == 409
    assert again.json()["code"] == "name_taken"


def test_a_name_that_cannot_be_one_is_refused_with_the_reason(stranger: APIClient) -> None:
    answer = stranger.post("/v1/guests", {"name": "p\u0430ypal"}, format="json")
    assert answer.status_code == 400
    assert answer.json()["code"] == "invalid_name"
    assert "several scripts" in answer.json()["detail"]


@pytest.mark.parametrize(
    "body",
    [
        {"name": 7},
        {"name": None},
        {"name": True},
        {"name": ""},
        {"name": ["Ada"]},
        {"name": "a" * 73},
        {"is_staff": True},
        {"name": "Ada", "id": "00000000-0000-4000-8000-000000000000"},
        [],
        "Ada",
        {"name": "A\x00b"},
    ],
)
def test_a_body_that_is_not_as_documented_makes_no_guest(body: object, stranger: APIClient) -> None:
    answer = stranger.post("/v1/guests", body, format="json")
    assert answer.status_code == 400, answer.content
    assert answer["Content-Type"] == "application/problem+json"
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    "body", [b"null", b"{", b'{"name": "Ada"} x', b'{"name": "Ada", "name": "Bob"}', b"\xff", b'{"name": "\\ud800x"}']
)
def test_a_body_that_is_not_one_json_object_makes_no_guest(body: bytes, stranger: APIClient) -> None:
    answer = stranger.generic("POST", "/v1/guests", cast("str", body), content_type="application/json")
    assert answer.status_code == 400, answer.content
    assert not Player.objects.exists()


def test_a_stale_token_does_not_keep_anyone_from_becoming_a_guest(guest: Someone) -> None:
    Token.objects.all().delete()
    assert guest.client.post("/v1/guests").status_code == 201


def test_too_many_guests_of_one_network_are_asked_to_wait(stranger: APIClient, settings: Any) -> None:
    settings.GUESTS_PER_HOUR = 2
    forged = ({"x-forwarded-for": f"203.0.113.{number}"} for number in range(5))
    answers = [stranger.post("/v1/guests", headers=headers) for headers in forged]
    assert [answer.status_code for answer in answers] == [201, 201, 429, 429, 429]
    assert answers[-1].json()["code"] == "too_many_guests"
    assert int(answers[-1]["Retry-After"]) > 0


def test_neighbours_in_one_ipv6_network_share_its_limit(stranger: APIClient, settings: Any) -> None:
    settings.GUESTS_PER_HOUR = 1
    statuses = [
        stranger.post("/v1/guests", REMOTE_ADDR=address).status_code
        for address in ("2001:db8:1:2::1", "2001:db8:1:2:ffff::1", "2001:db8:1:3::1")
    ]
    assert statuses == [201, 429, 201]


# -- Who is asking


def wrong_headers(guest: Someone) -> dict[str, str]:
    """Return invalid Authorization headers of every kind, which must get the same answer."""
    token, revoked = services.issue_token(player_id=guest.player.id, kind="personal")
    services.revoke_token(player_id=guest.player.id, token_id=token.id)
    expired, late = services.issue_token(player_id=guest.player.id, kind="personal")
    Token.objects.filter(id=expired.id).update(expires=datetime.now(UTC) - timedelta(seconds=1))
    gone, orphan = services.create_guest()
    Player.objects.filter(id=gone.id).update(is_active=False)
    return {
        "unknown": f"Bearer {secret_tokens.mint_secret('device')}",
        "revoked": f"Bearer {revoked}",
        "expired": f"Bearer {late}",
        "of a deactivated player": f"Bearer {orphan}",
        "cut": f"Bearer {guest.secret[:-1]}",
        "of another kind": "Bearer " + guest.secret.replace("ufd_", "ufp_"),
        "empty": "Bearer",
        "basic": "Basic YTpi",
        "nothing": "",
    }


def test_unknown_expired_and_revoked_tokens_get_the_same_answer_to_the_byte(
    guest: Someone, stranger: APIClient
) -> None:
    seen = set()
    for header in wrong_headers(guest).values():
        answer = stranger.get("/v1/me", HTTP_AUTHORIZATION=header)
        assert answer.status_code == 401
        del answer.headers["X-Request-Id"]
        seen.add((answer.content, tuple(sorted(answer.headers.items()))))
    assert len(seen) == 1
    ((content, headers),) = seen
    assert b"invalid_token" in content
    assert dict(headers)["WWW-Authenticate"] == 'Bearer realm="flipside", error="invalid_token"'


def test_unknown_expired_and_revoked_tokens_cost_the_same(
    guest: Someone, stranger: APIClient, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    headers = wrong_headers(guest)
    for kind in ("unknown", "revoked", "expired", "of a deactivated player"):
        with django_assert_num_queries(2):  # one for the token, one for a merged guest's
            stranger.get("/v1/me", HTTP_AUTHORIZATION=headers[kind])


def test_without_a_token_the_answer_says_which_kind_is_wanted(stranger: APIClient) -> None:
    answer = stranger.get("/v1/me")
    assert answer.status_code == 401
    assert answer.json()["code"] == "not_authenticated"
    assert answer["WWW-Authenticate"] == 'Bearer realm="flipside"'


def test_the_scheme_may_be_written_in_any_case(guest: Someone, stranger: APIClient) -> None:
    assert stranger.get("/v1/me", HTTP_AUTHORIZATION=f"bearer {guest.secret}").status_code == 200


def test_authentication_is_one_statement(guest: Someone, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(2):  # one for the token, one for the profile
        assert guest.client.get("/v1/me").status_code == 200


def test_the_first_use_of_a_day_is_noted(guest: Someone) -> None:
    Token.objects.update(last_used=datetime.now(UTC).date() - timedelta(days=1))
    guest.client.get("/v1/me")
    assert Token.objects.get().last_used == datetime.now(UTC).date()


# -- Scopes


@pytest.mark.parametrize(
    ("method", "path", "needed"),
    [
        ("get", "/v1/me", "account:read"),
        ("patch", "/v1/me", "account:write"),
        ("get", "/v1/me/tokens", "account:read"),
        ("post", "/v1/me/tokens", "account:write"),
        ("delete", "/v1/me/tokens/00000000-0000-4000-8000-000000000000", "account:write"),
    ],
)
def test_each_route_demands_its_own_scope(method: str, path: str, needed: str, guest: Someone) -> None:
    others = [scope for scope in ALL_SCOPES if scope != needed]
    answer = getattr(program_of(guest, *others), method)(path, {}, format="json")
    assert answer.status_code == 403
    assert answer.json()["code"] == "insufficient_scope"
    assert answer.json()["params"] == {"required_scope": needed}
    assert (
        getattr(program_of(guest, needed), method)(path, {}, format="json").json().get("code") != "insufficient_scope"
    )


# -- Oneself


def test_a_player_changes_their_name(guest: Someone, make_guest: Callable[..., Someone]) -> None:
    make_guest("Bob")
    answer = guest.client.patch("/v1/me", {"name": "Ada"}, format="json")
    assert answer.status_code == 200
    assert answer.json()["name"] == "Ada"
    assert guest.client.patch("/v1/me", {"name": "bob"}, format="json").json()["code"] == "name_taken"
    assert guest.client.patch("/v1/me", {}, format="json").json()["name"] == "Ada"


@pytest.mark.parametrize(
    "member", ["id", "email", "guest", "joined_at", "is_staff", "is_superuser", "password", "name_key"]
)
def test_nothing_else_of_a_player_can_be_written(member: str, guest: Someone) -> None:
    before = Player.objects.values().get()
    answer = guest.client.patch("/v1/me", {member: "x", "name": "Ada"}, format="json")
    assert answer.status_code == 400
    assert answer.json()["code"] == "malformed_body"
    assert [fault["pointer"] for fault in answer.json()["errors"]] == [f"#/{member}"]
    assert Player.objects.values().get() == before


# -- Tokens


def test_a_personal_token_does_what_it_was_made_for_until_it_is_revoked(guest: Someone) -> None:
    wish = {"name": "my bot", "scopes": ["account:read", "games:play"]}
    answer = guest.client.post("/v1/me/tokens", wish, format="json")
    assert answer.status_code == 201, answer.content
    made = answer.json()
    assert made["token"].startswith("ufp_")
    assert made["token"].startswith(made["hint"])
    assert made["scopes"] == ["games:play", "account:read"]
    assert made["expires_at"] is None

    program = client_with(made["token"])
    assert program.get("/v1/me").json()["id"] == str(guest.player.id)
    assert guest.client.delete(f"/v1/me/tokens/{made['id']}").status_code == 204
    assert program.get("/v1/me").status_code == 401
    assert guest.client.delete(f"/v1/me/tokens/{made['id']}").status_code == 404


def test_secrets_are_shown_once_and_never_listed(guest: Someone) -> None:
    made = guest.client.post("/v1/me/tokens", {"name": "bot", "scopes": ["games:read"]}, format="json").json()
    listing = guest.client.get("/v1/me/tokens")
    assert made["token"] not in listing.content.decode()
    assert guest.secret not in listing.content.decode()
    shown = {token["id"]: token for token in listing.json()["tokens"]}
    assert len(shown) == 2
    secret = made.pop("token")
    assert secret
    assert shown[made["id"]] == made
    assert [token["kind"] for token in listing.json()["tokens"] if token["current"]] == ["device"]


def test_a_device_can_sign_itself_out(guest: Someone) -> None:
    (current,) = guest.client.get("/v1/me/tokens").json()["tokens"]
    assert guest.client.delete(f"/v1/me/tokens/{current['id']}").status_code == 204
    assert guest.client.get("/v1/me").status_code == 401


def test_a_personal_token_makes_no_further_tokens(guest: Someone) -> None:
    answer = program_of(guest, *ALL_SCOPES).post(
        "/v1/me/tokens", {"name": "x", "scopes": ["games:read"]}, format="json"
    )
    assert answer.status_code == 403
    assert answer.json()["code"] == "device_token_required"


def test_other_peoples_tokens_cannot_be_told_from_none(guest: Someone, make_guest: Callable[..., Someone]) -> None:
    other = make_guest()
    theirs = Token.objects.get(player=other.player)
    for method in ("delete",):
        answers = [getattr(guest.client, method)(f"/v1/me/tokens/{token_id}") for token_id in (theirs.id, uuid4())]
        assert answers[0].status_code == 404
        assert answers[0].content == answers[1].content
    assert str(theirs.id) not in guest.client.get("/v1/me/tokens").content.decode()
    assert other.client.get("/v1/me").status_code == 200


def test_a_token_may_have_an_end(guest: Someone) -> None:
    end = (datetime.now(UTC) + timedelta(days=30)).replace(microsecond=0)
    wish = {"name": "bot", "scopes": ["games:read"], "expires_at": end.isoformat()}
    answer = guest.client.post("/v1/me/tokens", wish, format="json")
    assert datetime.fromisoformat(answer.json()["expires_at"]) == end
    wish["expires_at"] = "2001-01-01T00:00:00Z"
    answer = guest.client.post("/v1/me/tokens", wish, format="json")
    assert answer.status_code == 400
    assert answer.json()["code"] == "invalid_token_request"


@pytest.mark.parametrize(
    "change",
    [
        {"name": None},
        {"name": 3},
        {"name": ""},
        {"name": "x" * 65},
        {"name": "a\x00"},
        {"scopes": []},
        {"scopes": ["root"]},
        {"scopes": "games:read"},
        {"scopes": [["games:read"]]},
        {"scopes": [None]},
        {"scopes": [True]},
        {"scopes": {"games:read": True}},
        {"scopes": ["games:read"] * 99},
        {"expires_at": "soon"},
        {"expires_at": 4102444800},
        {"expires_at": "2099-01-01T00:00:00"},
        {"expires_at": "99999-01-01T00:00:00Z"},
        {"kind": "device"},
        {"player": "00000000-0000-4000-8000-000000000000"},
        {"sha256": "00"},
    ],
)
def test_a_token_is_not_made_from_a_body_that_is_not_as_documented(change: dict[str, object], guest: Someone) -> None:
    wish = {"name": "bot", "scopes": ["games:read"]} | change
    answer = guest.client.post("/v1/me/tokens", wish, format="json")
    assert answer.status_code == 400, answer.content
    assert Token.objects.count() == 1


# -- Other players


def test_strangers_see_a_public_profile_and_nothing_else(
    stranger: APIClient, make_guest: Callable[..., Someone]
) -> None:
    ada = make_guest("Ada")
    Player.objects.filter(id=ada.player.id).update(email="ada@example.org")
    answer = stranger.get("/v1/players/aDA")
    assert answer.status_code == 200
    assert answer.json() == {
        "id": str(ada.player.id),
        "name": "Ada",
        "joined_on": datetime.now(UTC).date().isoformat(),
        "reliability": None,
    }


def test_a_profile_is_found_by_its_id_after_a_new_name(stranger: APIClient, make_guest: Callable[..., Someone]) -> None:
    ada = make_guest("Ada")
    before = stranger.get(f"/v1/players/{ada.player.id}").json()
    ada.client.patch("/v1/me", {"name": "Lovelace"}, format="json")
    after = stranger.get(f"/v1/players/{before['id']}").json()
    assert (before["name"], after) == ("Ada", {**before, "name": "Lovelace"})
    assert stranger.get("/v1/players/Ada").status_code == 404
    assert stranger.get("/v1/players/lovelace").json() == after


def test_an_id_of_nobody_and_of_a_closed_account_cannot_be_told_apart(
    stranger: APIClient, make_guest: Callable[..., Someone]
) -> None:
    ada = make_guest("Ada")
    Player.objects.update(is_active=False)
    closed = stranger.get(f"/v1/players/{ada.player.id}")
    assert closed.status_code == 404
    assert closed.content == stranger.get(f"/v1/players/{uuid4()}").content


def test_names_of_any_script_are_found(stranger: APIClient, make_guest: Callable[..., Someone]) -> None:
    make_guest("山田太郎")
    assert stranger.get("/v1/players/%E5%B1%B1%E7%94%B0%E5%A4%AA%E9%83%8E").json()["name"] == "山田太郎"


@pytest.mark.parametrize(
    "name", ["nobody", "%00", "a%00b", "x" * 4000, "%F0%9F%92%A9", "..", "%2e%2e", "a%2Fb", "me", "%FF"]
)
def test_unknown_and_impossible_players_are_not_found(name: str, stranger: APIClient) -> None:
    answer = stranger.get(f"/v1/players/{name}")
    assert answer.status_code == 404
    assert answer["Content-Type"] == "application/problem+json"


def test_a_deactivated_player_cannot_be_told_from_none(stranger: APIClient, make_guest: Callable[..., Someone]) -> None:
    make_guest("Ada")
    Player.objects.update(is_active=False)
    assert stranger.get("/v1/players/Ada").content == stranger.get("/v1/players/Bob").content


def test_a_bad_token_is_refused_on_public_routes_too(stranger: APIClient, make_guest: Callable[..., Someone]) -> None:
    make_guest("Ada")
    assert stranger.get("/v1/players/Ada", HTTP_AUTHORIZATION="Bearer nonsense").status_code == 401


def test_answers_are_kept_by_no_cache(guest: Someone) -> None:
    for path in ("/v1/me", "/v1/me/tokens", f"/v1/players/{guest.player.name}"):
        assert "no-store" in guest.client.get(path)["Cache-Control"]


def test_a_query_where_none_is_taken_is_named() -> None:
    _, secret = services.create_guest()
    answer = client_with(secret).get("/v1/me/tokens?nonsense=1&other=2")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_parameter")
    assert [fault["parameter"] for fault in answer.json()["errors"]] == ["nonsense"]
