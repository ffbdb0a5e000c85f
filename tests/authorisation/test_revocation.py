"""A revoked or expired token fails with the next request, however it ended, and so does everything begun with it."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client
from django.utils import timezone

from games.services import erasure as leavings
from players import services
from players.models import Player, Token, Webhook
from players.privacy import leaving
from players.scopes import ALL_SCOPES
from players.webhooks import queue
from tests.authorisation.identities import BACKEND
from tests.contract.client import ContractClient
from tests.games.api.people import Person, make_person, running

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.django_db


def personal(person: Person) -> tuple[Token, str]:
    return services.issue_token(player_id=person.id, kind="personal", name="t", scopes=ALL_SCOPES)


def by_its_owner(person: Person, token: Token) -> None:
    assert person.client.delete(f"/v1/me/tokens/{token.id}").status_code == 204


def by_itself(_person: Person, token: Token) -> None:
    """Do nothing: only the secret can do this; see `died`."""
    assert ContractClient(SECRETS[token.id]).delete(f"/v1/me/tokens/{token.id}").status_code == 204


def by_an_operator(_person: Person, token: Token) -> None:
    answer: Any = operator().post(f"/admin/players/token/{token.id}/delete/", {"post": "yes"})
    assert answer.status_code == 302


def by_an_operator_for_many(_person: Person, token: Token) -> None:
    chosen = {"action": "delete_selected", "_selected_action": str(token.id), "post": "yes"}
    answer: Any = operator().post("/admin/players/token/", chosen)
    assert answer.status_code == 302


def by_time(_person: Person, token: Token) -> None:
    Token.objects.filter(id=token.id).update(expires=timezone.now())


def with_its_player_shut_out(person: Person, _token: Token) -> None:
    answer: Any = operator().post(f"/admin/players/player/{person.id}/change/", {"is_staff": "", "is_superuser": ""})
    assert answer.status_code == 302


def with_its_player_about_to_be_erased(person: Person, _token: Token) -> None:
    device = Token.objects.get(player_id=person.id, kind="device")
    leaving.ask(player_id=person.id, token_id=device.id)
    leaving.begin(person.id)


def with_its_player_erased(person: Person, _token: Token) -> None:
    leavings.erase(person.id)


DEATHS: tuple[Callable[[Person, Token], None], ...] = (
    by_its_owner,
    by_itself,
    by_an_operator,
    by_an_operator_for_many,
    by_time,
    with_its_player_shut_out,
    with_its_player_about_to_be_erased,
    with_its_player_erased,
)
SECRETS: dict[Any, str] = {}


def may_call(hook: str) -> bool:
    """Return whether the webhook exists and its next delivery would be sent."""
    found = Webhook.objects.filter(id=hook, player__is_active=True).first()
    return found is not None and not queue.ended([found])


def operator() -> Client:
    client = Client()
    client.force_login(Player.objects.create_superuser("Olga", "a long password"), backend=BACKEND)
    return client


@pytest.mark.parametrize("die", DEATHS, ids=lambda die: die.__name__)
def test_a_dead_token_opens_nothing(die: Callable[[Person, Token], None]) -> None:
    ada = make_person()
    game = running(ada, make_person())
    token, secret = personal(ada)
    SECRETS[token.id] = secret
    client = ContractClient(secret)
    hook = client.send("/v1/me/webhooks", {"url": "https://hooks.example.com/", "events": ["message"]}).json()["id"]
    asks = (f"/v1/games/{game}", f"/v1/games/{game}/events", "/v1/me", "/v1/me/games", "/v1/rulesets/flip/rules")
    before = [client.get(path).status_code for path in asks]
    assert before == [200] * len(asks)
    die(ada, token)
    assert [client.get(path).status_code for path in asks] == [401, 401, 401, 401, 200]
    again = client.send(f"/v1/games/{game}/nudge")
    assert (again.status_code, again.json()["code"]) == (401, "invalid_token")
    assert not may_call(hook)


def test_a_device_too_many_signs_the_stalest_one_out() -> None:
    ada = make_person()
    Token.objects.filter(player_id=ada.id).update(last_used=timezone.now().date() - timedelta(days=9))
    for _ in range(services.MAX_DEVICE_TOKENS):
        services.issue_token(player_id=ada.id, kind="device")
    assert ada.client.get("/v1/me").status_code == 401


def test_an_operator_who_is_one_no_more_is_out_of_the_admin() -> None:
    client = operator()
    assert client.get("/admin/").status_code == 200
    Player.objects.filter(name="Olga").update(is_staff=False)
    assert client.get("/admin/").status_code == 302


def test_who_stands_up_or_is_removed_sees_no_more_than_others_at_once() -> None:
    ada, bob = make_person(), make_person()
    game = ada.create(seats=3, private=True)["game"]["id"]
    assert bob.sit(game, invitation=ada.code(game)).status_code == 200
    assert bob.client.delete(f"/v1/games/{game}/seats/1").status_code == 200
    assert bob.client.get(f"/v1/games/{game}").status_code == 404
    assert bob.client.get(f"/v1/games/{game}/events").status_code == 404
    assert game not in bob.client.get("/v1/me/games").content.decode()
