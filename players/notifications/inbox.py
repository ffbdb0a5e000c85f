"""The inbox: the notifications of each player, numbered in the order in which they were committed.

The only writer of notifications. Callers decide what the player may know; games are not known here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from django.db import connection, transaction
from django.db.models import F, Q

from common.clock import ServiceNow
from common.database import queries
from common.database.prepared import Prepared
from players.errors import NotificationNotFound
from players.models import Inbox, Notification
from players.notifications import deliveries, kinds
from players.notifications.deliveries import encode_json

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from datetime import datetime
    from uuid import UUID

    from players.notifications.deliveries import Plan

NAMED: Final = "from"
"""The fact that is looked up: the name of the player a notification is about. It is never stored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """A notification to add: `id` is derived from content and reader, so that it is stored once.

    `about`: the other player it names; `data["from"]` is their present name, see `facts`.
    """

    id: UUID
    player_id: UUID
    kind: str
    game_id: UUID | None = None
    seq: int | None = None
    data: Mapping[str, Any] = field(default_factory=dict)
    about: UUID | None = None
    expires_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """Some notifications, newest first.

    `head`: number of the newest there is, 0 for none; `unread`: how many of all are not read; `revision` changes with
    every change of the inbox; `more`: older matching ones exist.
    """

    items: tuple[Notification, ...]
    head: int
    unread: int
    revision: int
    more: bool


# Inboxes are locked in the order of ids, so that two transactions lock the same ones in the same order.
_LOCK = """
    INSERT INTO players_inbox AS i (player_id, head, revision)
         SELECT p.id, 0, 0 FROM players_player p WHERE p.id = ANY(%s::uuid[]) AND p.is_active ORDER BY p.id
    ON CONFLICT (player_id) DO UPDATE SET head = i.head
      RETURNING player_id, head
"""

_ADD: Final = Prepared("SELECT add_notifications(%s::json, %s::json, %s::text[])")


def add(news: Iterable[News], plans: Sequence[Plan] = ()) -> list[News]:
    """Add those notifications that are new and whose players exist, with their planned deliveries. Return them.

    All or nothing: until the transaction ends these inboxes have no other writer, so that the numbers have no gaps and
    are seen in order. Raises `IntegrityError` if another transaction adds one of them at the same time.
    """
    told = in_order(news)
    if not told:
        return []
    row = _ADD.one(encode_json(told).decode(), encode_json(plans).decode(), deliveries.array(kinds.kinds()))
    added = set(row[0]) if row else set()
    return [one for one in told if one.id in added]


def in_order(news: Iterable[News]) -> list[News]:
    """Return each of these notifications once, in the order in which inboxes are locked."""
    return sorted({one.id: one for one in news}.values(), key=attrgetter("player_id"))


def lock(players: Collection[UUID]) -> dict[UUID, int]:
    """Lock the inboxes of these players until the transaction ends; create missing ones.

    Return the number of the newest notification by player; players who are deleted or closed are left out.
    """
    if not players:
        return {}
    return dict(queries.prepared(_LOCK, sorted(players)))


# Under new ids: links in the guest's messages use the former ones.
_HAND_OVER = """
    INSERT INTO players_notification
        (id, player_id, number, kind, game_id, seq, data, about_id, created_at, expires_at, read_at)
    SELECT gen_random_uuid(), %(player)s::uuid, %(head)s::int + row_number() OVER (ORDER BY n.number),
        n.kind, n.game_id, n.seq, n.data, n.about_id, n.created_at, n.expires_at, n.read_at
    FROM players_notification n
    WHERE n.player_id = %(guest)s::uuid AND n.read_at IS NULL
        AND (n.expires_at IS NULL OR n.expires_at > service_now())
        AND n.about_id IS DISTINCT FROM %(player)s::uuid
        AND NOT EXISTS (SELECT FROM unnest(%(games)s::uuid[], %(seqs)s::int[]) AS anew (game, seq)
            WHERE (anew.game, anew.seq) = (n.game_id, n.seq))
"""


