"""A turn notification from the game to the player's mailbox: real game, ledger, channel and mail server."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

import engine
from games.notifications import create_for_command, send
from games.notifications.compose import collapse
from games.notifications.rendering.moves import MOST
from games.services import lobby, standing_orders
from players import preferences
from players.models import Player
from players.notifications.channels.mail import MailChannel
from tests.games import tables
from tests.games.notifications import notifications
from tests.games.notifications.fakes import only
from tests.players.smtp_server import smtp_server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from uuid import UUID

    from pytest_django.fixtures import SettingsWrapper

    from tests.players.smtp_server import SmtpServer

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(params=[0, 3], ids=["one by one", "at once"])
def office(request: pytest.FixtureRequest, settings: SettingsWrapper) -> Iterator[SmtpServer]:
    channel = MailChannel()
    settings.EMAIL_CONNECTIONS = request.param
    settings.PUBLIC_URL = "https://play.example"
    with smtp_server(settings) as found, only(channel):
        yield found
        channel.hang_up()


def with_address(player: UUID) -> UUID:
    EmailAddress.objects.create(
        user=Player.objects.get(id=player), email=f"{player.hex}@example.org", verified=True, primary=True
    )
    return player


def turn_of_somebody_with_mail(**options: bool) -> tuple[UUID, UUID]:
    """Return a game and the player who has just been given the turn and was notified."""
    people = with_address(tables.person()), with_address(tables.person())
    game = tables.started(*people, **options)
    while True:
        seat, command = tables.legal(game)
        outcome = tables.send(game, people[seat], command)
        if outcome.table.turn not in {None, seat}:
            break
    create_for_command(game, outcome.game.version)
    assert outcome.table.turn is not None
    return game, people[outcome.table.turn]


def test_a_turn_comes_as_a_mail_with_the_table_and_a_link_for_every_move(office: SmtpServer) -> None:
    game, me = turn_of_somebody_with_mail()
    assert send.send_due("email") == 1
    (letter,) = office.letters
    assert letter.recipients == [f"{me.hex}@example.org"]
    state = tables.state_of(game, me)
    assert state.seat is not None
    assert str(letter.mail["Subject"]).startswith("Your turn: UNO Flip! with ")

    text, page = letter.part("plain"), letter.part("html")
    legal = engine.legal_commands(state.table, state.seat)
    links = set(re.findall(r"https://play\.example/m/[\w-]{64}", text))
    assert links == set(re.findall(r'href="(https://play\.example/m/[\w-]{64})"', page))
    assert len(links) == min(len(legal), MOST) + 1
    assert len(letter.raw) < 200_000
    assert notifications.states(me)[-1] == ("your_turn", "sent", "")


def test_a_mail_tells_of_standing_orders_and_one_press_cancels_them(office: SmtpServer) -> None:
    game, me = turn_of_somebody_with_mail(standing_orders=True)
    standing_orders.give(game, me, engine.Orders(challenge=4), timedelta(days=3))
    send.send_due("email")
    (letter,) = office.letters
    text = letter.part("plain")
    assert "orders stand" in text
    (link,) = re.findall(r"Cancel my orders:\s+(https://\S+)", text)
    assert f'href="{link}"' in letter.part("html")
    path = urlsplit(link).path
    asked = Client().get(path)
    assert (asked.status_code, "Cancel your orders?" in asked.content.decode()) == (200, True)
    assert standing_orders.read(game, me) is not None, "scanners open links"
    for _ in range(2):
        assert Client().post(path).status_code == 200
        assert standing_orders.read(game, me) is None
    assert "no orders" in Client().get(path).content.decode()
    assert Client().post(path, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403


def test_mails_of_a_game_belong_together_and_one_press_ends_them(office: SmtpServer) -> None:
    game, me = turn_of_somebody_with_mail()
    send.send_due("email")
    (letter,) = office.letters
    assert letter.mail["References"] == letter.mail["In-Reply-To"] == f"<game.{collapse(game)}@play.example>"

    (link,) = re.findall(r"<(.+)>", letter.mail["List-Unsubscribe"])
    assert Client().post(urlsplit(link).path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert not preferences.of(me).wants("your_turn", "email")
    assert preferences.of(me).wants("match_over", "email")


@pytest.mark.parametrize(
    ("language", "subject"), [("ru", "Ваш ход: UNO Flip!"), ("fr", "À vous\N{NO-BREAK SPACE}: UNO Flip!")]
)
def test_a_mail_speaks_the_language_of_its_reader(office: SmtpServer, language: str, subject: str) -> None:
    _, me = turn_of_somebody_with_mail()
    preferences.change(player_id=me, changes={"language": language})
    send.send_due("email")
    (letter,) = office.letters
    assert letter.mail["Subject"].strip().startswith(subject)  # a long one begins on a line of its own
    assert letter.mail["Content-Language"] == language
    assert f'<html lang="{language}"' in letter.part("html")


def test_an_address_that_is_unknown_is_left_alone_and_the_message_dropped(office: SmtpServer) -> None:
    _, me = turn_of_somebody_with_mail()
    office.refusals = [("RCPT", "550 5.1.1 no such user")]
    send.send_due("email")
    assert office.letters == []
    assert notifications.states(me)[-1] == ("your_turn", "dropped", "gone")


def test_a_busy_server_gets_the_same_mail_later(office: SmtpServer) -> None:
    _, me = turn_of_somebody_with_mail()
    office.refusals = [("DATA", "451 4.7.1 busy")]
    send.send_due("email")
    assert office.letters == []
    assert notifications.states(me)[-1][1] == "pending"
    notifications.all_due()
    send.send_due("email")
    (letter,) = office.letters
    assert letter.mail["Message-ID"] == f"<{notifications.latest(me, 'your_turn').id}@play.example>"


def test_the_end_of_a_match_comes_with_its_result(office: SmtpServer) -> None:
    people = with_address(tables.person()), with_address(tables.person())
    game = tables.started(*people, scoring="single_round")
    notifications.finish(game, *people)
    notifications.told(game)
    notifications.all_due()
    send.send_due("email")
    ended = [letter for letter in office.letters if "The match is over" in str(letter.mail["Subject"])]
    assert {letter.recipients[0] for letter in ended} == {f"{player.hex}@example.org" for player in people}
    assert sum("You have won the match" in letter.part("plain") for letter in ended) == 1
    for letter in ended:
        assert re.search(r"1\. .*winner", letter.part("plain"))
        assert "See the match" in letter.part("html")
        assert f'href="https://play.example/v1/games/{game}/events"' in letter.part("html")
        assert f"https://play.example/v1/games/{game}/events" in letter.part("plain")


@pytest.mark.parametrize("private", [False, True])
def test_whatever_the_mail_about_the_end_of_a_match_leads_to_opens_in_a_browser(
    office: SmtpServer, *, private: bool
) -> None:
    people = with_address(tables.person()), with_address(tables.person())
    game = tables.lobby_of(people[0], private=private).game.id
    tables.sit(game, people[1], code=tables.code_of(game))
    lobby.start(game_id=game, player=people[0], command_id=uuid4(), request_hash=tables.ASKED)
    tables.send(game, people[0], engine.Resign())
    notifications.told(game)
    notifications.all_due()
    send.send_due("email")
    (letter,) = [one for one in office.letters if "The match is over" in str(one.mail["Subject"])][:1]
    led_to = set(re.findall(r'href="https://play\.example([^"]+)"', letter.part("html")))
    assert led_to == set(re.findall(r"https://play\.example(\S+)", letter.part("plain")))
    assert any(path.startswith("/m/") for path in led_to)
    assert {path: Client().get(unescape(path)).status_code for path in led_to} == dict.fromkeys(led_to, 200)
