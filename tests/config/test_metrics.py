"""Metrics: their values, who may read them, and that they reveal no game or player."""

from __future__ import annotations

import math
import re
from datetime import date, timedelta
from ipaddress import ip_network
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from django.db import connection
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from devtools.stack.home import REPOSITORY
from games import metrics
from games.audit import auditor
from games.models import Heartbeat
from games.proofs import anchors
from games.store import deadlines, quarantine
from games.types import Work
from players.models import Delivery, WebhookDelivery
from players.notifications import deliveries, inbox
from players.notifications.inbox import News
from players.webhooks import queue, services
from tests.games import tables

if TYPE_CHECKING:
    from pathlib import Path

    from django.http import HttpResponse
    from django.test import Client
    from pytest_django import DjangoAssertNumQueries, Settings

pytestmark = pytest.mark.django_db

TOKEN = "a token of our own making"  # noqa: S105 - for the length of a test
FAR = {"REMOTE_ADDR": "203.0.113.7"}


def scrape(client: Client) -> dict[tuple[str, ...], float]:
    """Return the metrics by name and values of labels."""
    answer = client.get("/metrics")
    assert answer.status_code == 200
    families = text_string_to_metric_families(answer.content.decode())
    return {(sample.name, *sample.labels.values()): sample.value for family in families for sample in family.samples}


def deliver(channel: str, state: str, *, due_for: timedelta) -> None:
    """Create a delivery in this state."""
    told = News(id=uuid4(), player_id=tables.person(), kind="nudge", data={})
    plan = deliveries.Plan(notification_id=told.id, channel=channel, device=None, next_at=timezone.now() - due_for)
    inbox.add([told], [plan])
    Delivery.objects.filter(notification_id=told.id).update(state=state)


def test_a_service_without_work_shows_zeros_for_everything_there_could_be(client: Client) -> None:
    deadlines.beat()
    shown = scrape(client)
    assert shown["flipside_sweep_lag_seconds",] < 60
    for kind in ("wake_bots", "deal_next_round", "notify"):
        assert shown["flipside_outbox_entries", kind, "due"] == 0
        assert shown["flipside_outbox_oldest_due_seconds", kind] == 0
    for channel in ("email", "webpush", "fcm", "apns", "webhook"):
        assert shown["flipside_deliveries", channel, "dead"] == 0
    assert shown["flipside_games_overdue",] == shown["flipside_outages_total",] == 0
    assert any(name[0] == "flipside_build_info" for name in shown)


def test_a_sweep_that_never_came_has_no_lag_so_that_its_absence_can_be_alarmed(client: Client) -> None:
    Heartbeat.objects.all().delete()
    assert ("flipside_sweep_lag_seconds",) not in scrape(client)


def test_games_overdue_promised_work_and_outages_are_shown_with_their_age(client: Client) -> None:
    ann, bob = tables.person(), tables.person()
    tables.lobby_of(ann)
    tables.started(ann, bob, time_limit=60)
    tables.with_bots(ann, 2)
    deadlines.beat()
    tables.raw("UPDATE heartbeat SET beat_at = now() - interval '1 hour'")
    assert scrape(client)["flipside_sweep_lag_seconds",] == pytest.approx(3600, abs=30)
    deadlines.beat()
    tables.raw("UPDATE game SET deadline_at = now() - interval '100 s' WHERE deadline_at IS NOT NULL")
    tables.raw("UPDATE outbox SET available_at = now() - interval '50 s'")
    before = scrape(client)
    tables.raw("UPDATE outbox SET attempts = 6, available_at = now() + interval '1 hour' WHERE kind = 3")
    shown = scrape(client)
    assert shown["flipside_games_overdue",] == 1
    assert shown["flipside_games_overdue_oldest_seconds",] == pytest.approx(100, abs=30)
    assert shown["flipside_outages_total",] == 1
    assert shown["flipside_outage_seconds_total",] == pytest.approx(3600, abs=30)
    assert (shown["flipside_games", "lobby"], shown["flipside_games", "running"]) == (1, 2)
    notify = before["flipside_outbox_entries", "notify", "waiting"]
    assert notify == before["flipside_outbox_entries", "notify", "due"] > 0
    assert before["flipside_outbox_oldest_due_seconds", "notify"] == pytest.approx(50, abs=30)
    assert shown["flipside_outbox_entries", "notify", "due"] == 0
    assert shown["flipside_outbox_entries", "notify", "failing"] == notify
    assert shown["flipside_outbox_oldest_due_seconds", "notify"] == 0


