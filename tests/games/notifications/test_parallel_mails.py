"""Many mails at once: over as many connections as are allowed, each of them once, and a slow server holds up nobody."""

# ruff: noqa: N802 - the names of its hooks are aiosmtpd's

from __future__ import annotations

import asyncio
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final

import pytest
from allauth.account.models import EmailAddress
from django.db import connection

from games.notifications import create_for_command, send
from players.models import Delivery, Player
from players.notifications.channels.mail import MailChannel
from tests.faults.stack import happens
from tests.games import tables
from tests.games.notifications.fakes import only
from tests.players.smtp_server import SmtpServer, smtp_server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from uuid import UUID

    from aiosmtpd.smtp import SMTP, Envelope, Session
    from pytest_django.fixtures import SettingsWrapper

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(180)]

CONNECTIONS: Final = 3
MAILS: Final = 7


class SlowServer(SmtpServer):
    """A server that takes no mail before `wanted` were under way at once, or `patience` seconds are over."""

    def __init__(self, wanted: int, patience: float) -> None:
        super().__init__()
        self.wanted = wanted
        self.patience = patience
        self.under_way = self.most = 0

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        waited = 0.0
        while self.most < self.wanted and waited < self.patience:
            await asyncio.sleep(0.02)
            waited += 0.02
        self.under_way -= 1
        return await super().handle_DATA(server, session, envelope)


@pytest.fixture
def channel(settings: SettingsWrapper) -> Iterator[MailChannel]:
    settings.EMAIL_CONNECTIONS = CONNECTIONS
    found = MailChannel()
    with only(found):
        yield found
    found.hang_up()


def turns_told(count: int) -> list[UUID]:
    """Return players who have each a mail about their turn that is due."""
    told = []
    while len(told) < count:
        people = [tables.person(), tables.person()]
        for player in people:
            user = Player.objects.get(id=player)
            EmailAddress.objects.create(user=user, email=f"{player.hex}@example.org", verified=True, primary=True)
        game = tables.started(*people)
        turn = tables.table_of(game).turn
        if turn == 1:  # the player who starts the match and has the turn has seen it
            create_for_command(game, tables.version_of(game))
            told.append(people[turn])
    return told


def states() -> Counter[str]:
    return Counter(Delivery.objects.values_list("state", flat=True))


@pytest.mark.usefixtures("channel")
def test_so_many_mails_are_under_way_at_once_as_there_are_connections(settings: SettingsWrapper) -> None:
    told = turns_told(MAILS)
    with smtp_server(settings, SlowServer(CONNECTIONS, 4)) as office:
        assert send.send_due("email") == MAILS
        assert isinstance(office, SlowServer)
        assert office.most == office.calls == CONNECTIONS
    addresses = Counter(address for letter in office.letters for address in letter.recipients)
    assert addresses == {f"{player.hex}@example.org": 1 for player in told}
    assert states() == {"sent": MAILS}


@pytest.mark.usefixtures("channel")
def test_answers_of_the_server_decide_about_each_mail_by_itself(settings: SettingsWrapper) -> None:
    turns_told(MAILS)
    with smtp_server(settings) as office:
        office.refusals = [("RCPT", "550 5.1.1 no such user"), ("RCPT", "550 5.7.1 not wanted"), ("RCPT", "450 later")]
        assert send.send_due("email") == MAILS
    assert states() == {"sent": MAILS - 3, "dropped": 1, "failed": 1, "pending": 1}


def test_while_the_server_lets_mails_wait_the_workers_other_processes_do_other_work(
    settings: SettingsWrapper, channel: MailChannel
) -> None:
    turns_told(CONNECTIONS + 1)
    office = SlowServer(CONNECTIONS + 1, 4)  # more than ever come at once
    with smtp_server(settings, office), ThreadPoolExecutor(1) as pool:
        first = pool.submit(_send)
        assert happens(lambda: office.under_way == CONNECTIONS, 60)
        assert send.send_due("email") == 0, "the other run has them, and this process is free at once"
        assert office.under_way == CONNECTIONS
        office.wanted = 0
        assert first.result() == CONNECTIONS + 1
    assert states() == {"sent": CONNECTIONS + 1}
    assert len(channel._connections.idle) == 1, "one is kept for the next mail"


def _send() -> int:
    try:
        return send.send_due("email")
    finally:
        connection.close()
