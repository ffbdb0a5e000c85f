"""The reasons for refusing to merge a guest; a refused merge changes nothing."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

from common import clock
from players import secret_tokens, services, vacations
from players.models import App, Authorization, Merge, Player, Token
from players.privacy import leaving
from players.scopes import ALL_SCOPES
from players.vacations import Wish
from tests.contract.client import ContractClient
from tests.games.api.people import lobby, running
from tests.games.merges.factories import MERGE, make_guest, merge
from tests.games.privacy.factories import signed_in, with_address

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.games.api.people import Person
    from tests.games.merges.factories import Guest

pytestmark = pytest.mark.django_db


def refused(answer: Any, status: int, code: str, guest: Guest) -> Any:
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.content
    assert not Merge.objects.exists()
    assert guest.person.client.get("/v1/me").json()["guest"] in {True, False}, "the token works as ever"
    return answer.json().get("params", {})


def test_both_at_one_table_must_part_before(ada: Person, bob: Person, guest: Guest) -> None:
    match, table = running(guest.person, ada, bob), lobby(guest.person, ada, seats=3)
    elsewhere = lobby(guest.person, seats=2)
    said = refused(merge(ada, guest), 409, "seated_together", guest)
    assert sorted(said["games"]) == sorted([match, table])
    assert guest.person.see(elsewhere)["your_seat"] == 0


def test_a_table_at_which_both_have_played_keeps_the_account_alone(ada: Person, bob: Person, guest: Guest) -> None:
    over = running(guest.person, ada, bob)
    for one in (guest.person, ada):
        one.command(over, {"type": "resign"})
    assert bob.see(over)["status"] == "finished"
    answer = merge(ada, guest)
    assert (answer.status_code, answer.json()["games"]) == (200, 0)
    seats = bob.see(over)["seats"]
    assert ([seat["name"] for seat in seats], ada.see(over)["your_seat"]) == ([None, "Ada", "Bob"], 1)


def test_an_account_is_no_guest(ada: Person, guest: Guest) -> None:
    with_address(guest.person, "guest@example.org")
    refused(merge(ada, guest), 409, "not_a_guest", guest)


def test_no_player_merges_their_own_account(ada: Person) -> None:
    _, secret = services.issue_token(player_id=ada.id, kind="device")
    answer = ada.client.send(MERGE, {"token": secret})
    assert (answer.status_code, answer.json()["code"]) == (409, "not_a_guest")
    assert ada.client.get("/v1/me").status_code == 200


def test_a_guest_cannot_take_another(guest: Guest) -> None:
    refused(merge(make_guest().person, guest), 403, "email_required", guest)


def test_signing_in_must_be_fresh(ada: Person, guest: Guest) -> None:
    signed_in(ada, timedelta(minutes=16))
    assert refused(merge(ada, guest), 403, "recent_sign_in_required", guest) == {"minutes": 15}


def test_no_program_and_no_app_may_do_it(ada: Person, guest: Guest) -> None:
    everything, narrow = (
        services.issue_token(player_id=ada.id, kind="personal", scopes=scopes)[1]
        for scopes in (ALL_SCOPES, ["games:read", "games:play"])
    )
    app = app_of(ada)
    for secret, code in (
        (everything, "device_token_required"), (narrow, "insufficient_scope"), (app, "own_token_required"),
    ):  # fmt: skip
        refused(ContractClient(secret).send(MERGE, {"token": guest.secret}), 403, code, guest)


def app_of(person: Person) -> str:
    """Return the token of an app that the player has authorized for every scope."""
    app = App(id=str(uuid4()), name="App", owner_id=person.id, type="public", data={}, secret="")
    app.redirect_uris, app.scopes = "https://app.example/back", "games:read"
    app.save(force_insert=True)
    ends = clock.now() + timedelta(days=1)
    lets = Authorization.objects.create(
        player_id=person.id, app=app, scopes=list(ALL_SCOPES), code_sha256=uuid4().bytes * 2, challenge="A" * 43,
        redirect_uri="https://app.example/back", exchanged=clock.now(), refresh_sha256=uuid4().bytes * 2,
        last_used=ends.date(), expires=ends,
    )  # fmt: skip
    secret = secret_tokens.mint_secret(secret_tokens.APP)
    Token.objects.create(
        player_id=person.id, kind=secret_tokens.APP, hint="app", sha256=secret_tokens.digest(secret),
        scopes=list(ALL_SCOPES), last_used=ends.date(), expires=ends, authorization=lets,
    )  # fmt: skip
    return secret


@pytest.mark.parametrize("kind", ["personal", "unknown", "revoked", "merged", "leaving"])
def test_only_the_living_token_of_a_guests_device_will_do(
    ada: Person, guest: Guest, kind: str, person: Callable[..., Person]
) -> None:
    secret = guest.secret
    if kind == "personal":
        _, secret = services.issue_token(player_id=guest.person.id, kind="personal")
    elif kind == "unknown":
        secret = "ufd_" + "a" * 43
    elif kind == "revoked":
        Token.objects.filter(player_id=guest.person.id).delete()
    elif kind == "merged":
        other = person("Cid")
        with_address(other, "cid@example.org")
        assert merge(other, guest).status_code == 200
    else:
        Player.objects.filter(id=guest.person.id).update(is_active=False)
    answer = ada.client.send(MERGE, {"token": secret})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_guest_token")


@pytest.mark.parametrize("body", [{}, {"token": ""}, {"token": 7}, {"token": "x", "more": 1}, {"token": "ufd_\0"}])
def test_a_body_that_names_no_token_is_malformed(ada: Person, body: object) -> None:
    answer = ada.client.send(MERGE, body)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed_body")


def test_a_vacation_of_the_guest_must_end_before(ada: Person, bob: Person, guest: Guest) -> None:
    running(guest.person, bob, clock="day")
    now = clock.now()
    vacations.plan(player_id=guest.person.id, wish=Wish(now + timedelta(days=1), now + timedelta(days=3)), now=now)
    refused(merge(ada, guest), 409, "guest_on_vacation", guest)
    vacations.end(player_id=guest.person.id, now=now)
    assert merge(ada, guest).status_code == 200


@pytest.mark.parametrize("who", ["guest", "account"])
def test_who_is_going_to_be_erased_stays_first(ada: Person, guest: Guest, who: str) -> None:
    goer = guest.person if who == "guest" else ada
    leaving.ask(player_id=goer.id, token_id=Token.objects.get(player_id=goer.id).id)
    assert who in refused(merge(ada, guest), 409, "about_to_leave", guest)["reason"]
    leaving.cancel(player_id=goer.id)
    assert merge(ada, guest).status_code == 200


def test_an_operator_is_no_guest(ada: Person, guest: Guest) -> None:
    Player.objects.filter(id=guest.person.id).update(is_staff=True)
    refused(merge(ada, guest), 409, "operator_account", guest)


def test_guessing_tokens_is_limited(ada: Person, settings: Any) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "sign_up": (2, 3600)}
    answers = [ada.client.send(MERGE, {"token": f"ufd_{number:043d}"}).status_code for number in range(3)]
    assert answers == [422, 422, 429]


def test_others_at_the_table_keep_their_seats(ada: Person, bob: Person, guest: Guest) -> None:
    match = running(bob, guest.person)
    merge(ada, guest)
    assert (bob.see(match)["your_seat"], ada.see(match)["your_seat"]) == (0, 1)