def test_deliveries_are_shown_by_channel_and_state(client: Client) -> None:
    deliver("email", "pending", due_for=timedelta(minutes=10))
    deliver("email", "pending", due_for=timedelta(minutes=-10))
    deliver("email", "dead", due_for=timedelta(0))
    deliver("webpush", "failed", due_for=timedelta(0))
    deliver("email", "sent", due_for=timedelta(0))
    shown = scrape(client)
    states = ("waiting", "due", "failed", "dead")
    assert [shown["flipside_deliveries", "email", state] for state in states] == [2, 1, 0, 1]
    assert [shown["flipside_deliveries", "webpush", state] for state in states] == [0, 0, 1, 0]
    assert shown["flipside_deliveries_oldest_due_seconds", "email"] == pytest.approx(600, abs=30)


def test_calls_to_webhooks_are_shown_by_state_without_those_that_are_switched_off(client: Client) -> None:
    ann = tables.person()
    hooks = [services.create(player_id=ann, url="https://example.org/", events=["message"])[0] for _ in range(3)]
    dead, *_ = [queue.add(uuid4(), webhook_id=hook.id, kind="message", data={}) for hook in hooks]
    services.change(player_id=ann, webhook_id=hooks[1].id, active=False)
    tables.raw("UPDATE players_webhookdelivery SET next_at = now() - interval '5 minutes'")
    WebhookDelivery.objects.filter(id=dead.id).update(state="dead")
    deliver("email", "dead", due_for=timedelta(0))
    shown = scrape(client)
    assert [shown["flipside_webhook_calls", state] for state in ("waiting", "due", "dead")] == [2, 1, 1]
    assert shown["flipside_webhook_calls_oldest_due_seconds",] == pytest.approx(300, abs=30)
    assert (shown["flipside_dead_letters", "messages"], shown["flipside_dead_letters", "webhooks"]) == (1, 1)


def test_anchors_are_shown_with_their_age_and_those_nobody_has_taken(client: Client, settings: Settings) -> None:
    assert ("flipside_anchor_age_seconds",) not in scrape(client)
    tables.lobby_of(tables.person())
    anchors.make()
    with tables.travelled(3600):
        shown = scrape(client)
    assert shown["flipside_anchor_age_seconds",] == pytest.approx(3600, abs=30)
    assert (shown["flipside_anchor_leaves",], shown["flipside_anchors_unpublished",]) == (1, 0)
    settings.ANCHOR_PUBLISH_URL = "https://witness.example/"
    with tables.travelled(3600):
        shown = scrape(client)
    assert shown["flipside_anchors_unpublished",] == 1
    assert shown["flipside_anchors_unpublished_oldest_seconds",] == pytest.approx(3600, abs=30)


