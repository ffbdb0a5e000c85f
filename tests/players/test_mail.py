"""Mail as a server receives it: headers, parts, refusals, and the unsubscribe link."""

from __future__ import annotations

import re
import socket
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from uuid import UUID, uuid4

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from players import preferences, services
from players.notifications import kinds, readers
from players.notifications.channels import Gone, Later, OutgoingMessage, Refused, channel, unsubscribe
from players.notifications.channels.mail import MailChannel
from tests.players.smtp_server import smtp_server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_django.fixtures import SettingsWrapper

    from tests.players.smtp_server import SmtpServer

pytestmark = pytest.mark.django_db


@pytest.fixture
def office(settings: SettingsWrapper) -> Iterator[SmtpServer]:
    with smtp_server(settings) as found:
        yield found


@pytest.fixture
def mail() -> Iterator[MailChannel]:
    """Yield a channel whose connection ends with the test."""
    found = MailChannel()
    yield found
    found.hang_up()


def someone(address: str = "ann@example.org", *, verified: bool = True, primary: bool = True) -> UUID:
    player, _ = services.create_guest()
    EmailAddress.objects.create(user=player, email=address, verified=verified, primary=primary)
    return player.id


def message(player: UUID, **other: object) -> OutgoingMessage:
    first = OutgoingMessage(
        id=UUID(int=7),
        kind="your_turn",
        player_id=player,
        language="ru",
        title="Ваш ход",
        body="Ваш ход.",
        text="Ваш ход, Анна.\n" + "Стол. " * 20 + "\n",
        html="<p>Ваш ход, <b>Анна</b>.</p>" + "<p>длинная строка</p>" * 100,
        url="https://play.example/m/x",
        created_at=datetime(2026, 11, 21, tzinfo=UTC),
        collapse="ZW4gamV1IGRlIGNhcnRlcw",
        unsubscribe_url="https://play.example/m/unsubscribe/x",
    )
    return replace(first, **other)  # type: ignore[arg-type]


def test_a_mail_arrives_with_both_parts_text_first(office: SmtpServer, mail: MailChannel) -> None:
    player = someone()
    sent = message(player)
    mail.send(None, sent)

    (letter,) = office.letters
    assert (letter.sender, letter.recipients) == ("table@play.example", ["ann@example.org"])
    assert letter.mail.get_content_type() == "multipart/alternative"
    assert [part.get_content_type() for part in letter.mail.iter_parts()] == ["text/plain", "text/html"]
    assert letter.part("plain").replace("\r\n", "\n") == sent.text
    assert letter.part("html") == sent.html
    assert max(map(len, letter.raw.splitlines())) <= 998


