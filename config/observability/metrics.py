"""Metrics for Prometheus: whether the service keeps up, and what needs an operator.

All figures are read from the database at each scrape, except limits (the cache server) and the ledger of anchors (a
file). Nothing is counted in this process, so all processes report the same, and no label names a game or a player.
Table and alarms: docs/operators/operations.md.
"""

import logging
import platform
from collections.abc import Iterator, Mapping
from hmac import compare_digest

import django
from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.exposition import choose_encoder
from prometheus_client.registry import Collector

import engine
from common.api.problem import problem_response
from common.http import errors as http_errors
from common.http.bearer import bearer_token
from common.http.client_address import is_within
from common.rate_limits import counter as limits
from games import metrics as game_figures
from games import retention, transient
from games.audit import metrics as audit_metrics
from games.errors import StoreBusy
from games.notifications.kinds import CHANNELS
from games.store import archiver
from players.accounts import mail_queue
from players.limits import CLASSES
from players.notifications import metrics as message_figures

logger = logging.getLogger(__name__)


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return the metrics, for callers with the token or from METRICS_NETWORKS; 404 for others."""
    token = bearer_token(request.META)
    if token is not None and settings.METRICS_TOKEN:
        if not compare_digest(token.encode(), settings.METRICS_TOKEN.encode()):
            return problem_response(http_errors.InvalidToken(), headers={"WWW-Authenticate": "Bearer"})
    elif not is_within(request.META, settings.METRICS_NETWORKS):
        return problem_response(http_errors.RouteNotFound())
    registry = CollectorRegistry()
    encode, media_type = choose_encoder(request.headers.get("Accept", ""))
    try:
        registry.register(Now())
        return HttpResponse(encode(registry), content_type=media_type)
    except DatabaseError:
        logger.exception("the figures cannot be had")
        return problem_response(StoreBusy())


class Now(Collector):
    """Collects the current state of the service."""

    def describe(self) -> list[Metric]:
        """Return nothing: otherwise registering would collect once more, to learn the names."""
        return []

    def collect(self) -> Iterator[Metric]:
        """Query and yield the metrics. Raises DatabaseError."""
        build = {"engine": str(engine.ENGINE_VERSION), "python": platform.python_version()}
        yield InfoMetricFamily("flipside_build", "What runs here.", build | {"django": django.get_version()})
        yield from _of_games(game_figures.figures())
        yield from _of_people(retention.overdue())
        yield from _of_the_auditor(audit_metrics.figures())
        yield from _of_limits(limits.figures())
        yield from _of_messages(message_figures.deliveries(CHANNELS), message_figures.calls())


def _gauge(name: str, meaning: str, value: float | None) -> Iterator[Metric]:
    if value is not None:
        yield GaugeMetricFamily(f"flipside_{name}", meaning, value)


def _of_games(now: game_figures.Figures) -> Iterator[Metric]:
    yield from _gauge(
        "sweep_lag_seconds", "Seconds since the sweep was last here; absent if it never was.", now.sweep_lag
    )
    yield from _gauge("games_overdue", "Games whose time has run out and has not been acted on.", now.overdue)
    yield from _gauge("games_overdue_oldest_seconds", "How late the latest of them is.", now.oldest_overdue)
    yield from _gauge("games_waiting_for_worker", "Games whose next command is the worker's.", now.waiting_for_worker)
    games = GaugeMetricFamily("flipside_games", "Games by status; estimated if there are many.", labels=["status"])
    for status, count in now.games.items():
        games.add_metric([status], count)
    yield games
    entries = GaugeMetricFamily("flipside_outbox_entries", "Promised work by kind and state.", labels=["kind", "state"])
    oldest = GaugeMetricFamily("flipside_outbox_oldest_due_seconds", "How long due work has waited.", labels=["kind"])
    for one in now.outbox:
        for state, count in (("waiting", one.waiting), ("due", one.due), ("failing", one.failing)):
            entries.add_metric([one.kind, state], count)
        oldest.add_metric([one.kind], one.oldest_due)
    yield from (entries, oldest)
    anchors = now.anchors
    yield from _gauge("anchor_age_seconds", "Seconds since an anchor was made; absent if none ever was.", anchors.age)
    yield from _gauge("anchor_leaves", "Heads in the log of anchors.", anchors.leaves)
    yield from _gauge("anchors_unpublished", "Anchors that ANCHOR_PUBLISH_URL has not taken yet.", anchors.unpublished)
    yield from _gauge(
        "anchors_unpublished_oldest_seconds", "How old the oldest of them is.", anchors.oldest_unpublished
    )
    if now.ledger is not None:
        yield from _gauge(
            "anchor_ledger_ahead",
            "Anchors in ANCHOR_LEDGER that the database has lost: it was restored from before.",
            now.ledger.ahead,
        )
        yield from _gauge("anchor_ledger_behind", "Anchors that ANCHOR_LEDGER has not got yet.", now.ledger.behind)
    yield CounterMetricFamily("flipside_outages", "Times in which nobody swept for longer than the grace.", now.outages)
    yield CounterMetricFamily("flipside_outage_seconds", "Seconds of all outages together.", now.outage_seconds)


def _of_people(overdue: Mapping[str, float]) -> Iterator[Metric]:
    late = GaugeMetricFamily(
        "flipside_retention_overdue_seconds", "How long the oldest row has outstayed its time.", labels=["what"]
    )
    for what, seconds in overdue.items():
        late.add_metric([what], seconds)
    yield late


def _of_the_auditor(now: audit_metrics.Figures) -> Iterator[Metric]:
    games = CounterMetricFamily("flipside_audit_games", "Games that the auditor looked at.", labels=["round"])
    events = CounterMetricFamily("flipside_audit_events", "Events that the auditor read.", labels=["round"])
    age = GaugeMetricFamily(
        "flipside_audit_unchecked_seconds",
        "How long something is unchecked at most: a move, or (cycle) the whole of a log.",
        labels=["round"],
    )
    for name, one in now.rounds.items():
        games.add_metric([name], one.games)
        events.add_metric([name], one.events)
        age.add_metric([name], one.unchecked)
    faults = CounterMetricFamily("flipside_audit_faults", "Faults that were found.", labels=["kind"])
    for kind, count in now.found.items():
        faults.add_metric([kind], count)
    yield from (games, events, age, faults)
    yield from _gauge("games_quarantined", "Quarantined games, which wait for an operator.", now.quarantined)


def _of_limits(now: limits.Figures) -> Iterator[Metric]:
    yield from _gauge("rate_limits_counted", "1 if the cache server answers; else no limit is in force.", now.counting)
    if not now.counting:  # counters that fall to 0 and come back would look like as many new faults
        return
    yield CounterMetricFamily("flipside_rate_limit_uncounted", "Requests let in without a count.", now.uncounted)
    refused = CounterMetricFamily("flipside_rate_limited", "Requests refused by a rate limit.", labels=["rate_class"])
    for name in CLASSES:
        refused.add_metric([name], now.refused.get(name, 0))
    yield refused
    failed = now.tallies.get(transient.INTERNAL, 0)
    yield CounterMetricFamily("flipside_internal_errors", "Requests that ended in a fault of ours.", failed)
    lost = now.tallies.get(mail_queue.LOST, 0)
    yield CounterMetricFamily("flipside_sign_in_mails_lost", "Mails with codes that were given up.", lost)
    stuck = now.tallies.get(archiver.FAILURES, 0)
    yield CounterMetricFamily("flipside_archive_failures", "Failures to move a log into the archive.", stuck)


def _of_messages(depths: list[message_figures.Depth], calls: message_figures.Calls) -> Iterator[Metric]:
    count = GaugeMetricFamily("flipside_deliveries", "Messages on their way or lost.", labels=["channel", "state"])
    oldest = GaugeMetricFamily(
        "flipside_deliveries_oldest_due_seconds", "How long a due message has waited.", labels=["channel"]
    )
    for one in depths:
        for state in ("waiting", "due", "failed", "dead"):
            count.add_metric([one.channel, state], getattr(one, state))
        oldest.add_metric([one.channel], one.oldest_due)
    called = GaugeMetricFamily("flipside_webhook_calls", "Calls to webhooks on their way or lost.", labels=["state"])
    for state in ("waiting", "due", "dead"):
        called.add_metric([state], getattr(calls, state))
    yield from (count, oldest, called)
    yield from _gauge("webhook_calls_oldest_due_seconds", "How long a due call has waited.", calls.oldest_due)
    dead = GaugeMetricFamily("flipside_dead_letters", "What was given up and waits for an operator.", labels=["queue"])
    dead.add_metric(["messages"], sum(one.dead for one in depths))
    dead.add_metric(["webhooks"], calls.dead)
    yield dead
