"""Mails about a motion have links to vote."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.test import Client

import engine
from games.notifications import compose, links, send, snapshot
from games.services import worker
from players.models import Delivery
from players.preferences import Preferences
from tests.games import tables
from tests.games.notifications import notifications
from tests.games.pages.clients import Visitor

if TYPE_CHECKING:
    from uuid import UUID

    from tests.games.notifications.fakes import HttpChannel, Sink

pytestmark = pytest.mark.django_db(transaction=True)


def asked_to_stop() -> tuple[UUID, list[UUID]]:
    """Return a match that its first player wants to stop."""
    people = [tables.person() for _ in range(3)]
    game = tables.started(*people)
    tables.send(game, people[0], engine.Vote("abort"))
    worker.run_outbox(game)
    return game, people


def test_the_mail_itself_has_both_links_and_no_other_move(mail: HttpChannel, sink: Sink) -> None:
    game, people = asked_to_stop()
    notifications.all_due()
    send.send_due(mail.name)
    told = {message["player"]: message for message in sink.messages if message["kind"] == "abort_asked"}
    assert told.keys() == {str(player) for player in people[1:]}
    message = told[str(people[1])]
    agree, reject, table_link = (url for _, url in message["actions"])
    for url in (agree, reject, table_link):
        assert url in message["text"]
        assert url in message["html"]
    token = links.read(agree.rpartition("/")[2])
    assert token is not None
    assert not token.is_for(game, "eve@example.org")
    assert token.is_for(game, mail.address(people[1]))


def test_a_digest_leads_to_the_vote(mail: HttpChannel) -> None:
    game, people = asked_to_stop()
    scene = snapshot.load(game)
    [delivery] = Delivery.objects.filter(player_id=people[1], notification__kind="abort_asked")
    made = compose.digest([delivery], {game: scene}, Preferences(), mail)
    token = links.read(made.actions[0].url.rpartition("/")[2])
    assert token is not None
    assert token.notification == delivery.notification_id
    me = Visitor(people[1], game, delivery.notification_id, Client())
    assert "Vote for ending the match" in me.see(me.table()).text