def hand_over(guest_id: UUID, player_id: UUID, told_anew: Collection[tuple[UUID, int]]) -> None:
    """Copy a guest's unread notifications that are not stale to a player, except those in `told_anew` (game and event).

    Call it inside a transaction.
    """
    heads = lock({guest_id, player_id})
    games, seqs = [game for game, _ in told_anew], [seq for _, seq in told_anew]
    with connection.cursor() as cursor:
        cursor.execute(
            _HAND_OVER,
            {"player": player_id, "guest": guest_id, "head": heads[player_id], "games": games, "seqs": seqs},
        )
        Inbox.objects.filter(player_id=player_id).update(head=F("head") + cursor.rowcount, revision=F("revision") + 1)


def page(*, player_id: UUID, before: int | None = None, after: int = 0, unread: bool = False, limit: int = 20) -> Page:
    """Return notifications of a player with `after` < number < `before`, newest first; optionally only unread ones."""
    mine = Notification.objects.filter(player_id=player_id)
    with transaction.atomic():
        box = Inbox.objects.filter(player_id=player_id).first() or Inbox(player_id=player_id)
        count = mine.filter(read_at__isnull=True).count()
        found = mine.filter(number__gt=after, number__lte=box.head)
        if before is not None:
            found = found.filter(number__lt=before)
        if unread:
            found = found.filter(read_at__isnull=True)
        items = list(found.select_related("about").order_by("-number")[: limit + 1])
    return Page(tuple(items[:limit]), box.head, count, box.revision, more=len(items) > limit)


def revision(*, player_id: UUID) -> tuple[int, int]:
    """Return the number of the newest notification and the inbox's revision, which change when `page` does."""
    found = Inbox.objects.filter(player_id=player_id).values_list("head", "revision").first()
    return found or (0, 0)


def mark_read(*, player_id: UUID, ids: Sequence[UUID] = (), up_to: UUID | None = None) -> Page:
    """Mark these notifications, and everything up to `up_to`, as read; return an empty page with the counts.

    Safe to repeat. Raises `NotificationNotFound` if one of them belongs to another player; then nothing is marked.
    """
    mine = Notification.objects.filter(player_id=player_id)
    with transaction.atomic():
        lock({player_id})
        if mine.filter(id__in=ids).count() < len(set(ids)):
            raise NotificationNotFound
        changed = mine.filter(id__in=ids, read_at__isnull=True).update(read_at=ServiceNow())
        if up_to is not None:
            last = mine.filter(id=up_to).values_list("number", flat=True).first()
            if last is None:
                raise NotificationNotFound
            changed += mine.filter(number__lte=last, read_at__isnull=True).update(read_at=ServiceNow())
        if changed:
            Inbox.objects.filter(player_id=player_id).update(revision=F("revision") + 1)
    return page(player_id=player_id, limit=0)


def find(notification_id: UUID) -> Notification | None:
    """Return the notification of that id, of any player."""
    return Notification.objects.filter(id=notification_id).first()


def told_beside(one: Notification) -> list[Notification]:
    """Return the player's other notifications of the same event; empty if it is about no game."""
    if one.game_id is None:
        return []
    same = Notification.objects.filter(player_id=one.player_id, game_id=one.game_id, created_at=one.created_at)
    return list(same.exclude(id=one.id).order_by("number"))


def told_since(one: Notification, kinds: Iterable[str]) -> list[Notification]:
    """Return the player's notifications of these kinds about later events of the same game; empty if it has none.

    Later means after it in the log, though the notification may be older.
    """
    if one.game_id is None:
        return []
    same = Notification.objects.filter(player_id=one.player_id, game_id=one.game_id, kind__in=list(kinds))
    later = same.filter(Q(seq__gt=one.seq) | Q(seq=one.seq, number__gt=one.number))
    return list(later.exclude(created_at=one.created_at).order_by("number"))


def facts(one: Notification) -> dict[str, Any]:
    """Return the facts of a notification, with the present name of the player it is about, None if deleted."""
    data: dict[str, Any] = one.data
    if NAMED not in data:
        return data
    return {**data, NAMED: None if one.about is None else one.about.name}


def shown(one: Notification) -> dict[str, Any]:
    """Return a notification as in the inbox and in webhooks."""
    return {
        "id": str(one.id),
        "kind": one.kind,
        "game_id": None if one.game_id is None else str(one.game_id),
        "seq": one.seq,
        "data": facts(one),
        "created_at": one.created_at,
        "expires_at": one.expires_at,
        "read_at": one.read_at,
    }
