"""Personal data expires by itself, and operators see when it does not."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.utils import timezone

from games import retention
from games.notifications import create
from players import invitations, models
from players.invitations import Invited, Kind
from players.notifications import inbox
from players.notifications.inbox import News
from players.privacy import retention as rules
from tests.games import tables

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

pytestmark = pytest.mark.django_db

SOON = timedelta(minutes=5)


def ago(days: float, less: timedelta = timedelta()) -> Any:
    return timezone.now() - timedelta(days=days) + less


def told(player: UUID) -> models.Notification:
    (one,) = create.write([News(id=uuid4(), player_id=player, kind="webhook_disabled", data={"host": "h"})], None)
    return models.Notification.objects.get(id=one.id)


def a_notification(player: UUID, days: float, less: timedelta) -> None:
    models.Notification.objects.filter(id=told(player).id).update(created_at=ago(days, less))


def a_delivery(player: UUID, days: float, less: timedelta) -> None:
    one = told(player)
    models.Delivery.objects.create(
        id=uuid4(), notification=one, player_id=player, number=one.number, channel="email", state="sent",
        next_at=timezone.now(), created_at=ago(days, less),
    )  # fmt: skip


def a_call(player: UUID, days: float, less: timedelta) -> None:
    hook = models.Webhook.objects.create(
        player_id=player, url="https://h.example/", events=["message"], secret_key="k", secret=b""
    )
    call = models.WebhookDelivery.objects.create(
        id=uuid4(), webhook=hook, type="message", gives_up_at=timezone.now(), created=ago(days, less)
    )
    models.WebhookCursor.objects.create(webhook=hook, game_id=uuid4(), version=1, delivery=call)


def a_reminder(player: UUID, days: float, less: timedelta) -> None:
    models.Reminder.objects.create(
        id=uuid4(), player_id=player, game_id=uuid4(), deadline_at=ago(days, less), seconds=60, due_at=timezone.now()
    )


def an_invitation(player: UUID, days: float, less: timedelta) -> None:
    invitation = invitations.make(game_id=uuid4(), player_id=player, invited=Invited(Kind.PLAYER, "Ada"), language="en")
    models.Invitation.objects.filter(id=invitation.id).update(created_at=ago(days, less))


def an_allowance(player: UUID, days: float, less: timedelta) -> None:
    models.Allowance.objects.create(player_id=player, what="x", hour=ago(days, less), made=1)


def a_network(_player: UUID, days: float, less: timedelta) -> None:
    models.GuestAllowance.objects.create(network=uuid4().bytes * 2, hour=ago(days, less), made=1)


def a_token(player: UUID, days: float, less: timedelta) -> None:
    models.Token.objects.filter(player_id=player).update(expires=ago(days, less))


def an_authorization(player: UUID, days: float, less: timedelta) -> models.Authorization:
    app, _ = models.App.objects.get_or_create(id=str(uuid4()), defaults={"name": "App", "secret": ""})
    return models.Authorization.objects.create(
        player_id=player, app=app, scopes=["webhooks"], code_sha256=uuid4().bytes * 2, redirect_uri="https://h.example",
        challenge="x", last_used=timezone.now().date(), expires=ago(days, less),
    )  # fmt: skip


def an_app_token(player: UUID, days: float, less: timedelta) -> None:
    lets = an_authorization(player, 0, timedelta(days=1))
    models.Token.objects.create(
        player_id=player, kind="app", authorization=lets, hint="ufa_", sha256=uuid4().bytes * 2, scopes=["webhooks"],
        last_used=timezone.now().date(), expires=ago(days, less),
    )  # fmt: skip


def a_vacation(player: UUID, days: float, less: timedelta) -> None:
    end = ago(days, less)
    models.Vacation.objects.create(player_id=player, starts_at=end - timedelta(days=1), ends_at=end, ended_at=end)


def a_session(_player: UUID, days: float, less: timedelta) -> None:
    Session.objects.create(session_key=uuid4().hex, session_data="x", expire_date=ago(days, less))


def an_entry_of_the_admin(player: UUID, days: float, less: timedelta) -> None:
    kind = ContentType.objects.get_for_model(models.Player)
    LogEntry.objects.create(user_id=player, content_type=kind, action_flag=CHANGE, action_time=ago(days, less))


def an_email_code(_player: UUID, days: float, less: timedelta) -> None:
    end = ago(days, less)
    code = {"sha256": uuid4().bytes, "code": uuid4().bytes, "address": "a@example.org"}
    models.EmailCode.objects.create(**code, sent_at=end, expires_at=end)


KEPT: dict[str, tuple[Callable[[UUID, float, timedelta], object], Any, float]] = {
    "notifications": (a_notification, models.Notification, 90),
    "deliveries": (a_delivery, models.Delivery, 30),
    "webhook_calls": (a_call, models.WebhookDelivery, 30),
    "reminders": (a_reminder, models.Reminder, 30),
    "invitations": (an_invitation, models.Invitation, 30),
    "allowances": (an_allowance, models.Allowance, 1),
    "networks": (a_network, models.GuestAllowance, 1),
    "app_tokens": (an_app_token, models.Token, 1),
    "tokens": (a_token, models.Token, 30),
    "authorizations": (an_authorization, models.Authorization, 1),
    "vacations": (a_vacation, models.Vacation, 400),
    "sessions": (a_session, Session, 0),
    "email_codes": (an_email_code, models.EmailCode, 0),
    "admin_log": (an_entry_of_the_admin, LogEntry, 365),
}


@pytest.mark.parametrize("kind", KEPT)
def test_what_has_had_its_time_goes_and_not_before(kind: str) -> None:
    make, model, days = KEPT[kind]
    player = tables.person()
    before = model.objects.count()
    make(player, days, SOON)
    kept = model.objects.count()
    retention.run()
    assert model.objects.count() == kept
    assert retention.overdue()[kind] == 0
    make(tables.person() if kind in {"allowances", "tokens"} else player, days, -SOON)
    late = retention.overdue()[kind]
    assert SOON.total_seconds() <= late < SOON.total_seconds() + 60
    retention.run()
    assert model.objects.count() - before in {kept - before, kept - before + 1}  # a guest who lost the token stays
    assert retention.overdue()[kind] == 0


def test_every_rule_is_tested() -> None:
    assert set(KEPT) == {rule.name for rule in rules.RULES}


def test_what_somebody_saw_of_a_game_goes_when_it_has_ended() -> None:
    ann, bob = tables.person(), tables.person()
    running, over = tables.started(ann, bob), tables.started(ann, bob)
    for game in (running, over):
        models.Seen.objects.create(player_id=ann, game_id=game, version=3)
    tables.send(over, ann, tables.engine.Resign())
    assert retention.overdue()["seen"] > 0
    retention.run()
    assert [one.game_id for one in models.Seen.objects.all()] == [running]
    assert retention.overdue()["seen"] == 0


def test_an_inbox_that_lost_something_is_another_inbox() -> None:
    ann = tables.person()
    a_notification(ann, 90, -SOON)
    before = inbox.revision(player_id=ann)
    retention.run()
    assert inbox.revision(player_id=ann) != before
    assert inbox.page(player_id=ann).items == ()
