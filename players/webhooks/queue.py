"""The queue of webhook deliveries: added, claimed for a while, sent, retried, and given up.

A claim is a lease, as in the outbox of games: it moves `next_at` forward, so that another worker takes over when one
dies, under the same id. Any number of processes claim; the calls of all of them are counted by `leased`. Times are the
database's.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import UUID, uuid4

from django.db import transaction

from common import clock
from common.clock import ServiceNow
from common.database import queries
from players.models import Authorization, Token, Webhook, WebhookCursor, WebhookDelivery

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from datetime import datetime

    from django.db.models import QuerySet

LEASE_SECONDS: Final = 30
"""How long a claim keeps a delivery for its worker: longer than a call and all around it take."""
PAUSES: Final = (5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 20 * 3600)
"""Seconds after the first, second, ... failure; together just under `PATIENCE`."""
PATIENCE: Final = timedelta(days=3)
LONGEST_PAUSE: Final = 24 * 3600.0
"""The longest wait, in seconds, that a receiver may ask for at once."""
SUSTAINED: Final = timedelta(days=1)
"""A webhook without a success for so long is disabled when a delivery is given up: a dead one after `PATIENCE`."""
KEPT: Final = timedelta(days=30)
"""How long the log is kept."""


class Share(NamedTuple):
    """Most calls at once, over all processes, to one webhook and to one receiver: all webhooks of a host and port."""

    webhook: int
    receiver: int


QUICK: Final = Share(webhook=4, receiver=32)
SLOW: Final = Share(webhook=1, receiver=4)
"""Of receivers that let calls wait."""
GONE: Final = 410
INTERNAL: Final = "internal"
"""The reason for a delivery that cannot be sent at all."""

# The host and port of a webhook.
RECEIVER: Final = "split_part(w.url, '/', 3)"

# Webhooks take turns: the first delivery of each comes before the second of any, and the longest waiting before others.
# `NOT IN` keeps the scan of what is due in its order, however much that is. Closed accounts still get their last call.
CLAIM: Final = f"""
WITH called AS MATERIALIZED (
    SELECT w.id AS webhook, {RECEIVER} AS receiver
    FROM players_webhookdelivery d JOIN players_webhook w ON w.id = d.webhook_id
    WHERE d.leased AND d.next_at > service_now()
), waiting AS MATERIALIZED (
    SELECT d.id, d.next_at, w.id AS webhook, {RECEIVER} AS receiver FROM players_webhookdelivery d
    JOIN players_webhook w ON w.id = d.webhook_id JOIN players_player p ON p.id = w.player_id
    WHERE d.state = 'pending' AND d.next_at <= service_now() AND w.state = 'active'
        AND (p.is_active OR d.type = 'player.erased') AND ({RECEIVER} = ANY(%(slow)s::text[])) = %(is_slow)s::boolean
        AND w.id NOT IN (SELECT webhook FROM called GROUP BY webhook HAVING count(*) >= %(webhook)s::int)
        AND {RECEIVER} NOT IN (SELECT receiver FROM called GROUP BY receiver HAVING count(*) >= %(receiver)s::int)
    ORDER BY d.next_at LIMIT 1000
), in_turn AS (
    SELECT *, row_number() OVER (PARTITION BY webhook ORDER BY next_at) AS turn FROM (
        SELECT NULL::uuid AS id, timestamptz '-infinity' AS next_at, webhook, receiver FROM called
        UNION ALL SELECT id, next_at, webhook, receiver FROM waiting
    ) both_of_them
), fair AS (
    SELECT id, turn, next_at FROM (
        SELECT *, row_number() OVER (PARTITION BY receiver ORDER BY id IS NOT NULL, turn, next_at) AS place
        FROM in_turn WHERE id IS NULL OR turn <= %(webhook)s::int
    ) ranked WHERE id IS NOT NULL AND place <= %(receiver)s::int
    ORDER BY turn, next_at LIMIT 4 * %(limit)s::int
), free AS (
    SELECT d.id FROM players_webhookdelivery d JOIN fair ON fair.id = d.id
    WHERE d.state = 'pending' AND d.next_at <= service_now()
    ORDER BY fair.turn, fair.next_at LIMIT %(limit)s::int FOR UPDATE OF d SKIP LOCKED
)
UPDATE players_webhookdelivery d SET
    leased = true, next_at = service_now() + make_interval(secs => %(lease)s::float8), attempts = d.attempts + 1
