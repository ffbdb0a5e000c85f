"""A player whose match is ready confirms by the link in a mail."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from games.matchmaking import job
from games.notifications import send
from players import preferences
from players.models import Player
from players.notifications.channels.mail import MailChannel
from tests.games import tables
from tests.games.matchmaking.seekers import again, cancel, confirm, look, states
from tests.games.notifications import notifications
from tests.games.notifications.fakes import only
from tests.games.pages.clients import Page
from tests.players.smtp_server import smtp_server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from uuid import UUID

    from pytest_django.fixtures import SettingsWrapper

    from games.matchmaking import Seen
    from tests.players.smtp_server import SmtpServer

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def office(settings: SettingsWrapper) -> Iterator[SmtpServer]:
    channel = MailChannel()
    settings.PUBLIC_URL = "https://play.example"
    with smtp_server(settings) as found, only(channel):
        yield found
        channel.hang_up()


def reader() -> UUID:
    player = tables.person()
    address = f"{player.hex}@example.org"
    EmailAddress.objects.create(user=Player.objects.get(id=player), email=address, verified=True, primary=True)
    return player


def called(*others: Seen, language: str = "en") -> Seen:
    """Return the seek of a player with an address who is called for a match with a bot, and is told so."""
    player = reader()
    preferences.change(player_id=player, changes={"language": language})
    seen = look(player, bots=True, least_seats=2 + len(others), most_seats=2 + len(others))
    tables.later(61)
    job.run()
    assert states(seen) == ["called"]
    return seen


def link_in(office: SmtpServer) -> str:
    """Return the path of the link in the only mail."""
    assert send.send_due("email") == 1
    (letter,) = office.letters
    (link,) = set(re.findall(r"https://play\.example/m/[\w-]{64}", letter.part("plain")))
    assert link in letter.part("html")
    return urlsplit(link).path


def page_at(path: str, status: int = 200) -> Page:
    answer: Any = Client().get(path)
    assert answer.status_code == status, answer.content
    return Page(answer.content.decode())


def test_the_link_asks_and_only_its_button_confirms(office: SmtpServer) -> None:
    seen = called()
    path = link_in(office)
    page = page_at(path)
    assert page.heading == "Your match is ready"
    assert states(seen) == ["called"]
    assert Client().post(path, headers={"sec-fetch-site": "cross-site"}).status_code == 403
    assert states(seen) == ["called"]
    answer = Client().post(page.forms[0].action)
    assert (answer.status_code, answer["Location"]) == (303, path)
    assert states(seen) == ["seated"]
    for _ in range(2):
        assert page_at(path).heading == "Your place is confirmed"
        assert Client().post(path).status_code == 303


def test_who_presses_too_late_is_told_so(office: SmtpServer) -> None:
    seen = called()
    path = link_in(office)
    tables.later(61)
    assert page_at(Client().post(path)["Location"], 410).heading == "You come too late for this match"
    assert states(seen) == ["missed"]


def test_the_link_of_a_cancelled_seek_confirms_nothing(office: SmtpServer) -> None:
    seen = called()
    path = link_in(office)
    cancel(seen)
    assert page_at(path, 410).heading == "You come too late for this match"
    assert Client().post(path).status_code == 410
    assert states(seen) == ["cancelled"]


def test_the_link_ends_with_the_address_it_was_sent_to(office: SmtpServer) -> None:
    seen = called()
    path = link_in(office)
    EmailAddress.objects.filter(user_id=seen.seek.player_id).update(email="new@example.org")
    assert page_at(path, 410).heading == "This link has been withdrawn"
    assert Client().post(path).status_code == 410
    assert states(seen) == ["called"]


@pytest.mark.usefixtures("office")
def test_a_mail_is_not_sent_once_the_place_is_confirmed() -> None:
    seen = called()
    confirm(seen)
    assert again(seen).is_seated
    send.send_due("email")
    assert notifications.states(seen.seek.player_id)[0][1] == "dropped"


@pytest.mark.parametrize(("language", "heading"), [("ru", "Ваша партия собрана"), ("fr", "Votre partie est prête")])
def test_mail_and_page_speak_the_language_of_the_player(office: SmtpServer, language: str, heading: str) -> None:
    called(language=language)
    assert page_at(link_in(office)).heading == heading
    assert str(office.letters[0].mail["Subject"]).strip().startswith(heading)
