"""The ledger of deliveries: every message on its way to a device, its result, and when to try it next.

A claim is a lease: it moves `next_at` forward, so that another worker takes over when one dies. Sending
happens between a claim and its record, outside any transaction, so a kill costs one message sent twice, never one lost.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import msgspec
from django.db import connection

from common.clock import ServiceNow
from common.database import queries
from common.database.prepared import Prepared
from players.models import Delivery
from players.notifications import devices, kinds

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from datetime import datetime
    from uuid import UUID

LEASE_SECONDS: Final = 60
"""How long a claim keeps a delivery for its worker: longer than any channel may take."""

WORDS: Final = 200
"""Characters kept of an error or a receipt."""

State = Delivery.State
ENDED_BADLY: Final = (State.DEAD, State.FAILED)
"""The states from which an operator may send again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A delivery to create: not before `next_at`; `digest`: in one message with others of that hour.

    It replaces pending deliveries to its player on its channel about earlier events of the same game, of the kinds
    `replaces` and with these `facts` in their data. If one of those hid other notifications of its command, the most
    important of a `wanted` kind is delivered instead.
    """

    notification_id: UUID
    channel: str
    device: UUID | None
    next_at: datetime
    digest: bool = False
    replaces: Sequence[str] = ()
    facts: Mapping[str, object] = field(default_factory=dict)
    wanted: Sequence[str] = ()


encode_json: Final = msgspec.json.Encoder().encode

_STAND_IN: Final = Prepared("SELECT add_stand_in(%s::uuid, %s::text[], %s::text[], %s::timestamptz)")


def add_stand_in(hidden: Delivery, wanted: Iterable[str], next_at: datetime) -> bool:
    """Add a delivery of the next notification of the same command, if there is one of a `wanted` kind.

    Returns whether there is one.
    """
    row = _STAND_IN.one(hidden.id, array(kinds.kinds()), array(wanted), next_at)
    return row == (True,)


def array(names: Iterable[str]) -> str:
    """Return an array of names of kinds, for PostgreSQL."""
    return "{" + ",".join(names) + "}"


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
    return _claimed(ids)


# A device that was forgotten has no host. Such deliveries are claimed with those to hosts that do not let pushes wait.
_CLAIM_PUSHES: Final = f"""
    WITH first AS (
        SELECT c.id FROM players_delivery c LEFT JOIN players_device d ON d.id = c.device
         WHERE c.channel = %(channel)s AND c.state = 'pending' AND c.next_at <= service_now()
           AND (coalesce({devices.HOST}, '') = ANY(%(slow)s::text[])) = %(is_slow)s::boolean
         ORDER BY c.next_at LIMIT %(limit)s::int FOR UPDATE OF c SKIP LOCKED)
    UPDATE players_delivery t
       SET next_at = service_now() + make_interval(secs => %(lease)s::float8), attempts = t.attempts + 1
      FROM first WHERE t.id = first.id
 RETURNING t.id
"""  # noqa: S608 - constants only


def claim_pushes(channel: str, limit: int, slow: Collection[str] = (), *, is_slow: bool = False) -> list[Delivery]:
    """Claim at most `limit` due deliveries of a channel of pushes, which has neither digests nor an order.

    `slow`: the hosts that let pushes wait. Deliveries to these are claimed if `is_slow`, else those to all others.
    """
    rows = queries.rows(
        _CLAIM_PUSHES, channel=channel, limit=limit, slow=list(slow), is_slow=is_slow, lease=LEASE_SECONDS
    )
    return _claimed([row[0] for row in rows])


def _claimed(ids: Sequence[UUID]) -> list[Delivery]:
    """Return claimed deliveries, oldest first."""
    if not ids:
        return []
    found = Delivery.objects.filter(id__in=ids).select_related("notification__about", "notification__player")
    return list(found.order_by("number"))


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