FROM free WHERE d.id = free.id RETURNING d.id
"""  # noqa: S608 - constants only

# One statement for all calls that were accepted since the last one. Webhooks are locked first and in one order, as by
# everything that locks them and their deliveries.
SENT: Final = """
WITH answers AS (
    SELECT * FROM unnest(%s::uuid[], %s::smallint[]) AS a (id, status)
), recovered AS MATERIALIZED (
    SELECT w.id FROM players_webhook w WHERE w.failing_since IS NOT NULL
        AND w.id IN (SELECT d.webhook_id FROM players_webhookdelivery d JOIN answers a ON a.id = d.id)
    ORDER BY w.id FOR UPDATE
), done AS (
    UPDATE players_webhookdelivery d
    SET state = 'sent', status_code = a.status, error = '', sent_at = service_now(), leased = false
    FROM answers a WHERE d.id = a.id AND (SELECT count(*) FROM recovered) IS NOT NULL
    RETURNING d.id, d.version
), received AS (
    UPDATE players_webhookcursor c SET version = done.version, delivery_id = NULL
    FROM done WHERE c.delivery_id = done.id
)
UPDATE players_webhook w SET failing_since = NULL FROM recovered WHERE w.id = recovered.id
"""

UNDER_WAY: Final = """
UPDATE players_webhookcursor c SET delivery_id = b.delivery_id
FROM unnest(%s::bigint[], %s::uuid[]) AS b (cursor_id, delivery_id) WHERE c.id = b.cursor_id
"""


class Batch(NamedTuple):
    """Events of a game that a webhook has not received: those after the version `after` up to `upto`."""

    cursor_id: int
    webhook_id: UUID
    game_id: UUID
    after: int
    upto: int


def add(
    delivery_id: UUID,
    *,
    webhook_id: UUID,
    kind: str,
    data: Mapping[str, Any],
    expires_at: datetime | None = None,
) -> WebhookDelivery:
    """Add a delivery of `data` to the queue; an existing id stays as it is."""
    moment = clock.now()
    found, _ = WebhookDelivery.objects.get_or_create(
        id=delivery_id,
        defaults={
            "webhook_id": webhook_id, "type": kind, "data": data, "expires_at": expires_at, "next_at": moment,
            "gives_up_at": moment + PATIENCE,
        },
    )  # fmt: skip
    return found


def add_batches(kind: str, batches: Sequence[Batch]) -> None:
    """Add a delivery of each batch, for which its cursor then waits. Call it in the transaction that read them."""
    if not batches:
        return
    gives_up_at = clock.now() + PATIENCE
    added = WebhookDelivery.objects.bulk_create(
        WebhookDelivery(
            id=uuid4(), webhook_id=one.webhook_id, type=kind, game_id=one.game_id, after_version=one.after,
            version=one.upto, next_at=ServiceNow(), gives_up_at=gives_up_at,
        )
        for one in batches
    )  # fmt: skip
    queries.rows(UNDER_WAY, [one.cursor_id for one in batches], [one.id for one in added])


def claim(limit: int, slow: Collection[str] = (), *, is_slow: bool = False) -> list[WebhookDelivery]:
    """Claim at most `limit` due deliveries, within the `Share` of each webhook and receiver; with their webhooks.

    `slow`: the receivers that let calls wait. Deliveries to these are claimed if `is_slow`, else those to all others.
    Two processes that claim at the same moment may exceed a share.
    """
    share = SLOW if is_slow else QUICK
    claimed = queries.rows(CLAIM, slow=list(slow), is_slow=is_slow, limit=limit, lease=LEASE_SECONDS, **share._asdict())
    if not claimed:
        return []
    ids = [row[0] for row in claimed]
    return list(WebhookDelivery.objects.select_related("webhook").filter(id__in=ids).order_by("created", "id"))


def receiver(webhook: Webhook) -> str:
    """Return the host and port of a webhook, as `RECEIVER` does."""
    return webhook.url.split("/")[2]


def ended(webhooks: Iterable[Webhook]) -> set[UUID]:
    """Return those of these webhooks whose token or authorization is no longer valid: see `Webhook.token_id`."""
    made = {webhook.id: webhook.token_id for webhook in webhooks if webhook.token_id is not None}
    if not made:
        return set()
    ids = set(made.values())
    living = set(Token.objects.living().filter(id__in=ids).values_list("id", flat=True))
    if left := ids - living:
        found = Authorization.objects.filter(id__in=left, expires__gt=ServiceNow())
        living |= set(found.values_list("id", flat=True))
    return {webhook for webhook, token in made.items() if token not in living}


def sent(answers: Mapping[UUID, int]) -> None:
    """Record accepted calls by id with the status of the answer; the cursors of their games move on."""
    if answers:
        queries.rows(SENT, list(answers), list(answers.values()))


def drop(delivery: WebhookDelivery, why: str) -> None:
    """Drop a delivery that must not be sent any more."""
    _mine(delivery).update(state=WebhookDelivery.State.DROPPED, error=why, leased=False)


def put_off(delivery: WebhookDelivery, pause: timedelta) -> None:
    """Release a claim without an attempt; `gives_up_at` moves by the same pause."""
    _mine(delivery).update(
        next_at=clock.now() + pause, gives_up_at=delivery.gives_up_at + pause, attempts=max(0, delivery.attempts - 1),
        leased=False,
    )  # fmt: skip


def failed(delivery: WebhookDelivery, why: str, *, status: int | None, retry_after: float | None = None) -> bool:
    """Record a failure, and when to try again; return True if it disabled the webhook.

    `why` is one word; `INTERNAL` is not the receiver's fault. The delivery is given up when the next attempt
    would come after `gives_up_at`.
    """
    with transaction.atomic():
        webhook = Webhook.objects.select_for_update().filter(id=delivery.webhook_id).first()
        if webhook is None:
            return False
        moment = clock.now()
        if why != INTERNAL:
            webhook.failing_since = webhook.failing_since or moment
        next_at = moment + timedelta(seconds=_pause(delivery.attempts, retry_after))
        gone = status == GONE
        dead = gone or next_at > delivery.gives_up_at
        _mine(delivery).update(
            state=WebhookDelivery.State.DEAD if dead else WebhookDelivery.State.PENDING,
            next_at=next_at, status_code=status, error=why, leased=False,
        )  # fmt: skip
        since = webhook.failing_since
        off = gone or (dead and why != INTERNAL and since is not None and moment - since >= SUSTAINED)
        off = off and webhook.state == Webhook.State.ACTIVE
        if off:
            webhook.state, webhook.reason = Webhook.State.DISABLED, "gone" if gone else "failing"
        webhook.save(update_fields=["failing_since", "state", "reason"])
        if webhook.state == Webhook.State.DISABLED:
            rest(webhook.id)
    return off


def disable(webhook: Webhook, reason: str) -> bool:
    """Disable a webhook; return False if it was disabled already."""
    active = Webhook.objects.filter(id=webhook.id, state=Webhook.State.ACTIVE)
    done = bool(active.update(state=Webhook.State.DISABLED, reason=reason))
    rest(webhook.id)
    return done


def rest(webhook_id: UUID) -> None:
    """Let the waiting deliveries of a disabled webhook rest: claims would have to pass over them. See `revive`."""
    waiting = WebhookDelivery.objects.filter(webhook_id=webhook_id, state=WebhookDelivery.State.PENDING)
    waiting.update(next_at=clock.now() + KEPT, leased=False)


def again(deliveries: QuerySet[WebhookDelivery]) -> int:
    """Restart these deliveries at once."""
    moment = clock.now()
    return deliveries.update(
        state=WebhookDelivery.State.PENDING, attempts=0, next_at=moment, gives_up_at=moment + PATIENCE, leased=False
    )


def revive(webhook_id: UUID) -> None:
    """Restart what a webhook missed while it was disabled: waiting deliveries and the batches of its games."""
    mine = WebhookDelivery.objects.filter(webhook_id=webhook_id)
    again(mine.filter(state=WebhookDelivery.State.PENDING))
    again(mine.filter(id__in=WebhookCursor.objects.filter(webhook_id=webhook_id).values("delivery_id")))


def forget() -> int:
    """Delete rows older than `KEPT`; return how many."""
    deleted, _ = WebhookDelivery.objects.filter(created__lt=clock.now() - KEPT).delete()
    return deleted


def _mine(delivery: WebhookDelivery) -> QuerySet[WebhookDelivery]:
    """Return the delivery, unless it was finished, or claimed by another worker, meanwhile."""
    pending = WebhookDelivery.State.PENDING
    return WebhookDelivery.objects.filter(id=delivery.id, state=pending, attempts=delivery.attempts)


def _pause(attempt: int, asked: float | None) -> float:
    """Return the seconds until the attempt after `attempt` (from 1): our pause, or the receiver's if it is longer."""
    return max(PAUSES[min(attempt, len(PAUSES)) - 1], min(asked or 0.0, LONGEST_PAUSE))
