"""The ledger of deliveries: every message on its way to a device, its result, and when to try it next.

A claim is a lease: it moves `next_at` forward, so that another worker takes over when one dies. Sending
happens between a claim and its record, outside any transaction, so a kill costs one message sent twice, never one lost.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final
from uuid import UUID, uuid5

from django.db import connection

from common.clock import ServiceNow
from common.database import queries
from players.models import Delivery

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from players.models import Notification

LEASE_SECONDS: Final = 60
"""How long a claim keeps a delivery for its worker: longer than any channel may take."""

WORDS: Final = 200
"""Characters kept of an error or a receipt."""

State = Delivery.State
ENDED_BADLY: Final = (State.DEAD, State.FAILED)
"""The states from which an operator may send again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A delivery to create: not before `next_at`; `digest`: in one message with others of that hour."""

    notification: Notification
    channel: str
    device: UUID | None
    next_at: datetime
    digest: bool = False


@dataclass(frozen=True, slots=True)
class Replacement:
    """What a newer delivery replaces: pending ones to its player on its channel about the same game, of these kinds.

    They are about earlier events: before it in the log, because a worker may report a command after later ones.
    `facts`: only those of notifications that have these facts in their data.
    """

    newer: Plan
    kinds: Sequence[str]
    facts: Mapping[str, object]


_PLANNED = ("uuid", "uuid", "uuid", "int", "uuid", "text", "uuid", "boolean", "timestamptz", "timestamptz")
_REPLACING = ("uuid", "text", "uuid", "int", "int", "text", "text")
_ADD = f"""
    WITH added AS (
        INSERT INTO players_delivery (id, notification_id, player_id, number, game_id, channel, device, state, digest,
                    attempts, next_at, expires_at, error, receipt, created_at)
             SELECT p.id, p.notification_id, p.player_id, p.number, p.game_id, p.channel, p.device, 'pending', p.digest,
                    0, p.next_at, p.expires_at, '', '', service_now()
               FROM {queries.unnest(*_PLANNED)}
                    AS p (id, notification_id, player_id, number, game_id, channel, device, digest, next_at, expires_at)
        ON CONFLICT DO NOTHING),
    replaced AS (
        UPDATE players_delivery d SET state = 'dropped', error = 'superseded'
          FROM players_notification n,
               {queries.unnest(*_REPLACING)}
               AS r (player_id, channel, game_id, seq, number, kinds, facts)
         WHERE d.player_id = r.player_id AND d.channel = r.channel AND d.game_id = r.game_id AND d.state = 'pending'
           AND n.id = d.notification_id AND n.kind = ANY(string_to_array(r.kinds, ' '))
           AND n.data @> r.facts::jsonb
           AND (n.seq < r.seq OR (n.seq = r.seq AND d.number < r.number))
     RETURNING d.id, EXISTS (
                   SELECT FROM players_notification o
                    WHERE o.player_id = n.player_id AND o.game_id = n.game_id AND o.created_at = n.created_at
                      AND o.id <> n.id) AS has_others)
    SELECT id FROM replaced WHERE has_others
