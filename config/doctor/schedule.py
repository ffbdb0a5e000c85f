"""Periodic work: somebody does it, nothing is late, nothing fails."""

from collections.abc import Iterator
from typing import Final

from django.conf import settings

from config.doctor.finding import Finding, fail, ok, warn
from games import metrics, retention
from games.audit import metrics as audit
from games.audit import rounds
from games.notifications.kinds import CHANNELS
from players.notifications import metrics as messages

LATE: Final = 60.0  # seconds; these limits are those of the alarms (docs/operators/operations.md, Metrics)
DELIVERY_LATE: Final = 120.0
UNCHECKED: Final = 600.0
DAY: Final = 86_400
ANCHOR_LATE: Final = 93_600.0

RUN: Final = "Start a sweeper, or beat and a worker."


def check() -> Iterator[Finding]:
    """Yield findings on periodic work."""
    now = metrics.figures()
    if now.sweep_lag is None or now.sweep_lag > LATE:
        last = "No sweep has run yet" if now.sweep_lag is None else f"The last sweep was {now.sweep_lag:.0f} s ago"
        yield fail(f"{last}: no time-out is acted on.", RUN)
    else:
        yield ok(f"The last sweep was {now.sweep_lag:.0f} s ago.")
    if now.oldest_overdue > LATE:
        yield fail(f"{now.overdue} games are overdue, one by {now.oldest_overdue:.0f} s.", f"{RUN} If they run: more.")
    for one in now.outbox:
        if one.failing:
            yield fail(
                f"{one.failing} entries of work `{one.kind}` fail.",
                "Look for `work_failing` in the logs, and see operations.md, When work fails.",
            )
    yield from _messages()
    yield from _audit()
    yield from _anchors(now)
    for what, late in retention.overdue().items():
        if late > DAY:
            yield fail(f"What has to be erased ({what}) is {late / DAY:.0f} days late.", "See the log of the worker.")


def _messages() -> Iterator[Finding]:
    for one in messages.deliveries(CHANNELS):
        if one.oldest_due > DELIVERY_LATE:
            yield fail(
                f"{one.due} messages by {one.channel} wait, one for {one.oldest_due:.0f} s.",
                "See the checks `mail` and `push`, and the log of the worker.",
            )
    if (late := messages.calls().oldest_due) > DELIVERY_LATE:
        yield fail(f"Calls to webhooks are {late:.0f} s late.", "Start more workers.")


def _audit() -> Iterator[Finding]:
    now = audit.figures()
    moves = now.rounds.get(rounds.MOVES)
    if not settings.AUDIT_SHARE:
        yield warn("No auditor runs (AUDIT_SHARE=0).", "Run `manage.py verify_log` every night.")
    elif moves is None or moves.unchecked > UNCHECKED:
        yield fail("The auditor has not checked the newest moves for ten minutes.", RUN)
    if now.quarantined:
        yield fail(f"{now.quarantined} games are quarantined.", "See operations.md, When the auditor rings.")
    if found := sum(now.found.values()):
        yield warn(f"The auditor has found {found} faults so far.", "They are listed in the admin.")


def _anchors(now: metrics.Figures) -> Iterator[Finding]:
    if now.anchors.age is not None and now.anchors.age > ANCHOR_LATE:
        yield fail(f"The newest anchor is {now.anchors.age / DAY:.1f} days old.", "See the log of the worker.")
    if settings.ANCHOR_LEDGER and now.ledger is None:
        yield fail("ANCHOR_LEDGER cannot be read or is of another database.", "Run `manage.py anchor --check`.")
    elif now.ledger is not None and now.ledger.ahead:
        yield fail(
            f"The database has lost {now.ledger.ahead} anchors of ANCHOR_LEDGER: it was restored from before.",
            "See docs/protocol/anchors.md, After a restore.",
        )
