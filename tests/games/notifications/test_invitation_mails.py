"""Mails with invitations to addresses without an account: what they say, how many there are, and how they end."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client

from games.notifications import invitation_mails, invitations, sweep
from games.notifications.invitations import MAILS_PER_DAY
from games.services import invitations as services
from players import invitations as players_invitations
from players.invitation_codes import link, written
from players.invitations import Invited, Kind
from players.models import Invitation, Player, UninvitedAddress
from players.notifications.channels.base import Gone, Later
from players.notifications.channels.mail import is_dead
from players.notifications.channels.smtp_connection import Connection
from tests.games import tables

if TYPE_CHECKING:
    from uuid import UUID

    from django.core.mail import EmailMultiAlternatives

pytestmark = pytest.mark.django_db

CY = "cy@example.org"


def host(name: str = "Ann") -> UUID:
    """Return a player with an address, who may invite by mail."""
    player = tables.person()
    Player.objects.filter(id=player).update(name=name, name_key=name.lower(), email=f"{name}@example.org".lower())
    return player


def invite(player: UUID, address: str = CY, language: str = "en", game: UUID | None = None) -> Invitation:
    game = game or tables.lobby_of(player, seats=3, private=True).game.id
    return services.invite(game_id=game, player=player, invited=Invited(Kind.EMAIL, address), accepted=language)


def sent(mailoutbox: list[Any]) -> list[EmailMultiAlternatives]:
    """Return the mails after the worker has run."""
    sweep.run_in_turn(5.0)
    return mailoutbox


def test_a_stranger_gets_the_code_the_link_and_the_reason(mailoutbox: list[Any]) -> None:
    one = invite(host())
    (mail,) = sent(mailoutbox)
    assert mail.to == [CY]
    assert mail.subject == "Ann invites you: UNO Flip!"
    page = str(mail.alternatives[0].content)  # type: ignore[attr-defined]  # Django names the parts
    for text in (mail.body, page):
        assert written(one.code) in text
        assert link(one.code) in text
        assert "because Ann entered your address" in " ".join(text.split())
    headers = mail.extra_headers
    assert headers["Content-Language"] == "en"
    assert headers["Auto-Submitted"] == "auto-generated"
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert str(one.id) in headers["Message-ID"]
    assert CY not in mail.body + page


@pytest.mark.parametrize(
    ("language", "subject"), [("fr", "Ann vous invite"), ("ru-RU", "Ann приглашает вас"), ("de", "Ann invites you")]
)
def test_it_speaks_the_language_of_the_player_who_invites(mailoutbox: list[Any], language: str, subject: str) -> None:
    invite(host(), language=language)
    assert sent(mailoutbox)[0].subject.startswith(subject)


def test_it_is_sent_once(mailoutbox: list[Any]) -> None:
    ann = host()
    game = invite(ann).game_id
    assert len(sent(mailoutbox)) == 1
    invite(ann, game=game)
    assert len(sent(mailoutbox)) == 1
    Invitation.objects.update(state="declined")
    invite(ann, game=game)
    assert len(sent(mailoutbox)) == 1


def test_an_address_gets_few_mails_a_day_from_all_players_together(mailoutbox: list[Any]) -> None:
    for number in range(MAILS_PER_DAY + 1):
        invite(host(f"Ann{number}"))
    assert len(sent(mailoutbox)) == MAILS_PER_DAY
    tables.later(86_400)
    invite(host("Bea"))
    assert len(sent(mailoutbox)) == MAILS_PER_DAY + 1


@pytest.mark.parametrize("state", ["revoked", "declined"])
def test_an_invitation_that_has_ended_is_not_sent(mailoutbox: list[Any], state: str) -> None:
    one = invite(host())
    invitations.create_due()
    players_invitations.end(Invitation.objects.filter(id=one.id), state)  # type: ignore[arg-type]  # the word itself
    assert sent(mailoutbox) == []
    assert Invitation.objects.get().email == ""


def test_nor_is_one_to_a_table_that_is_full(mailoutbox: list[Any]) -> None:
    ann = host()
    one = invite(ann, game=tables.lobby_of(ann, seats=2).game.id)
    invitations.create_due()
    tables.sit(one.game_id, tables.person())
    assert sent(mailoutbox) == []
    assert Invitation.objects.get().mail_at is None


def test_its_last_link_ends_such_mails_by_a_press_and_can_be_taken_back(mailoutbox: list[Any]) -> None:
    invite(host())
    path = re.search(r"http://localhost:8000(/m/no-invitations/\S+)", sent(mailoutbox)[0].body)
    assert path is not None
    assert "No more invitations?" in Client().get(path[1]).content.decode()
    assert not UninvitedAddress.objects.exists()
    for _ in range(2):
        assert Client().post(path[1], {"List-Unsubscribe": "One-Click"}).status_code == 200
    invite(host("Bea"), "CY@example.org".lower())
    assert len(sent(mailoutbox)) == 1
    assert Client().post(path[1], {"what": "again"}).status_code == 200
    invite(host("Cleo"))
    assert len(sent(mailoutbox)) == 2
    assert Client().get(path[1] + "A").status_code == 404


def test_a_mail_that_cannot_be_sent_now_is_tried_again_and_at_last_given_up(
    mailoutbox: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def later(_line: Connection, _mail: object) -> None:
        raise Later("not now")

    one = invite(host())
    with monkeypatch.context() as away:
        away.setattr(Connection, "send", later)
        assert sent(mailoutbox) == []
        assert invitation_mails.due(5) == []
        tables.later(300)
        assert invitation_mails.due(5) == [one.id]
    assert len(sent(mailoutbox)) == 1
    Invitation.objects.update(mail_at="2020-01-01T00:00:00Z", attempts=invitation_mails.MOST_ATTEMPTS)
    monkeypatch.setattr(Connection, "send", later)
    assert len(sent(mailoutbox)) == 1
    assert Invitation.objects.get().mail_at is None


def test_an_address_that_the_mail_server_does_not_know_gets_no_other(
    mailoutbox: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(_line: Connection, _mail: object) -> None:
        raise Gone

    address = "nobody-here@example.org"
    with monkeypatch.context() as away:
        away.setattr(Connection, "send", gone)
        invite(host(), address)
        assert sent(mailoutbox) == []
    assert is_dead(address)
    invite(host("Bea"), address)
    assert sent(mailoutbox) == []
    assert not Invitation.objects.filter(mail_at__isnull=False).exists()
