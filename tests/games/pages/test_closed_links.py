"""Invalid and expired links show a friendly page in the reader's language and no hand."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test import Client
from django.utils import timezone

import engine
from games.notifications import links
from games.pages.link import LIFETIME
from games.reads import one_game
from games.services import empty_seats, lobby
from players.models import Notification, Player
from players.preferences import change
from tests.games import tables
from tests.games.pages.clients import FORM, faced_with, visitor

if TYPE_CHECKING:
    from pytest_django import Settings

    from tests.games.pages.clients import Visitor

pytestmark = pytest.mark.django_db


@pytest.fixture
def me() -> Visitor:
    """Return a player who can draw."""
    return faced_with(engine.Draw)[0]


def refused(me: Visitor, path: str, status: int, heading: str) -> None:
    """Check that reading and pressing only show this page, without cards."""
    version = tables.version_of(me.game)
    page = me.see(path, status)
    assert page.heading == heading
    assert page.forms == page.links == []
    assert not any("card" in str(found.get("class")).split() for _, found in page.tags)
    assert me.press(path).status_code == status
    assert tables.version_of(me.game) == version


@pytest.mark.parametrize("token", ["", "x", "a" * 64, "a" * 4000, "%00", "é", "../v1/games", "a/b", "<script>"])
def test_what_is_no_link_is_not_found(me: Visitor, token: str) -> None:
    refused(me, f"/m/{token}", 404, "This link does not work")


def test_a_link_with_any_character_changed_is_not_found(me: Visitor) -> None:
    path = me.move(engine.Draw)
    prefix, token = path[: len(links.PATH)], path[len(links.PATH) :]
    with connection.execute_wrapper(_no_statement):
        for at in range(len(token)):
            changed = prefix + token[:at] + ("A" if token[at] != "A" else "B") + token[at + 1 :]
            assert me.client.get(changed).status_code == 404
            assert me.client.post(changed).status_code == 404
    me.made(path)


def _no_statement(*_query: object) -> None:
    raise AssertionError("a wrong link is worth no statement")


def test_a_link_of_another_installation_is_not_found(me: Visitor, settings: Settings) -> None:
    ours = settings.SECRET_KEY
    settings.SECRET_KEY = "the secret of somebody else"  # noqa: S105  it protects nothing
    path = me.move(engine.Draw)
    settings.SECRET_KEY = ours
    refused(me, path, 404, "This link does not work")


def test_a_link_expires(me: Visitor) -> None:
    old = timezone.now() - LIFETIME
    Notification.objects.filter(id=me.told).update(created_at=old + timedelta(minutes=1))
    assert me.see(me.move(engine.Draw)).forms
    Notification.objects.filter(id=me.told).update(created_at=old - timedelta(minutes=1))
    refused(me, me.move(engine.Draw), 410, "This link has expired")
    refused(me, me.table(), 410, "This link has expired")


def test_a_link_in_a_mail_dies_with_the_address(me: Visitor) -> None:
    mailbox = EmailAddress.objects.create(user_id=me.player, email="ann@example.org", verified=True, primary=True)
    path, pushed = me.moves("ann@example.org")[0][1], me.moves()[0][1]
    assert me.see(path).forms
    EmailAddress.objects.filter(id=mailbox.id).update(email="anna@example.org")
    refused(me, path, 410, "This link has been withdrawn")
    assert me.see(pushed).forms


def test_a_link_dies_with_its_player(me: Visitor) -> None:
    path = me.move(engine.Draw)
    Player.objects.filter(id=me.player).update(is_active=False)
    refused(me, path, 410, "This link is no longer yours to use")


def test_a_link_dies_with_its_message(me: Visitor) -> None:
    path = me.move(engine.Draw)
    Notification.objects.filter(id=me.told).delete()
    refused(me, path, 410, "This link is no longer yours to use")


def test_a_link_without_a_game_shows_none(me: Visitor) -> None:
    path = me.table()
    Notification.objects.filter(id=me.told).update(game_id=None)
    refused(me, path, 410, "This link is no longer yours to use")


def test_a_link_is_good_for_its_game_only(me: Visitor) -> None:
    path = me.move(engine.Draw)
    other = tables.started(me.player, tables.person())
    Notification.objects.filter(id=me.told).update(game_id=other)
    refused(me, path, 410, "This link has been withdrawn")
    Notification.objects.filter(id=me.told).update(game_id=uuid4())
    refused(me, path, 410, "This link has been withdrawn")


@pytest.mark.parametrize("private", [True, False])
def test_a_link_dies_with_the_seat(private: bool) -> None:  # noqa: FBT001  a test's parameter
    host, guest = tables.person(), tables.person()
    outcome = tables.lobby_of(host, seats=3, private=private)
    tables.sit(outcome.game.id, guest, code=tables.code_of(outcome.game.id))
    me = visitor(guest, outcome.game.id)
    assert me.see(me.table()).heading == "The match has not begun"
    lobby.leave_seat(game_id=me.game, player=guest, command_id=uuid4(), request_hash=tables.ASKED)
    refused(me, me.table(), 410, "This link is no longer yours to use")


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_seat_that_is_lost_while_its_page_is_made_is_no_fault(
    me: Visitor, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, events_after = me.move(engine.Draw), one_game.events_after
    tables.send(me.game, me.player, engine.Draw())  # the round goes on, so those without a seat are told nothing of it

    def after_the_erasure(*arguments: Any) -> Any:
        empty_seats.vacate(me.player)
        return events_after(*arguments)

    with monkeypatch.context() as patched:
        patched.setattr(one_game, "events_after", after_the_erasure)
        assert getattr(me.client, method)(path).status_code == (200 if method == "get" else 303)
    refused(me, path, 410, "This link is no longer yours to use")


def test_the_page_speaks_the_language_of_its_reader(me: Visitor) -> None:
    def said(path: str, accepted: str) -> str:
        return me.client.get(path, headers={"accept-language": accepted}).content.decode()

    assert "Ваш ход" in said(me.table(), "ru,en;q=0.5")
    assert "Эта ссылка не работает" in said("/m/x", "ru")
    assert '<html lang="en">' in said("/m/x", "de")
    change(player_id=me.player, changes={"language": "fr"})
    assert "À vous de jouer" in said(me.table(), "ru")
    Notification.objects.filter(id=me.told).update(created_at=timezone.now() - 2 * LIFETIME)
    assert "Ce lien a expiré" in said(me.table(), "ru")


@pytest.mark.parametrize("method", ["put", "patch", "delete", "options", "trace"])
def test_other_methods_are_refused_with_a_page(me: Visitor, method: str) -> None:
    answer = getattr(me.client, method)(me.move(engine.Draw))
    assert answer.status_code == 405
    assert answer["Allow"] == "GET, HEAD, POST"
    assert "<h1>" in answer.content.decode()


@pytest.mark.parametrize("page", ["stay", "unsubscribe"])
def test_so_they_are_at_the_other_pages_of_mails(client: Client, page: str) -> None:
    answer = client.put(f"/m/{page}/AAAA", headers={"accept-language": "fr"})
    assert answer.status_code == 405
    assert answer["Allow"] == "GET, HEAD, POST"
    assert "<h1>" in answer.content.decode()
    assert 'lang="fr"' in answer.content.decode()


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site", "origin": "http://testserver"},
        {"origin": "https://evil.example"},
        {"origin": "https://testserver.evil.example"},
    ],
)
def test_a_press_that_another_site_sends_is_refused(me: Visitor, headers: dict[str, str]) -> None:
    path, version = me.move(engine.Draw), tables.version_of(me.game)
    answer = me.press(path, **headers)
    assert answer.status_code == 403
    assert "another page" in answer.content.decode()
    assert tables.version_of(me.game) == version


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"sec-fetch-site": "same-origin", "origin": "null"},
        {"sec-fetch-site": "none"},
        {"origin": "null"},  # browsers may send this for our page, which sets no referrer
        {"origin": "http://testserver"},
    ],
)
def test_a_press_on_our_own_page_is_taken(me: Visitor, headers: dict[str, str]) -> None:
    assert me.press(me.move(engine.Draw), **headers).status_code == 303


def test_a_form_that_is_too_long_is_refused(me: Visitor) -> None:
    path, version = me.move(engine.Draw), tables.version_of(me.game)
    assert me.client.post(path, b"a=" + b"x" * 70_000, content_type=FORM).status_code == 413
    assert tables.version_of(me.game) == version


@pytest.mark.parametrize("body", [b"\xff\xfe", b"&".join(b"a=%d" % number for number in range(300))])
def test_a_form_that_cannot_be_read_is_refused(me: Visitor, body: bytes) -> None:
    path, version = me.move(engine.Draw), tables.version_of(me.game)
    answer = me.client.post(path, body, content_type=FORM)
    assert answer.status_code == 400
    assert "could not be read" in answer.content.decode()
    assert tables.version_of(me.game) == version


def test_a_fault_of_ours_is_a_page_that_tells_nothing_of_it(me: Visitor, caplog: pytest.LogCaptureFixture) -> None:
    path = me.move(engine.Draw)
    tables.raw("UPDATE game SET state_cache = %s WHERE id = %s", b"no table", me.game)
    for answer in (me.client.get(path), me.press(path)):
        assert answer.status_code == 503
        assert answer["Retry-After"]
        assert "One moment, please" in answer.content.decode()
        assert "Traceback" not in answer.content.decode()
    assert "a request failed" in caplog.text
    assert path not in caplog.text  # the log must not contain a link that its reader could use


def test_nothing_on_these_pages_runs_or_comes_from_elsewhere(me: Visitor) -> None:
    answers = [me.client.get(path) for path in (me.table(), me.move(engine.Draw), "/m/x")]
    answers += [me.press(me.move(engine.Draw)), me.press(me.table(), **{"sec-fetch-site": "cross-site"})]
    for answer in answers:
        policy = answer["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; style-src 'sha256-")
        assert "unsafe" not in policy
        assert "script" not in policy
        assert answer["Referrer-Policy"] == "no-referrer"
        assert answer["X-Frame-Options"] == "DENY"
        assert answer["X-Robots-Tag"] == "noindex, nofollow"
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert answer["Cache-Control"] == "private, no-store"
        assert not answer.cookies
        body = answer.content.decode()
        for word in ("<script", "javascript:", " style=", "onclick", "http://", "https://", "@import"):
            assert word not in body.replace("http://www.w3.org/2000/svg", "")


def test_names_are_text_whatever_they_are_made_of(me: Visitor) -> None:
    Player.objects.filter(id=me.player).update(name="<b>A&\N{RIGHT-TO-LEFT OVERRIDE}")
    other = next(one for one in _others(me))
    assert "&lt;b&gt;A&amp;" in other.client.get(other.table()).content.decode()
    assert "<b>A" not in other.client.get(other.table()).content.decode()


def _others(me: Visitor) -> list[Visitor]:
    seats = tables.state_of(me.game, me.player).game.seats
    return [visitor(seat.player, me.game) for seat in seats if seat.player not in {None, me.player}]


@pytest.mark.usefixtures("counted")
@pytest.mark.parametrize("path", ["/m/x", "/m/stay/x", "/m/unsubscribe/x"])
def test_who_opens_links_without_end_gets_a_page_that_says_so(settings: Settings, path: str) -> None:
    settings.RATE_LIMITS = {"public": (1, 60)}
    browser = Client(REMOTE_ADDR=f"198.51.101.{len(path)}")
    assert browser.get(path).status_code == 404
    answer = browser.get(path, headers={"Accept-Language": "fr"})
    assert (answer.status_code, "Trop à la fois" in answer.content.decode()) == (429, True)
    assert 0 < int(answer["Retry-After"]) <= 60
    assert answer["RateLimit-Policy"] == '"public";q=1;w=60'
