"""Three people play a whole round with the links in their mails only, while a webhook receives every event."""

from __future__ import annotations

import time
from ipaddress import ip_network
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

import pytest
from allauth.account.models import EmailAddress
from celery import current_app

from games.audit import check
from games.schedule import JOBS
from games.services import lobby
from players.models import Player
from tests.browser.mail_reader import Reader, links_of
from tests.faults.stack import eventually
from tests.games import tables
from tests.games.webhooks.factories import Listener, hook

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from pytest_django.fixtures import SettingsWrapper

    from tests.browser.chromium import Chromium
    from tests.players.smtp_server import Letter, SmtpServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(240)]

NAMES = ("Ann", "Bob", "Cid")
FIRST_MOVE = 5
"""The version of the first move; before it the game is created and three players sit down."""


def person(name: str) -> UUID:
    player = tables.person()
    Player.objects.filter(id=player).update(name=name, name_key=name.lower())
    EmailAddress.objects.create(user_id=player, email=f"{name.lower()}@example.org", verified=True, primary=True)
    return player


def beat() -> None:
    """Queue all periodic tasks, as the scheduler does."""
    for job in JOBS:
        current_app.send_task(job.task, expires=10, ignore_result=True)


class Mailboxes:
    """Reads everybody's mails in the order in which they arrive."""

    def __init__(self, office: SmtpServer) -> None:
        self.office = office
        self.read = 0
        self.reminded = time.monotonic()

    def next(self) -> Letter:
        """Return the next mail as soon as it arrives."""
        eventually(self._has_come, 60, f"a mail after the {self.read}th")
        self.read += 1
        return self.office.letters[self.read - 1]

    def _has_come(self) -> bool:
        if len(self.office.letters) > self.read:
            return True
        if time.monotonic() > self.reminded + 2:  # a hint may get lost: the scheduler makes up for it
            self.reminded = time.monotonic()
            beat()
        return False


def play_by_mail(browser: Chromium, office: SmtpServer, people: list[UUID]) -> UUID:
    ann, bob, cid = people
    game = tables.lobby_of(ann, seats=3, scoring="single_round").game.id
    tables.sit(game, bob)
    tables.sit(game, cid)
    lobby.start(game_id=game, player=ann, command_id=uuid4(), request_hash=tables.ASKED)
    by_hand = 0
    while tables.table_of(game).turn == 0:  # she started the match and has the first turn, so no mail tells her of it
        tables.send(game, ann, tables.legal(game)[1])
        by_hand += 1
    mailboxes = Mailboxes(office)

    def play(page: Page) -> tuple[set[str], Reader]:
        reader, told = Reader(page), set[str]()
        while len(told) < len(NAMES):
            letter = mailboxes.next()
            subject = str(letter.mail["Subject"])
            if "Your turn" in subject:
                reader.answer(letter.part("html"))
            if "The match is over" in subject:
                told.add(letter.recipients[0])
                page.goto(links_of(letter.part("html"))[-1][0])
                assert page.locator("h1").inner_text() == "The match is over"
        return told, reader

    told, reader = browser.run(play)
    assert told == {f"{name.lower()}@example.org" for name in NAMES}
    assert reader.errors == []
    assert tables.table_of(game).is_over
    assert check.check_game(game) is None
    # Every command came by a link, and each link that moved made one command.
    moved = tables.raw("SELECT count(*) FROM command WHERE game_id = %s AND actor < 255", game)[0][0]
    assert moved == reader.presses + by_hand + len(people) + 1  # three sat down, one started
    return game


@pytest.mark.usefixtures("worker")
def test_a_match_is_played_to_its_end_by_the_links_of_mails(
    browser: Chromium, office: SmtpServer, settings: SettingsWrapper
) -> None:
    settings.OUTBOUND_ALLOW = [ip_network("127.0.0.0/8")]
    people = [person(name) for name in NAMES]
    with Listener() as listener:
        hook(people[0], listener)
        game = play_by_mail(browser, office, people)
        version = tables.version_of(game)
        eventually(lambda: version in listener.seqs(), 60, "the last call")
    # The public library verified every delivery, and the events arrived in order.
    seen = list(dict.fromkeys(listener.seqs()))
    assert seen == list(range(seen[0], version + 1))
    assert seen[0] <= FIRST_MOVE
