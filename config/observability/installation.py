"""The operator's page in the admin: the same figures as /metrics, read now, with links to what is behind them.

Each statement reads an index or a bounded number of rows, and none the log. The page shows what every part of it cost.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlsplit

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from common import clock
from common.rate_limits import counter as limits
from games import metrics as game_figures
from games import retention
from games.admin import MAY_INSPECT
from games.audit import metrics as audit_metrics
from games.models import Game
from games.notifications.kinds import CHANNELS
from games.types import Status
from players.models import Webhook
from players.notifications import metrics as message_figures

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from django.http import HttpRequest, HttpResponse

MOST: Final = 10
"""Most single games and webhooks that are listed, the worst."""

LATE: Final = 60
SLOW: Final = 120
DAY: Final = 86_400
"""Seconds after which work, messages and retention are marked, as in deploy/prometheus/alerts.yaml."""


class Row(NamedTuple):
    """A line of a part. `bad`: an operator should look at it. `link`: the page behind it."""

    name: str
    value: str
    bad: bool = False
    link: str = ""


@dataclass(slots=True)
class Part:
    """A part of the page. `statements`: how many it needed, in `milliseconds` together."""

    name: str
    rows: list[Row] = field(default_factory=list)
    statements: int = 0
    milliseconds: float = 0.0


@require_safe
def installation(request: HttpRequest) -> HttpResponse:
    """Return the page, for operators who may see games, faults and deliveries."""
    operator: Any = request.user
    if not operator.has_perms(MAY_INSPECT):
        raise PermissionDenied
    context = {**admin.site.each_context(request), "title": "Installation", "parts": parts()}
    return render(request, "admin/installation.html", context)


def parts() -> list[Part]:
    """Return all parts of the page. Raises DatabaseError."""
    return [_measured(name, rows) for name, rows in _PARTS.items()]


def _measured(name: str, rows: Callable[[], Sequence[Row]]) -> Part:
    part = Part(name)

    def count(execute: Callable[..., Any], *arguments: Any) -> Any:
        began = perf_counter()
        try:
            return execute(*arguments)
        finally:
            part.statements += 1
            part.milliseconds += 1000 * (perf_counter() - began)

    with connection.execute_wrapper(count):
        part.rows = list(rows())
    return part


def _lasted(seconds: float) -> str:
    return str(timedelta(seconds=round(seconds)))


def _list(model: str, query: str = "") -> str:
    return f"{reverse(f'admin:{model}_changelist')}{query}"


def _timeline(game_id: object) -> str:
    return reverse("admin:games_game_explain", args=[game_id])


def _games() -> list[Row]:
    now = game_figures.figures()
    lag = now.sweep_lag
    rows = [
        Row(status.word, str(now.games[status.word]), link=_list("games_game", f"?status__exact={int(status)}"))
        for status in Status
    ]
    rows += [
        Row("overdue", f"{now.overdue}, the oldest for {_lasted(now.oldest_overdue)}", now.oldest_overdue > LATE),
        Row("waiting for the worker", str(now.waiting_for_worker), link=_list("games_game", "?worker_due__exact=1")),
        Row("last sweep", "never" if lag is None else f"{_lasted(lag)} ago", lag is None or lag > LATE),
        Row("outages", f"{now.outages}, {_lasted(now.outage_seconds)} together", link=_list("games_outage")),
    ]
    for one in now.outbox:
        state = f"{one.waiting} waiting, {one.due} due for up to {_lasted(one.oldest_due)}, {one.failing} failing"
        rows.append(Row(f"promised work: {one.kind}", state, bool(one.failing) or one.oldest_due > LATE))
    return rows


def _overdue() -> list[Row]:
    now = clock.now()
    late = Game.objects.filter(status=Status.RUNNING, deadline_at__lte=now, quarantined_at=None)
    found = late.order_by("deadline_at").values_list("id", "deadline_at")[:MOST]
    return [
        Row(str(game), f"since {_lasted((now - deadline).total_seconds())}", link=_timeline(game))
        for game, deadline in found
        if deadline is not None
    ]


def _deliveries() -> list[Row]:
    rows = []
    for one in message_figures.deliveries(CHANNELS):
        state = f"{one.waiting} waiting, {one.due} due for up to {_lasted(one.oldest_due)}, "
        state += f"{one.failed} failed, {one.dead} dead"
        link = _list("players_delivery", f"?channel={one.channel}")
        rows.append(Row(one.channel, state, bool(one.dead) or one.oldest_due > SLOW, link))
    calls = message_figures.calls()
    state = f"{calls.waiting} waiting, {calls.due} due for up to {_lasted(calls.oldest_due)}, {calls.dead} dead"
    rows.append(
        Row("calls to webhooks", state, bool(calls.dead) or calls.oldest_due > SLOW, _list("players_webhookdelivery"))
    )
    return rows


def _webhooks() -> list[Row]:
    """Return the webhooks that fail, the longest first, by host: the rest of an address is often a password."""
    now = clock.now()
    failing = Webhook.objects.filter(failing_since__isnull=False, state=Webhook.State.ACTIVE)
    return [
        Row(
            urlsplit(one.url).hostname or "",
            f"failing for {_lasted((now - one.failing_since).total_seconds())}",
            bad=True,
            link=_list("players_webhookdelivery", f"?q={one.pk}"),
        )
        for one in failing.order_by("failing_since")[:MOST]
        if one.failing_since is not None
    ]


def _audits() -> list[Row]:
    now = audit_metrics.figures()
    rows = [
        Row(f"round: {name}", f"{one.games} games, {one.events} events, unchecked for {_lasted(one.unchecked)} at most")
        for name, one in now.rounds.items()
    ]
    rows += [Row(f"faults: {kind}", str(count), link=_list("games_found")) for kind, count in now.found.items()]
    quarantined = _list("games_game", "?quarantined_at__isempty=0")
    return [*rows, Row("quarantined games", str(now.quarantined), bool(now.quarantined), quarantined)]


def _limits() -> list[Row]:
    now = limits.figures()
    rows = [Row("the cache server answers", "yes" if now.counting else "no", not now.counting)]
    rows += [Row(f"refused: {name}", str(count)) for name, count in sorted(now.refused.items())]
    late = retention.overdue()
    return rows + [
        Row(f"kept too long: {what}", _lasted(seconds), seconds > DAY) for what, seconds in late.items() if seconds
    ]


_PARTS: Final[dict[str, Callable[[], Sequence[Row]]]] = {
    "Games": _games,
    "Games overdue the longest": _overdue,
    "Deliveries": _deliveries,
    "Webhooks that fail": _webhooks,
    "Auditor": _audits,
    "Limits and retention": _limits,
}
