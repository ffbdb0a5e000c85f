"""A deleted player appears under a neutral word in the reader's language, and their pages say that they are closed."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

import pytest
from django.test import Client

import engine
from games.notifications import create, links
from games.notifications.rendering import names_of
from games.notifications.rendering.texts import TEXTS
from games.services import worker
from players.models import Notification
from players.notifications.channels import unsubscribe
from tests.games import tables
from tests.games.api.people import lobby, running
from tests.games.privacy.factories import days_pass, erase, finish, leave, with_address
from tests.players.people import ask_code, code_in, confirm, sign_in

if TYPE_CHECKING:
    from django.core.mail import EmailMessage
    from pytest_django.fixtures import SettingsWrapper

    from tests.games.api.people import Person

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("language", "word"), [("en", "Deleted player"), ("ru", "Удалённый игрок"), ("fr", "Joueur supprimé")]
)
def test_who_is_gone_is_called_neutrally(ada: Person, bob: Person, language: str, word: str) -> None:
    game = UUID(running(ada, bob))
    erase(ada)
    state = tables.state_of(game, bob.id)
    people = [seat.name for seat in state.game.seats]
    assert names_of(engine.view(state.table, 1), people, TEXTS[language]) == [word, "Bob"]


def test_mails_and_pages_of_the_others_call_them_so_too(ada: Person, bob: Person) -> None:
    game = UUID(running(ada, bob))
    worker.sweep()
    erase(ada)
    (told,) = Notification.objects.filter(player_id=bob.id, kind="autopilot")
    link = links.table_link(told.id, game, tables.version_of(game), address="")
    page = Client().get("/m/" + link.rpartition("/m/")[2])
    assert page.status_code == 200
    text = page.content.decode()
    assert "Deleted player" in text
    assert "Ada" not in text


def test_links_in_their_own_mails_lead_to_a_page_that_says_that_it_is_over(ada: Person, bob: Person) -> None:
    game = UUID(lobby(ada, bob, seats=3))
    worker.sweep()
    one = Notification.objects.filter(player_id=ada.id).first()
    assert one is not None
    link = "/m/" + links.table_link(one.id, game, tables.version_of(game), address="").rpartition("/m/")[2]
    assert Client().get(link).status_code == 200
    off = "/m/" + unsubscribe.link(ada.id, "your_turn").rpartition("/m/")[2]
    erase(ada)
    page = Client().get(link)
    assert page.status_code == 410
    assert "Ada" not in page.content.decode()
    for answer in (Client().get(off), Client().post(off)):
        assert answer.status_code == 200
        assert "Ada" not in answer.content.decode()
    assert create.create_for_command(game, 1) == []


def test_an_account_being_erased_cannot_sign_in_and_afterwards_is_a_new_one(
    ada: Person, mailoutbox: list[EmailMessage], settings: SettingsWrapper
) -> None:
    settings.ACCOUNT_RATE_LIMITS = False
    with_address(ada, "ada@example.org")
    leave(ada)
    days_pass(ada.id)
    worker.sweep()
    asked = ask_code("ada@example.org").json()
    refused = confirm(asked["sign_in"], code_in(mailoutbox[-1]))
    assert (refused.status_code, refused.json()["code"]) == (403, "account_deactivated")
    finish(ada.id)
    assert sign_in("ada@example.org", mailoutbox)["is_new"] is True