class TestTheLedgerOfAnchors:
    """The ledger is a file beside the database; either may be ahead of the other."""

    AHEAD, BEHIND = ("flipside_anchor_ledger_ahead",), ("flipside_anchor_ledger_behind",)

    @pytest.fixture(autouse=True)
    def deliveries(self, settings: Settings, tmp_path: Path) -> Path:
        """Return the path of the ledger, which does not exist yet."""
        tables.forget_logs()
        file = tmp_path / "anchors"
        settings.ANCHOR_LEDGER = str(file)
        return file

    def shown(self, client: Client) -> tuple[float, float]:
        figures = scrape(client)
        return figures[self.AHEAD], figures[self.BEHIND]

    def made(self, days: int) -> None:
        for number in range(days):
            with tables.travelled(number * 86_400):
                anchors.make()

    def test_without_one_there_is_nothing_to_show(self, client: Client, settings: Settings) -> None:
        settings.ANCHOR_LEDGER = ""
        anchors.make()
        assert not {self.AHEAD, self.BEHIND} & scrape(client).keys()

    def test_it_is_behind_until_it_is_written_and_then_they_are_even(self, client: Client) -> None:
        assert self.shown(client) == (0, 0)
        self.made(2)
        assert self.shown(client) == (0, 2)
        anchors.publish()
        assert self.shown(client) == (0, 0)

    def test_it_is_ahead_of_a_database_that_was_restored_from_before_until_that_is_settled(
        self, client: Client
    ) -> None:
        self.made(3)
        anchors.publish()
        with tables.unguarded():
            tables.raw("DELETE FROM anchor WHERE date > (SELECT min(date) FROM anchor)")
        assert self.shown(client) == (2, 0)
        with tables.travelled(3 * 86_400):
            assert anchors.make_anew(anchors.lines()[-1].date) is not None
            assert self.shown(client) == (0, 1)
            anchors.publish()
            assert self.shown(client) == (0, 0)

    def test_one_that_cannot_be_read_shows_nothing_and_all_else_is_shown(
        self, client: Client, deliveries: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        anchors.make()
        deliveries.write_text("nonsense\n")
        shown = scrape(client)
        assert not {self.AHEAD, self.BEHIND} & shown.keys()
        assert shown["flipside_anchor_leaves",] == 0
        assert "line 1: not a line of a ledger of anchors" in caplog.text

    def test_ten_years_of_it_cost_two_statements_more(
        self, client: Client, deliveries: Path, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        first = date(2026, 1, 1)
        deliveries.write_text("".join(f"{first + timedelta(days=day)} {day} {day:064x}\n" for day in range(3650)))
        with django_assert_max_num_queries(19):
            assert self.shown(client) == (3650, 0)


def test_many_games_are_estimated(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = tables.person()
    for _ in range(4):
        tables.lobby_of(ann)
    for _ in range(2):
        tables.started(ann, tables.person())
    monkeypatch.setattr(metrics, "EXACT", 2)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE game")
    shown = scrape(client)
    assert [shown["flipside_games", status] for status in ("lobby", "running", "finished")] == [4, 2, 0]


def test_nothing_names_a_game_or_a_player(client: Client) -> None:
    ann, bob = tables.person(), tables.person()
    game = tables.started(ann, bob, time_limit=60)
    deliver("email", "dead", due_for=timedelta(0))
    text = client.get("/metrics").content.decode()
    for secret in (game, ann, bob, Delivery.objects.get().id):
        assert str(secret) not in text
        assert secret.hex not in text


def test_a_scrape_costs_a_few_statements(client: Client, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_max_num_queries(15):
        scrape(client)


@pytest.mark.parametrize("proxy", ["X-Forwarded-For", "Forwarded", "Via"])
def test_strangers_find_nothing_there_nor_do_those_who_come_through_a_proxy(client: Client, proxy: str) -> None:
    for answer in (client.get("/metrics", **FAR), client.get("/metrics", headers={proxy: "127.0.0.1"})):
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_with_a_known_proxy_it_is_the_client_who_counts(client: Client, settings: Settings) -> None:
    settings.NUM_PROXIES = 1
    settings.METRICS_NETWORKS = []
    assert client.get("/metrics", headers={"X-Forwarded-For": "10.1.2.3"}).status_code == 404
    settings.METRICS_NETWORKS = [ip_network("10.0.0.0/8")]
    assert client.get("/metrics", headers={"X-Forwarded-For": "10.1.2.3"}).status_code == 200
    assert client.get("/metrics", headers={"X-Forwarded-For": "10.1.2.3, 203.0.113.7"}).status_code == 404


def test_the_token_opens_from_anywhere_and_a_wrong_one_does_not(client: Client, settings: Settings) -> None:
    def answer(token: str) -> HttpResponse:
        return client.get("/metrics", headers={"Authorization": f"Bearer {token}"}, **FAR)

    assert answer(TOKEN).status_code == 404
    settings.METRICS_TOKEN = TOKEN
    assert answer(TOKEN).status_code == 200
    for wrong in ("", "é", TOKEN[:-1], TOKEN + "x"):
        refused = answer(wrong)
        assert (refused.status_code, refused.json()["code"]) == (401, "invalid_token")
        assert refused.headers["WWW-Authenticate"] == "Bearer"
    assert client.get("/metrics", **FAR).status_code == 404


def test_it_is_only_to_be_read(client: Client) -> None:
    assert client.post("/metrics").status_code == 405


def test_the_auditor_is_shown_with_the_faults_it_found(client: Client) -> None:
    assert ("flipside_audit_games_total", "moves") not in scrape(client)
    game = tables.started(tables.person(), tables.person())
    auditor.turn(60.0)
    tables.raw("UPDATE game SET turn_seat = 1 - turn_seat")
    auditor.look_at_all(math.inf, rest=0)
    quarantine.add(game, "for a test")
    shown = scrape(client)
    assert shown["flipside_audit_games_total", "moves"] == 1
    assert shown["flipside_audit_games_total", "cycle"] == 2
    assert shown["flipside_audit_events_total", "moves"] == tables.version_of(game)
    assert shown["flipside_audit_unchecked_seconds", "moves"] < 60
    assert shown["flipside_audit_unchecked_seconds", "cycle"] < 60
    assert shown["flipside_audit_faults_total", "columns"] == 1
    assert shown["flipside_games_quarantined",] == 1


def test_counters_of_the_cache_server_are_missing_while_it_is_away_instead_of_falling_to_zero(
    client: Client, settings: Settings
) -> None:
    kept = {
        "flipside_rate_limit_uncounted_total",
        "flipside_rate_limited_total",
        "flipside_internal_errors_total",
        "flipside_sign_in_mails_lost_total",
        "flipside_archive_failures_total",
    }
    assert kept <= {name for name, *_ in scrape(client)}
    settings.CACHE_URL = "redis://127.0.0.1:1/0"
    shown = scrape(client)
    assert shown["flipside_rate_limits_counted",] == 0
    assert kept.isdisjoint(name for name, *_ in shown)


def test_the_page_for_operators_names_every_kind_of_work() -> None:
    page = (REPOSITORY / "docs/operators/operations.md").read_text()
    section = page.partition("\n## When work fails\n")[2].partition("\n## ")[0]
    assert {work.word for work in Work} <= set(re.findall(r"`(\w+)`", section))
