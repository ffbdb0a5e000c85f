"""The link in the message of an offer answers it, and says afterwards what has become of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.test import Client

from games.notifications import send
from games.services import erasure, rematches
from players.models import Notification, Player
from tests.games import matches, tables
from tests.games.pages.clients import Visitor

if TYPE_CHECKING:
    from uuid import UUID

pytestmark = pytest.mark.django_db

ASKS, ACCEPTED, DECLINED = "Play again?", "You have accepted", "You have declined"
BEGUN, OVER = "The next match has begun", "This offer is over"
FILLING = "The next table is set up"
NO = [("answer", "decline")]
YES = [("answer", "accept")]


def asked(count: int = 2, **wish: object) -> list[Visitor]:
    """Return the players of a finished match to whom the first of them has offered a rematch."""
    people = [tables.person() for _ in range(1 + count)]
    game = matches.won_by(*people)
    rematches.offer(game_id=game, player=people[0], **wish)  # type: ignore[arg-type]
    told = dict(Notification.objects.filter(kind="rematch_offered").values_list("player_id", "id"))
    return [Visitor(player, game, told[player], Client()) for player in people[1:]]


def answers(game: UUID) -> dict[int, str]:
    found = rematches.look(game_id=game, player=None).offer
    assert found is not None
    return dict(found.answers)


def test_a_player_accepts_by_the_link_only_once_they_press() -> None:
    bob, cy = asked(best_of=3)
    page = bob.see(bob.table())
    assert page.heading == ASKS
    assert "at most 3 matches" in page.text
    assert bob.press(bob.table(), YES, **{"sec-fetch-site": "cross-site"}).status_code == 403
    assert answers(bob.game)[1] == "open"
    assert bob.made(bob.table(), YES).heading == ACCEPTED
    assert bob.made(bob.table(), NO).heading == ACCEPTED  # an old page changes nothing
    assert cy.made(cy.table(), YES).heading == BEGUN
    assert bob.see(bob.table()).heading == BEGUN


def test_a_player_declines_by_the_link() -> None:
    bob, cy = asked(fill="bots")
    assert "Bots take the seats" in bob.see(bob.table()).text
    assert bob.made(bob.table(), NO).heading == DECLINED
    assert answers(bob.game) == {0: "accepted", 1: "declined", 2: "open"}
    assert cy.made(cy.table(), YES).heading == BEGUN


def test_the_link_says_that_free_seats_are_filled_and_whether_they_are() -> None:
    bob, cy = asked(fill="seeks")
    assert "look for such a match" in bob.see(bob.table()).text
    assert bob.made(bob.table(), NO).heading == DECLINED
    assert cy.made(cy.table(), YES).heading == FILLING


def test_an_offer_that_is_over_cannot_be_answered() -> None:
    bob, cy = asked()
    rematches.decline(game_id=cy.game, player=cy.player)
    for page in (bob.see(bob.table()), bob.made(bob.table(), YES)):
        assert page.heading == OVER
    assert answers(bob.game)[1] == "open"
    dan, *_ = asked()
    tables.later(14 * 86_400 + 1)
    assert dan.made(dan.table(), YES).heading == OVER


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_the_mail_offers_the_answer_and_is_not_sent_once_it_is_given(language: str) -> None:
    bob, cy = asked()
    headers = {"Accept-Language": language}
    assert bob.client.get(bob.table(), headers=headers).status_code == 200
    one = Notification.objects.get(id=bob.told)
    scene = send.snapshot.load(bob.game)
    assert scene is not None
    assert send.staleness.why_stale(one, scene, scene.now) is None
    rematches.offer(game_id=bob.game, player=bob.player)
    scene = send.snapshot.load(bob.game)
    assert send.staleness.why_stale(one, scene, tables.state_of(bob.game).now) == "answered"
    rematches.decline(game_id=cy.game, player=cy.player)
    scene = send.snapshot.load(bob.game)
    assert send.staleness.why_stale(one, scene, tables.state_of(bob.game).now) == "the offer is over"


def test_a_player_who_is_gone_answers_nothing() -> None:
    bob, _ = asked()
    path = bob.table()
    erasure.erase(bob.player)
    assert not Player.objects.filter(id=bob.player).exists()
    assert bob.press(path, YES).status_code == 410
