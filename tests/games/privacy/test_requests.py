"""Requesting the deletion of an account, and cancelling it."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client
from django.utils import timezone

from games.notifications import sweep
from games.services import worker
from players import services
from players.models import Leaving, Player
from players.privacy import leaving
from players.scopes import ALL_SCOPES
from tests.contract.client import ContractClient
from tests.games.privacy.factories import days_pass, finish, leave, signed_in, with_address

if TYPE_CHECKING:
    from django.core.mail import EmailMessage

    from tests.games.api.people import Person

pytestmark = pytest.mark.django_db

MONTHS = {
    "en": "January|February|March|April|May|June|July|August|September|October|November|December",
    "ru": "января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря",
    "fr": "janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre",
}


def me(person: Person) -> Any:
    return person.client.get("/v1/me").json()


def test_a_guest_who_leaves_is_gone_after_the_days_of_grace(ada: Person) -> None:
    answer = leave(ada)
    assert answer.status_code == 202
    due = Leaving.objects.get(player_id=ada.id).due_at
    assert due - timezone.now() > timedelta(days=6, hours=23)
    assert me(ada)["leaves_at"] == answer.json()["leaves_at"]
    worker.sweep()
    assert me(ada)["name"] == "Ada"  # everything works in the meantime
    finish(ada.id)
    assert ada.client.get("/v1/me").status_code == 401
    assert ada.client.get("/v1/players/Ada").status_code == 401


def test_asking_again_gives_the_same_date(ada: Person) -> None:
    first, second = leave(ada), leave(ada)
    assert first.json() == second.json()


def test_who_stays_loses_nothing_and_may_ask_again(ada: Person) -> None:
    leave(ada)
    assert ada.client.delete("/v1/me/leaving").status_code == 204
    assert ada.client.delete("/v1/me/leaving").status_code == 204
    assert me(ada)["leaves_at"] is None
    worker.sweep()
    assert leave(ada).status_code == 202


def test_once_it_has_begun_nobody_can_act_as_them_and_nothing_stops_it(ada: Person) -> None:
    leave(ada)
    days_pass(ada.id)
    worker.sweep()
    assert ada.client.get("/v1/me").status_code == 401
    assert not leaving.cancel(player_id=ada.id)
    assert Player.objects.filter(id=ada.id).exists()  # the last webhook calls are sent first
    finish(ada.id)


def test_who_has_an_address_must_have_signed_in_with_it_just_now(ada: Person) -> None:
    with_address(ada, "ada@example.org")
    signed_in(ada, timedelta(minutes=16))
    refused = leave(ada)
    assert (refused.status_code, refused.json()["code"]) == (403, "recent_sign_in_required")
    assert not Leaving.objects.exists()
    _, fresh = services.issue_token(player_id=ada.id, kind="device")
    assert ContractClient(fresh).delete("/v1/me").status_code == 202


def test_a_guest_has_nothing_but_their_token_to_show(ada: Person) -> None:
    signed_in(ada, timedelta(days=300))
    assert leave(ada).status_code == 202


def test_a_program_cannot_end_the_account(ada: Person) -> None:
    _, secret = services.issue_token(player_id=ada.id, kind="personal", scopes=ALL_SCOPES)
    refused = ContractClient(secret).delete("/v1/me")
    assert (refused.status_code, refused.json()["code"]) == (403, "device_token_required")


@pytest.mark.parametrize("right", ["is_staff", "is_superuser"])
def test_an_operator_cannot_leave(ada: Person, right: str) -> None:
    Player.objects.filter(id=ada.id).update(**{right: True})
    refused = leave(ada)
    assert (refused.status_code, refused.json()["code"]) == (409, "operator_account")


@pytest.mark.parametrize(
    ("language", "subject", "done"),
    [
        ("en", "Your account will be erased", "You stay"),
        ("ru", "Ваша учётная запись будет удалена", "Вы остаётесь"),
        ("fr", "Votre compte sera effacé", "Vous restez"),
    ],
)
def test_the_mail_says_when_and_its_link_keeps_the_account(
    ada: Person, mailoutbox: list[EmailMessage], language: str, subject: str, done: str
) -> None:
    with_address(ada, "ada@example.org")
    ada.client.patch(
        "/v1/me/preferences",
        {"language": language, "time_zone": "Europe/Paris", "messages": {"*": {"email": False}}},
        content_type="application/json",
    )
    leave(ada)
    sweep.run_in_turn(5.0)
    sweep.run_in_turn(5.0)
    (mail,) = mailoutbox
    assert mail.extra_headers["Content-Language"] == language
    assert mail.to == ["ada@example.org"]
    assert mail.subject == f"[Flipside] {subject}"
    assert re.search(r", \d\d:\d\d \(Europe/Paris, UTC\+[12]\)", mail.body)
    assert re.search(rf"^\d+(er)? ({MONTHS[language]}) 20\d\d, ", str(mail.body), re.MULTILINE)
    found = re.search(r"http://\S+(/m/stay/\S+)", str(mail.body))
    assert found
    path = found[1]
    page = Client().get(path)
    assert page.status_code == 200
    assert page["Content-Language"] == language
    assert "<form" in page.content.decode()
    assert me(ada)["leaves_at"] is not None  # mail programs open links; that changes nothing
    for _ in range(2):  # a button pressed twice
        kept = Client().post(path)
        assert (kept.status_code, done in kept.content.decode()) == (200, True)
    assert me(ada)["leaves_at"] is None
    leave(ada)
    assert Client().post(path).status_code == 410  # the link is about the earlier request
    assert me(ada)["leaves_at"] is not None


def test_a_link_of_nobody_is_a_neutral_page(ada: Person, mailoutbox: list[EmailMessage]) -> None:
    assert Client().get("/m/stay/nonsense").status_code == 404
    with_address(ada, "ada@example.org")
    leave(ada)
    sweep.run_in_turn(5.0)
    path = str(mailoutbox[0].body).partition("/m/stay/")[2].split()[0]
    finish(ada.id)
    for page in (Client().get(f"/m/stay/{path}"), Client().post(f"/m/stay/{path}")):
        assert page.status_code == 410
        assert "Ada" not in page.content.decode()
