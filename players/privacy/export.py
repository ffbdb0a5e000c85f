"""Exports of one player's rows in the tables of players, for themselves. Reads only, and leaves out secrets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit
from uuid import UUID

from allauth.account.models import EmailAddress

from players import preferences, secret_tokens, selectors
from players.models import (
    App,
    Authorization,
    Block,
    Delivery,
    Device,
    Invitation,
    Leaving,
    Merge,
    Notification,
    Preset,
    Reminder,
    Removal,
    Seen,
    Token,
    Vacation,
)
from players.notifications import inbox
from players.webhooks import selectors as webhooks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from players.models import Webhook

AT_ONCE: Final = 500
"""Rows read at a time from large tables."""

Row = dict[str, Any]


def account(player_id: UUID) -> Row:
    """Return the account itself. Raises `PlayerNotFound`."""
    own = selectors.own_profile(player_id=player_id)
    addresses = EmailAddress.objects.filter(user_id=player_id).order_by("email").values("email", "verified", "primary")
    leaving = Leaving.objects.filter(player_id=player_id).first()
    return {
        "id": own.id,
        "name": own.name,
        "joined_at": own.joined_at,
        "addresses": list(addresses),
        "asked_to_leave_at": None if leaving is None else leaving.asked_at,
        "leaves_at": own.leaves_at,
    }


def wishes(player_id: UUID) -> Row:
    """Return the preferences; `messages` holds the player's own choices."""
    found = preferences.of(player_id)
    return {
        "language": found.language,
        "time_zone": found.time_zone,
        "quiet_from": found.quiet_from,
        "quiet_to": found.quiet_to,
        "digest_hour": found.digest_hour,
        "reminders": list(found.reminders),
        "messages": found.choices,
    }


def tokens(player_id: UUID) -> list[Row]:
    """Return the tokens, expired ones included, without those of apps."""
    mine = Token.objects.filter(player_id=player_id, kind__in=secret_tokens.OWN).order_by("created", "id")
    return [
        {
            "id": one.id,
            "kind": one.kind,
            "hint": one.hint,
            "name": one.name,
            "scopes": one.scopes,
            "created_at": one.created,
            "last_used_on": one.last_used,
            "expires_at": one.expires,
        }
        for one in mine
    ]


def authorizations(player_id: UUID) -> list[Row]:
    """Return every authorization of an app."""
    mine = Authorization.objects.filter(player_id=player_id).order_by("created", "id")
    return [
        {
            "app": UUID(str(one.app_id)),
            "name": one.app.name,
            "scopes": one.scopes,
            "created_at": one.created,
            "last_used_on": one.last_used,
            "expires_at": one.expires,
        }
        for one in mine.select_related("app")
    ]


def apps(player_id: UUID) -> list[Row]:
    """Return the player's apps, without their secrets."""
    return [
        {
            "id": UUID(app.id),
            "name": app.name,
            "type": app.type,
            "website": app.website,
            "redirect_uris": app.get_redirect_uris(),
            "scopes": app.get_scopes(),
            "created_at": app.created_at,
        }
        for app in App.objects.filter(owner_id=player_id).order_by("created_at", "id")
    ]


def devices(player_id: UUID) -> list[Row]:
    """Return the devices that get pushes. Of an address only the host: the rest would let others push."""
    mine = Device.objects.filter(player_id=player_id).order_by("created", "id")
    return [
        {
            "id": one.id,
            "kind": one.kind,
            "name": one.name,
            "host": urlsplit(one.address).hostname if one.kind == Device.Kind.WEBPUSH else None,
            "created_at": one.created,
        }
        for one in mine
    ]


def vacations(player_id: UUID) -> list[Row]:
    """Return the vacations."""
    mine = Vacation.objects.filter(player_id=player_id).order_by("starts_at")
    return [dict(row) for row in mine.values("starts_at", "ends_at", "ended_at", "games")]


def hooks(player_id: UUID) -> list[Webhook]:
    """Return the webhooks."""
    return webhooks.webhooks_of(player_id=player_id)


def merges(player_id: UUID) -> list[Row]:
    """Return the guests who were merged into the account."""
    mine = Merge.objects.filter(player_id=player_id).order_by("merged_at", "guest")
    return [dict(row) for row in mine.values("guest", "games", "merged_at")]


def invitations(player_id: UUID) -> list[Row]:
    """Return the invitations that the player made."""
    mine = Invitation.objects.filter(player_id=player_id).order_by("created_at")
    return [
        {
            "game": one.game_id,
            "kind": one.kind,
            "state": one.state,
            "player": one.wanted or None,
            "email": one.email or None,
            "created_at": one.created_at,
            "expires_at": one.expires_at,
        }
        for one in mine
    ]


def presets(player_id: UUID) -> list[Row]:
    """Return the player's presets of tables."""
    mine = Preset.objects.filter(player_id=player_id).order_by("created_at", "id")
    return [
        {
            "name": one.name,
            **one.table,
            "code": one.code or None,
            "created_at": one.created_at,
            "updated_at": one.updated_at,
        }
        for one in mine
    ]


def blocks(player_id: UUID) -> list[Row]:
    """Return whom the player has blocked. Nobody is told who has blocked them."""
    mine = Block.objects.filter(blocker_id=player_id).select_related("blocked").order_by("created_at", "blocked_id")
    return [{"player": one.blocked_id, "name": one.blocked.name, "blocked_at": one.created_at} for one in mine]


def reminders(player_id: UUID) -> list[Row]:
    """Return the pending reminders."""
    mine = Reminder.objects.filter(player_id=player_id).order_by("due_at")
    return [{"game": one.game_id, "due_at": one.due_at, "deadline_at": one.deadline_at} for one in mine]


def seen(player_id: UUID) -> list[Row]:
    """Return the versions of running games that the player has fetched."""
    mine = Seen.objects.filter(player_id=player_id).order_by("game_id")
    return [{"game": game_id, "up_to": version} for game_id, version in mine.values_list("game_id", "version")]


def removals(player_id: UUID) -> list[Row]:
    """Return the tables from which a host has removed the player."""
    mine = Removal.objects.filter(player_id=player_id).order_by("removed_at")
    return [{"game": one.game_id, "removed_at": one.removed_at} for one in mine]


def notifications(player_id: UUID) -> Iterator[Row]:
    """Yield each `notification` as in the inbox, oldest first, with its `deliveries`: the outcome on every channel."""
    last = 0
    while True:
        mine = Notification.objects.filter(player_id=player_id, number__gt=last).select_related("about")
        page = list(mine.order_by("number")[:AT_ONCE])
        if not page:
            return
        carried: dict[UUID, list[Row]] = {one.id: [] for one in page}
        for one in Delivery.objects.filter(notification_id__in=carried).order_by("created_at", "id"):
            carried[one.notification_id].append(
                {"channel": one.channel, "state": one.state, "created_at": one.created_at, "sent_at": one.sent_at}
            )
        yield from ({"notification": inbox.shown(one), "deliveries": carried[one.id]} for one in page)
        last = page[-1].number
