"""The inbox: what each player was told, numbered in the order in which it was committed.

The only writer of notifications. Callers have decided what the player may know; games are not known here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from django.db import connection, transaction
from django.db.models import F, Q

from common.clock import ServiceNow
from players.errors import NotificationNotFound
from players.models import Inbox, Notification

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from datetime import datetime
    from uuid import UUID

NAMED: Final = "from"
"""The fact that is looked up: the name of whom a notification is about. It is never stored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """Something to tell: `id` follows from what is told to whom, so that it is told once.

    `about`: whom it names besides its reader; `data["from"]` is their present name, see `facts`.
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
    every change of the inbox; `more`: there are older ones that fit.
    """

    items: tuple[Notification, ...]
    head: int
    unread: int
    revision: int
    more: bool


# In the order of ids: two tellings that meet lock the same inboxes one after the other.
_LOCK = """
    INSERT INTO players_inbox AS i (player_id, head, revision)
         SELECT p.id, 0, 0 FROM players_player p WHERE p.id = ANY(%s::uuid[]) AND p.is_active ORDER BY p.id
    ON CONFLICT (player_id) DO UPDATE SET head = i.head
      RETURNING player_id, head
"""


def add(news: Iterable[News]) -> list[Notification]:
    """Tell what has not been told yet, and return that; for players that there are.

    Call it inside a transaction: until it ends nobody else writes into these inboxes, so that the numbers have no gaps
    and are seen in their order.
    """
    wanted = {one.id: one for one in news}
    heads = lock({one.player_id for one in wanted.values()})
    known = set(Notification.objects.filter(id__in=wanted).values_list("id", flat=True))
    fresh = [one for one in wanted.values() if one.id not in known and one.player_id in heads]
    added = []
    for one in fresh:
        heads[one.player_id] += 1
        added.append(
            Notification(
                id=one.id,
                player_id=one.player_id,
                number=heads[one.player_id],
                kind=one.kind,
                game_id=one.game_id,
                seq=one.seq,
                data=dict(one.data),
                about_id=one.about,
                expires_at=one.expires_at,
            )
        )
    Notification.objects.bulk_create(added)
    for player in {one.player_id for one in fresh}:
        Inbox.objects.filter(player_id=player).update(head=heads[player], revision=F("revision") + 1)
    return added


def lock(players: Collection[UUID]) -> dict[UUID, int]:
    """Lock the inboxes of these players, made if need be, until the transaction ends.

    Returns the number of the newest notification by player; who is gone or shut out has none.
    """
    if not players:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(_LOCK, (sorted(players),))
        return dict(cursor.fetchall())


# Under ids of their own: links in what the guest was sent go by the former ones.
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
    """Tell a player what a guest has not read and is still news, but for what is told anew: by game and its event.

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
    """Notifications of a player with `after` < number < `before`, newest first; with `unread` only unread ones."""
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
    """Number of the newest notification and the inbox's revision: what changes when `page` does."""
    found = Inbox.objects.filter(player_id=player_id).values_list("head", "revision").first()
    return found or (0, 0)


def mark_read(*, player_id: UUID, ids: Sequence[UUID] = (), up_to: UUID | None = None) -> Page:
    """Note that a player has read these, and everything up to `up_to`; returns an empty page with the counts.

    May be repeated. Raises `NotificationNotFound` if one of them belongs to somebody else; then nothing is marked.
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
    """What the same player was told about the same game together with this; nothing if it is about no game."""
    if one.game_id is None:
        return []
    same = Notification.objects.filter(player_id=one.player_id, game_id=one.game_id, created_at=one.created_at)
    return list(same.exclude(id=one.id).order_by("number"))


def told_since(one: Notification, kinds: Iterable[str]) -> list[Notification]:
    """What the same player was told of later commands in the same game in these kinds; nothing if it is about no game.

    Later is what comes after it in the log, though it may have been told before.
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
