"""The inbox: the notifications of each player, numbered in the order in which they were committed.

The only writer of notifications. Callers decide what the player may know; games are not known here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import msgspec
from django.db import connection, transaction
from django.db.models import F, Q

from common.clock import ServiceNow
from common.database import queries
from players.errors import NotificationNotFound
from players.models import Inbox, Notification

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from datetime import datetime
    from uuid import UUID

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

# Moves the heads of the inboxes, and numbers those that are new in the given order, the last one by the head.
_ADD = f"""
    WITH fresh AS (
        SELECT t.*, row_number() OVER (PARTITION BY t.player_id ORDER BY t.place DESC) - 1 AS from_last
          FROM {queries.unnest("uuid", "uuid", "text", "uuid", "int", "text", "uuid", "timestamptz")} WITH ORDINALITY
               AS t (id, player_id, kind, game_id, seq, data, about_id, expires_at, place)
          JOIN players_player p ON p.id = t.player_id AND p.is_active
         WHERE NOT EXISTS (SELECT FROM players_notification n WHERE n.id = t.id)),
    boxes AS (
        INSERT INTO players_inbox AS i (player_id, head, revision)
             SELECT player_id, count(*), 1 FROM fresh GROUP BY player_id ORDER BY player_id
        ON CONFLICT (player_id) DO UPDATE SET head = i.head + EXCLUDED.head, revision = i.revision + 1
          RETURNING player_id, head)
    INSERT INTO players_notification
                (id, player_id, number, kind, game_id, seq, data, about_id, created_at, expires_at)
         SELECT f.id, f.player_id, b.head - f.from_last, f.kind, f.game_id, f.seq, f.data::jsonb, f.about_id,
                service_now(), f.expires_at
           FROM fresh f JOIN boxes b USING (player_id)
      RETURNING id, number, created_at
"""  # noqa: S608 - constants only
_json = msgspec.json.Encoder().encode


def add(news: Iterable[News]) -> list[Notification]:
    """Add and return those notifications that are new and whose players exist.

    Call it inside a transaction: until it ends these inboxes have no other writer, so that the numbers have no gaps
    and are seen in order. Raises `IntegrityError` if another transaction adds one of them at the same time.
    """
    told = list({one.id: one for one in news}.values())
    if not told:
        return []
    rows = queries.prepared(
        _ADD,
        [one.id for one in told],
        [one.player_id for one in told],
        [one.kind for one in told],
        [one.game_id for one in told],
        [one.seq for one in told],
        [_json(one.data).decode() for one in told],
        [one.about for one in told],
        [one.expires_at for one in told],
    )
    added = {key: (number, created_at) for key, number, created_at in rows}
    return [_notification(one, *added[one.id]) for one in told if one.id in added]


def _notification(news: News, number: int, created_at: datetime) -> Notification:
    return Notification(
        id=news.id,
        player_id=news.player_id,
        number=number,
        kind=news.kind,
        game_id=news.game_id,
        seq=news.seq,
        data=dict(news.data),
        about_id=news.about,
        created_at=created_at,
        expires_at=news.expires_at,
    )


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