def test_the_headers_say_whose_turn_it_is_and_that_no_person_writes(office: SmtpServer, mail: MailChannel) -> None:
    player = someone()
    receipt = mail.send(None, message(player))
    mail.send(None, message(player, id=UUID(int=8)))

    first, second = (letter.mail for letter in office.letters)
    assert first["Subject"] == "Ваш ход"
    assert first["From"] == "Flipside <table@play.example>"
    assert first["Message-ID"] == receipt == f"<{UUID(int=7)}@play.example>"
    assert second["Message-ID"] != first["Message-ID"]
    assert first["References"] == first["In-Reply-To"] == second["References"]
    assert first["Auto-Submitted"] == "auto-generated"
    assert first["Precedence"] == "bulk"
    assert first["List-Unsubscribe"] == "<https://play.example/m/unsubscribe/x>"
    assert first["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert first["Content-Language"] == "ru"
    assert all(len(first.get_all(name, [])) == 1 for name in ("From", "To", "Date", "Message-ID", "Subject"))


def test_a_mail_sent_again_is_the_same_mail(office: SmtpServer, mail: MailChannel) -> None:
    player = someone()
    assert mail.send(None, message(player)) == mail.send(None, message(player))
    first, second = (letter.mail for letter in office.letters)
    assert first["Message-ID"] == second["Message-ID"]


@pytest.mark.parametrize(
    "evil", ["\r\nBcc: all@example.com", "\nX-Evil: 1", "\r", "\x0b\x0c", "\u2028X: 1", "\u0085X: 1"]
)
def test_a_title_brings_no_header(office: SmtpServer, mail: MailChannel, evil: str) -> None:
    mail.send(None, message(someone(), title=f"Ann{evil} waits"))
    (letter,) = office.letters
    assert letter.recipients == ["ann@example.org"]
    assert letter.mail["Bcc"] is letter.mail["X-Evil"] is letter.mail["X"] is None
    assert str(letter.mail["Subject"]).startswith("Ann ")


def test_a_line_to_the_server_serves_several_mails(office: SmtpServer, mail: MailChannel) -> None:
    player = someone()
    for number in range(5):
        mail.send(None, message(player, id=UUID(int=number)))
    assert len(office.letters) == 5
    assert office.calls == 1


def test_only_verified_primary_addresses_of_active_players_get_mail(mail: MailChannel) -> None:
    reached = someone("a@example.org")
    others = [someone("b@example.org", verified=False), someone("c@example.org", primary=False)]
    player, _ = services.create_guest()
    assert reached_by(mail, player.id, *others, reached) == {reached}
    EmailAddress.objects.create(user=player, email="d@example.org", verified=True, primary=True)
    type(player).objects.filter(id=player.id).update(is_active=False)
    assert reached_by(mail, player.id) == set()


def reached_by(channel: MailChannel, *players: UUID) -> set[UUID]:
    """Return those of the players who have an address."""
    return {player for player, reader in readers.load(players, [channel]).items() if reader.devices["email"] == [None]}


def test_who_has_lost_their_address_meanwhile_gets_nothing(office: SmtpServer, mail: MailChannel) -> None:
    with pytest.raises(Gone):
        mail.send(None, message(services.create_guest()[0].id))
    assert office.letters == []


def test_without_a_cache_mail_has_its_address(office: SmtpServer, mail: MailChannel, settings: SettingsWrapper) -> None:
    here = settings.CACHES["default"]
    settings.CACHES = {"default": here | {"LOCATION": "redis://127.0.0.1:1/1"}}
    mail.send(None, message(someone("ann@example.org")))
    assert [letter.recipients for letter in office.letters] == [["ann@example.org"]]


@pytest.mark.parametrize(
    ("stage", "answer", "meaning"),
    [
        ("RCPT", "450 4.2.1 greylisted", Later),
        ("RCPT", "452 4.2.2 mailbox full", Later),
        ("RCPT", "550 5.1.1 no such user", Gone),
        ("RCPT", "553 5.1.3 bad address", Gone),
        ("RCPT", "550 5.7.1 not wanted here", Refused),
        ("MAIL", "451 4.3.0 try again", Later),
        ("MAIL", "530 5.7.0 authentication required", Later),
        ("MAIL", "552 5.3.4 too large", Refused),
        ("DATA", "421 4.3.2 shutting down", Later),
        ("DATA", "451 4.7.1 busy", Later),
        ("DATA", "554 5.7.1 looks like spam", Refused),
    ],
)
def test_what_the_server_answers_decides_what_becomes_of_the_mail(
    office: SmtpServer, mail: MailChannel, stage: str, answer: str, meaning: type[Exception]
) -> None:
    player = someone(f"{uuid4().hex}@example.org")  # a dead address stays dead for days
    office.refusals = [(stage, answer)]
    with pytest.raises(meaning) as refusal:
        mail.send(None, message(player))
    assert answer[4:] in str(refusal.value)
    assert office.letters == []
    if meaning is Gone:
        with pytest.raises(Gone):
            mail.send(None, message(player))
        assert office.letters == [], "the server would have taken it now"

    other = someone("bob@example.org")
    mail.send(None, message(other))
    assert [letter.recipients for letter in office.letters] == [["bob@example.org"]]


def test_a_server_that_is_down_means_later(settings: SettingsWrapper, mail: MailChannel) -> None:
    player = someone()
    with smtp_server(settings) as office:
        mail.send(None, message(player))
    assert len(office.letters) == 1
    for _ in range(2):
        with pytest.raises(Later):
            mail.send(None, message(player))


def test_a_server_that_tired_of_waiting_is_called_again(office: SmtpServer, mail: MailChannel) -> None:
    player = someone()
    mail.send(None, message(player))
    server: Any = mail._connections.idle[0].server
    server.connection.sock.shutdown(socket.SHUT_RDWR)
    with pytest.raises(Later) as refusal:
        mail.send(None, message(player))
    assert refusal.value.seconds == 1.0
    mail.send(None, message(player))
    assert len(office.letters) == 2


def test_mail_is_a_channel_of_this_service() -> None:
    found = channel("email")
    assert found is not None
    assert found.for_people
    assert found.digests


# -- The link that ends mails ------------------------------------------------------------------------------------------


def path_of(player: UUID, kind: str = "your_turn") -> str:
    return urlsplit(unsubscribe.link(player, kind)).path


def test_one_press_in_the_mail_program_ends_that_kind_and_no_other() -> None:
    player = someone()
    assert preferences.of(player).wants("your_turn", "email")
    answer = Client(enforce_csrf_checks=True).post(path_of(player), {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    wishes = preferences.of(player)
    assert not wishes.wants("your_turn", "email")
    assert wishes.wants("match_over", "email")
    assert wishes.wants("your_turn", "webpush")
    assert Client().post(path_of(player)).status_code == 200


def test_looking_at_the_link_changes_nothing() -> None:
    player = someone()
    answer = Client().get(path_of(player))
    assert answer.status_code == 200
    assert "your turn" in answer.content.decode()
    assert "<form method=" in answer.content.decode()
    assert answer.content.decode().count("<main>") == 1
    assert Client().head(path_of(player)).status_code == 200
    assert preferences.of(player).wants("your_turn", "email")


def test_the_page_speaks_the_language_of_its_player() -> None:
    player = someone()
    preferences.change(player_id=player, changes={"language": "ru"})
    answer = Client().get(path_of(player))
    assert "Больше не присылать" in answer.content.decode()
    assert answer["Content-Language"] == "ru"


def test_the_page_speaks_the_language_of_the_browser_to_who_has_chosen_none() -> None:
    french, player = {"Accept-Language": "fr-CH, fr;q=0.9, en;q=0.8"}, someone()
    assert "Ne plus recevoir" in Client().get(path_of(player), headers=french).content.decode()
    assert "Ce lien ne fonctionne pas" in Client().get("/m/unsubscribe/x", headers=french).content.decode()
    preferences.change(player_id=player, changes={"language": "en"})
    assert "No more mails" in Client().get(path_of(player), headers=french).content.decode()


@pytest.mark.parametrize(("kind", "what"), [("digest", ""), ("your_turn", "all")])
def test_ending_the_digest_or_everything_ends_all_mails(kind: str, what: str) -> None:
    player = someone()
    preferences.change(player_id=player, changes={"messages": {"nudge": {"email": True}}})
    assert Client().post(path_of(player, kind), {"what": what}).status_code == 200
    wishes = preferences.of(player)
    assert not any(wishes.wants(kind, "email") for kind in kinds.kinds())
    assert wishes.wants("your_turn", "webpush")


@pytest.mark.parametrize(("kind", "what"), [("your_turn", ""), ("your_turn", "all"), ("digest", "")])
def test_who_has_ended_mails_can_take_it_back_on_the_page_that_says_so(kind: str, what: str) -> None:
    player = someone()
    before = preferences.of(player).matrix()
    done = Client().post(path_of(player, kind), {"what": what}).content.decode()
    assert preferences.of(player).matrix() != before
    assert "Send them again" in done
    (again,) = re.findall(r'name="what" value="(.+?)"', done)
    answer = Client().post(path_of(player, kind), {"what": again})
    assert "again" in answer.content.decode()
    assert preferences.of(player).matrix() == before


def test_a_changed_or_foreign_link_says_so_and_does_nothing(settings: SettingsWrapper) -> None:
    player, other = someone(), someone("bob@example.org")
    path = path_of(player)
    swapped = "A" if path[-1] != "A" else "B"
    for bad in (
        path[:-1] + swapped,
        path[:-1],
        path + "AA",
        path[:-24],
        "/m/unsubscribe/%00",
        "/m/unsubscribe/" + "x" * 3000,
    ):
        for answer in (Client().get(bad), Client().post(bad)):
            assert answer.status_code == 404
    settings.SECRET_KEY = "another key"  # noqa: S105 - as it says
    assert Client().post(path).status_code == 404
    assert preferences.of(player).wants("your_turn", "email")
    assert preferences.of(other).wants("your_turn", "email")


def test_the_link_of_somebody_who_is_gone_still_answers() -> None:
    answer = Client().post(path_of(uuid4()))
    assert answer.status_code == 200


def test_the_page_runs_nothing_and_is_framed_by_nobody() -> None:
    answer = Client().get(path_of(someone()))
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
    assert answer["Referrer-Policy"] == "no-referrer"
    assert answer["Cache-Control"] == "private, no-store"
