"""The operator's page in the admin: what it shows, to whom, and that it never reads the log."""

from __future__ import annotations

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from config.observability import installation
from games.store import deadlines, quarantine
from players.models import Delivery, Player, Webhook
from players.notifications import deliveries, inbox
from players.notifications.inbox import News
from players.webhooks import services
from tests.games import tables

pytestmark = pytest.mark.django_db
ADDRESS = "/admin/installation/"
LOG = re.compile(r'\b(FROM|JOIN) "?(event|command|game_archive)"?\b', re.IGNORECASE)


def session(player: Player) -> Client:
    client = Client()
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def operator() -> Client:
    """Return a browser session of an operator who may do everything."""
    return session(Player.objects.create_superuser("Olga", "a long password"))


def shown() -> dict[str, installation.Row]:
    """Return all rows of the page by name."""
    return {row.name: row for part in installation.parts() for row in part.rows}


def test_a_service_without_trouble_marks_nothing() -> None:
    deadlines.beat()
    assert [name for name, row in shown().items() if row.bad and "cache" not in name] == []


def test_what_is_late_or_failing_is_marked_and_linked(operator: Client) -> None:
    ann, bob = tables.person(), tables.person()
    tables.lobby_of(ann)
    late = tables.started(ann, bob, time_limit=60)
    doubtful = tables.started(ann, bob)
    quarantine.add(doubtful, "for a test")
    tables.raw("UPDATE game SET deadline_at = service_now() - interval '1 hour' WHERE id = %s", late)
    tables.raw("UPDATE outbox SET attempts = 6 WHERE game_id = %s", late)
    told = News(id=uuid4(), player_id=ann, kind="nudge", data={})
    plan = deliveries.Plan(notification_id=told.id, channel="email", device=None, next_at=timezone.now())
    inbox.add([told], [plan])
    Delivery.objects.update(state="dead")
    hook = services.create(player_id=ann, url="https://hooks.example/a-password", events=["message"])[0]
    Webhook.objects.filter(id=hook.id).update(failing_since=timezone.now() - timedelta(hours=3))
    rows = shown()
    assert (rows["lobby"].value, rows["running"].value) == ("1", "2")
    for name in ("overdue", "promised work: notify", "email", "hooks.example", "quarantined games", "last sweep"):
        assert rows[name].bad, name
    assert "1:00:0" in rows["overdue"].value
    assert "3:00:0" in rows["hooks.example"].value
    assert str(late) in rows
    assert str(doubtful) not in rows
    text = operator.get(ADDRESS).content.decode()
    assert "a-password" not in text
    for link in {row.link for row in rows.values() if row.link}:
        assert link.replace("&", "&amp;") in text
        assert operator.get(link).status_code == 200, link


def test_it_says_what_each_part_costs_and_never_reads_the_log(operator: Client) -> None:
    tables.started(tables.person(), tables.person(), time_limit=60)
    with CaptureQueriesContext(connection) as queries:
        answer = operator.get(ADDRESS)
    assert answer.status_code == 200
    statements = [query["sql"] for query in queries]
    assert [sql for sql in statements if LOG.search(sql)] == []
    counted = [part.statements for part in answer.context["parts"]]
    assert 0 < sum(counted) <= len(statements) <= 40
    assert all(part.milliseconds > 0 for part in answer.context["parts"] if part.statements)


def test_only_operators_with_all_the_permissions_may_see_it(operator: Client) -> None:
    assert ADDRESS in operator.get("/admin/").content.decode()
    player = Player.objects.create_superuser("Oleg", "a long password")
    Player.objects.filter(pk=player.pk).update(is_superuser=False)
    codes = ("view_game", "view_found", "view_delivery", "view_webhookdelivery")
    player.user_permissions.set(Permission.objects.filter(codename__in=codes[:-1]))
    assert session(player).get(ADDRESS).status_code == 403
    player.user_permissions.set(Permission.objects.filter(codename__in=codes))
    assert session(player).get(ADDRESS).status_code == 200
    assert Client().get(ADDRESS).status_code == 302
    assert operator.post(ADDRESS).status_code == 405
    assert operator.get(ADDRESS, REMOTE_ADDR="203.0.113.7").status_code == 404
