"""Mails that stand in no inbox, to strangers and about deleted accounts: at once, each of them once, none lost."""

from __future__ import annotations

import socket
from collections import Counter
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from games import hints
from games.notifications import direct_mails, invitations, send, sweep
from games.services import invitations as services
from players.invitations import Invited, Kind
from players.models import Invitation, Leaving, Player
from players.notifications.channels.mail import MailChannel
from players.privacy import leaving_mail
from tests.games import tables
from tests.games.notifications.fakes import only
from tests.games.notifications.test_parallel_mails import SlowServer
from tests.players.smtp_server import smtp_server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_django.fixtures import SettingsWrapper

    from tests.players.smtp_server import SmtpServer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(180)]

CONNECTIONS: Final = 3


@pytest.fixture(params=[0, CONNECTIONS], ids=["one by one", "at once"])
def connections(request: pytest.FixtureRequest, settings: SettingsWrapper) -> Iterator[int]:
    settings.EMAIL_CONNECTIONS = request.param
    channel = MailChannel()
    with only(channel):
        yield request.param
        channel.hang_up()


def some_due() -> list[str]:
    """Make invitations of strangers and accounts to be deleted, and return the addresses of their mails."""
    addresses = []
    for number in range(3):
        player = tables.person()
        own, stranger = f"p{number}@example.org", f"stranger{number}@example.org"
        Player.objects.filter(id=player).update(email=own)
        game = tables.lobby_of(player, seats=3, private=True).game.id
        services.invite(game_id=game, player=player, invited=Invited(Kind.EMAIL, stranger), accepted="en")
        leaver, now = Player.objects.get(id=tables.person()), timezone.now()
        EmailAddress.objects.create(user=leaver, email=f"leaver{number}@example.org", verified=True, primary=True)
        due = now + timedelta(days=30)
        Leaving.objects.create(player=leaver, asked_at=now, due_at=due, next_at=due, mail_at=now)
        addresses += [stranger, f"leaver{number}@example.org"]
    invitations.create_due()
    return addresses


def broken(*_: object) -> None:
    raise ValueError


def recipients(office: SmtpServer) -> Counter[str]:
    return Counter(address for letter in office.letters for address in letter.recipients)


def none_is_due() -> bool:
    return not (
        Invitation.objects.filter(mail_at__isnull=False).exists()
        or Leaving.objects.filter(mail_at__isnull=False).exists()
    )


def test_they_use_all_connections_and_each_is_sent_once(settings: SettingsWrapper, connections: int) -> None:
    addresses = some_due()
    with smtp_server(settings, SlowServer(max(connections, 1), 4)) as office:
        assert send.send_due("email") == len(addresses)
        assert isinstance(office, SlowServer)
        assert office.most == office.calls == max(connections, 1)
        assert send.send_due("email") == 0
    assert recipients(office) == dict.fromkeys(addresses, 1)
    assert none_is_due()


@pytest.mark.usefixtures("connections")
def test_the_answer_of_the_server_decides_about_each_by_itself(settings: SettingsWrapper) -> None:
    addresses = some_due()
    with smtp_server(settings) as office:
        office.refusals = [("RCPT", "550 5.7.1 not wanted"), ("RCPT", "450 later"), ("RCPT", "450 later")]
        assert send.send_due("email") == len(addresses)
        assert len(recipients(office)) == len(addresses) - 3
        tables.later(300)
        assert send.send_due("email") == 2
    assert len(recipients(office)) == len(addresses) - 1
    assert set(recipients(office).values()) == {1}
    assert none_is_due()


@pytest.mark.usefixtures("connections")
def test_a_worker_that_dies_with_them_loses_none(settings: SettingsWrapper) -> None:
    addresses = some_due()
    assert len(list(direct_mails.claim(100))) == len(addresses)  # and nothing is sent or recorded
    with smtp_server(settings) as office:
        assert send.send_due("email") == 0, "they may still be on their way"
        tables.later(600)
        assert send.send_due("email") == len(addresses)
    assert recipients(office) == dict.fromkeys(addresses, 1)


@pytest.mark.usefixtures("connections")
def test_a_second_copy_has_the_same_message_id(settings: SettingsWrapper, monkeypatch: pytest.MonkeyPatch) -> None:
    addresses = some_due()
    with smtp_server(settings) as office:
        with monkeypatch.context() as dying:  # when the mails are sent
            for source in direct_mails.SOURCES:
                dying.setattr(source, "_done", broken)
            send.send_due("email")
        tables.later(600)
        send.send_due("email")
    assert recipients(office) == dict.fromkeys(addresses, 2)
    assert len({str(letter.mail["Message-ID"]) for letter in office.letters}) == len(addresses)


@pytest.mark.usefixtures("connections")
def test_one_that_cannot_be_made_holds_up_no_other(settings: SettingsWrapper, monkeypatch: pytest.MonkeyPatch) -> None:
    some_due()
    monkeypatch.setattr(leaving_mail, "_mail", broken)
    with smtp_server(settings) as office:
        send.send_due("email")
    assert set(recipients(office)) == {f"stranger{number}@example.org" for number in range(3)}
    assert Leaving.objects.filter(mail_at__isnull=False).count() == 3


@pytest.mark.usefixtures("connections")
def test_the_sweep_leaves_the_mail_server_to_another_task(
    settings: SettingsWrapper, monkeypatch: pytest.MonkeyPatch
) -> None:
    some_due()
    woken: list[str] = []
    monkeypatch.setattr(hints, "send", woken.append)
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    with socket.create_server(("127.0.0.1", 0)) as silent:  # a server that never says a word
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", silent.getsockname()[1]
        settings.EMAIL_TIMEOUT = 60
        sweep.run()
        silent.settimeout(0)
        with pytest.raises(BlockingIOError):
            silent.accept()
    assert woken == ["email"]


def test_the_sweep_wakes_nobody_when_none_is_due(monkeypatch: pytest.MonkeyPatch) -> None:
    woken: list[str] = []
    monkeypatch.setattr(hints, "send", woken.append)
    sweep.run()
    assert woken == []