"""  # noqa: S608 - constants only


def add(plans: Sequence[Plan], replacements: Sequence[Replacement] = ()) -> list[Delivery]:
    """Add deliveries, except those that exist already, and drop the pending ones that they replace.

    Returns the dropped ones whose command had other news for the player.
    """
    if not plans:
        return []
    news, newer = [plan.notification for plan in plans], [one.newer.notification for one in replacements]
    dropped = queries.prepared(
        _ADD,
        [uuid5(plan.notification.id, f"{plan.channel}/{plan.device}") for plan in plans],
        [one.id for one in news],
        [one.player_id for one in news],
        [one.number for one in news],
        [one.game_id for one in news],
        [plan.channel for plan in plans],
        [plan.device for plan in plans],
        [plan.digest for plan in plans],
        [plan.next_at for plan in plans],
        [one.expires_at for one in news],
        [one.player_id for one in newer],
        [one.newer.channel for one in replacements],
        [one.game_id for one in newer],
        [one.seq for one in newer],
        [one.number for one in newer],
        [" ".join(one.kinds) for one in replacements],
        [json.dumps(one.facts) for one in replacements],
    )
    ids = [key for (key,) in dropped]
    return list(Delivery.objects.filter(id__in=ids).select_related("notification")) if ids else []


# Only the first delivery of a digest, or of a game's messages to a program, may be claimed.
# Other workers still see it waiting, so no two workers share a digest or reverse an order.
_CLAIM = """
    WITH first AS (
        SELECT c.id, c.digest, c.player_id, c.device FROM players_delivery c
         WHERE c.channel = %s AND c.state = 'pending' AND c.next_at <= service_now()
           AND NOT EXISTS (
               SELECT FROM players_delivery e
                WHERE e.player_id = c.player_id AND e.channel = c.channel AND e.state = 'pending'
                  AND e.device IS NOT DISTINCT FROM c.device AND e.number < c.number
                  AND CASE WHEN %s THEN e.game_id = c.game_id
                           ELSE c.digest AND e.digest AND e.next_at <= service_now() END)
         ORDER BY c.next_at LIMIT 1 FOR UPDATE SKIP LOCKED),
    together AS (
        SELECT d.id FROM players_delivery d, first f
         WHERE d.id = f.id OR (f.digest AND d.digest AND d.player_id = f.player_id AND d.channel = %s
               AND d.state = 'pending' AND d.device IS NOT DISTINCT FROM f.device
               AND d.next_at <= service_now())
         FOR UPDATE OF d)
    UPDATE players_delivery t
       SET next_at = service_now() + make_interval(secs => %s::float8), attempts = t.attempts + 1
      FROM together WHERE t.id = together.id
 RETURNING t.id
"""


def claim(channel: str, *, ordered: bool) -> list[Delivery]:
    """Claim what is due next on a channel: one delivery, or all of one digest, oldest first; empty if nothing is due.

    `ordered`: messages of one game to one device are sent in order, each after the one before it is finished.
    """
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM, (channel, ordered, channel, LEASE_SECONDS))
        ids = [row[0] for row in cursor.fetchall()]
    return (
        list(
            Delivery.objects.filter(id__in=ids)
            .select_related("notification__about", "notification__player")
            .order_by("number")
        )
        if ids
        else []
    )


def sent(deliveries: Sequence[Delivery], receipt: str) -> None:
    """Record that these went out."""
    _end(deliveries, State.SENT, receipt=receipt[:WORDS], error="", sent_at=ServiceNow())


def dropped(deliveries: Sequence[Delivery], reason: str) -> None:
    """Record that these are not to be sent, for a good reason."""
    _end(deliveries, State.DROPPED, error=reason[:WORDS])


def failed(deliveries: Sequence[Delivery], error: str) -> None:
    """Record that the receiver will never accept these."""
    _end(deliveries, State.FAILED, error=error[:WORDS])


def dead(deliveries: Sequence[Delivery], error: str) -> None:
    """Record that these are given up after their last attempt."""
    _end(deliveries, State.DEAD, error=error[:WORDS])


def postponed(deliveries: Sequence[Delivery], seconds: float, error: str) -> None:
    """Record a failure, and when to try again."""
    _end(deliveries, State.PENDING, error=error[:WORDS], next_at=ServiceNow() + timedelta(seconds=seconds))


def given_back(deliveries: Sequence[Delivery], next_at: datetime) -> None:
    """Release claimed deliveries without an attempt, to be tried no earlier than `next_at`."""
    for one in deliveries:
        Delivery.objects.filter(id=one.id).update(next_at=next_at, attempts=max(0, one.attempts - 1))


def _end(deliveries: Sequence[Delivery], state: str, **fields: object) -> None:
    Delivery.objects.filter(id__in=[one.id for one in deliveries]).update(state=state, **fields)


def send_again(ids: Iterable[UUID]) -> int:
    """Restart deliveries that were given up or refused, as an operator asks; return how many."""
    ended = Delivery.objects.filter(id__in=list(ids), state__in=ENDED_BADLY)
    return ended.update(state=State.PENDING, attempts=0, next_at=ServiceNow(), error="")


def due_channels() -> list[str]:
    """Return the channels with due deliveries."""
    due = Delivery.objects.filter(state=State.PENDING, next_at__lte=ServiceNow())
    return sorted(due.values_list("channel", flat=True).distinct())
