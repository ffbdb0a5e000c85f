"""A worker killed at any point of an erasure: the next one finishes, and no data of the player is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from allauth.account.models import EmailAddress
from django.db.models import F

import engine
from games.audit import check
from games.models import OutboxEntry, Seat
from games.notifications import invitations
from games.services import erasure, worker
from players.models import Delivery, Leaving, Notification, Player, Token, WebhookDelivery
from players.privacy import leaving as asked
from players.webhooks import services as webhooks
from tests.faults.kills import MOST_POINTS
from tests.games import tables

if TYPE_CHECKING:
    from uuid import UUID

    from tests.faults.kills import Doomed

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


class Life:
    """A player with some data of every kind, the game they leave, and a friend."""

    def __init__(self) -> None:
        self.player, self.friend = tables.person(), tables.person()
        Player.objects.filter(id=self.player).update(email=f"{self.player}@example.org")
        EmailAddress.objects.create(user_id=self.player, email=f"{self.player}@example.org", verified=True)
        for owner in (self.player, self.friend):
            webhooks.create(player_id=owner, url="https://hooks.example.com/", events=["game.moved", "message"])
        self.running = tables.started(self.player, self.friend, tables.person())
        self.waiting = tables.lobby_of(self.player).game.id
        tables.invite(self.waiting, self.player, str(self.friend))
        worker.sweep()
        invitations.create_due()
        token = Token.objects.get(player_id=self.player)
        asked.ask(player_id=self.player, token_id=token.id)

    @property
    def games(self) -> tuple[UUID, UUID]:
        """Return the games in which they have seats."""
        return self.running, self.waiting

    def due(self) -> None:
        """Make the next step due."""
        Leaving.objects.filter(player_id=self.player).update(next_at=F("asked_at"))

    def is_over(self) -> None:
        """Check that no data of theirs is left, and all of the others' data is."""
        assert not Player.objects.filter(id=self.player).exists()
        assert not Seat.objects.filter(player_id=self.player).exists()
        assert not Delivery.objects.filter(player_id=self.player).exists()
        assert not Notification.objects.filter(about__isnull=False).exists()
        assert [check.check_game(game) for game in self.games] == [None, None]
        engaged = [event for event in tables.events_of(self.running) if isinstance(event, engine.AutopilotEngaged)]
        assert [event.seat for event in engaged] == [0]
        assert tables.table_of(self.waiting).seat_kinds[0] is engine.SeatKind.OPEN
        assert Player.objects.filter(id=self.friend).exists()


def hurry() -> None:
    """Expire all leases."""
    tables.raw("UPDATE outbox SET available_at = now() - interval '1 second'")


def test_an_account_is_shut_wholly_or_not_at_all_and_last_calls_are_promised_once(doomed: Doomed) -> None:
    def attempt(point: int) -> bool:
        life = Life()
        life.due()
        survived = doomed.survives("leaving", {"player_id": life.player}, point, after=False)
        begun = Leaving.objects.get(player_id=life.player).begun_at is not None
        assert Player.objects.get(id=life.player).is_active is not begun
        life.due()
        if not begun:
            erasure.carry_out(life.player)
        calls = WebhookDelivery.objects.filter(type=webhooks.ERASED, webhook__player_id__in=[life.player, life.friend])
        assert calls.filter(webhook__player_id=life.player).count() == 1
        assert calls.count() == 3  # and the seats of two games to the friend
        return survived

    assert next(point for point in range(1, MOST_POINTS) if attempt(point)) > 5


def test_an_erasure_killed_at_any_statement_is_finished_by_the_next_worker(doomed: Doomed) -> None:
    def attempt(point: int) -> bool:
        life = Life()
        life.due()
        erasure.carry_out(life.player)
        life.due()
        survived = doomed.survives("leaving", {"player_id": life.player}, point, after=False)
        life.due()
        erasure.carry_out(life.player)
        erasure.erase(life.player)  # twice is harmless
        hurry()
        worker.sweep()
        life.is_over()
        assert not OutboxEntry.objects.filter(game_id__in=life.games, kind=4).exists()
        return survived

    assert next(point for point in range(1, MOST_POINTS) if attempt(point)) > 40
