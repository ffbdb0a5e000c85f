"""Players who are asked to stop a match answer with the links in their mails, on a phone without a session."""

from __future__ import annotations

from ipaddress import ip_network
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from playwright.sync_api import expect

import engine
from games.audit import check
from games.notifications import send
from games.services import lobby, worker
from tests.browser.mail_reader import links_of
from tests.browser.test_match_by_mail import NAMES, person
from tests.games import tables
from tests.games.notifications import notifications

if TYPE_CHECKING:
    from uuid import UUID

    from playwright.sync_api import Page
    from pytest_django.fixtures import SettingsWrapper

    from tests.browser.chromium import Chromium
    from tests.players.smtp_server import Letter, SmtpServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(120)]


@pytest.fixture
def match() -> tuple[UUID, list[UUID]]:
    """Return a match of three people who can be reached by mail."""
    people = [person(name) for name in NAMES]
    game = tables.lobby_of(people[0], seats=3, scoring="single_round").game.id
    for player in people[1:]:
        tables.sit(game, player)
    lobby.start(game_id=game, player=people[0], command_id=uuid4(), request_hash=tables.ASKED)
    return game, people


def ask_to_stop(game: UUID, player: UUID, office: SmtpServer) -> dict[str, Letter]:
    """Ask for the end of the match; return the mails about it by address."""
    already = len(office.letters)
    tables.send(game, player, engine.Vote("abort"))
    worker.run_outbox(game)
    notifications.all_due()
    send.send_due("email")
    asked = [letter for letter in office.letters[already:] if "stop the match" in str(letter.mail["Subject"])]
    return {letter.recipients[0]: letter for letter in asked}


def vote(page: Page, url: str) -> str:
    """Open a link and press the button if there is one; return the heading that follows."""
    page.goto(url)
    if page.locator("form").count():
        page.locator("button.main").tap()
        expect(page.locator("form")).to_have_count(0)
    return page.locator("h1").inner_text()


def test_a_match_is_stopped_by_the_links_of_mails(
    browser: Chromium, office: SmtpServer, settings: SettingsWrapper, match: tuple[UUID, list[UUID]]
) -> None:
    settings.OUTBOUND_ALLOW = [ip_network("127.0.0.0/8")]
    game, people = match
    first = ask_to_stop(game, people[0], office)
    assert first.keys() == {"bob@example.org", "cid@example.org"}
    old = links_of(first["bob@example.org"].part("html"))
    assert [words for _, words in old] == [
        "Vote for ending the match",
        "Vote against ending the match",
        "Open the table",
    ]
    [rejected] = [url for url, words in links_of(first["cid@example.org"].part("html")) if "against" in words]
    assert browser.run(lambda page: vote(page, rejected)) == "Your vote is cast"
    assert browser.run(lambda page: vote(page, old[0][0])) == "This vote is over"
    assert not tables.table_of(game).is_over
    second = ask_to_stop(game, people[0], office)
    assert browser.run(lambda page: vote(page, old[0][0])) == "This vote is over"
    for letter in second.values():
        [agreed] = [url for url, words in links_of(letter.part("html")) if words.startswith("Vote for")]
        assert browser.run(lambda page, url=agreed: vote(page, url)) == "Your vote is cast"
    assert tables.table_of(game).is_over
    assert check.check_game(game) is None
