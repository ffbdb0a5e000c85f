"""Erases one player's rows in the tables of players. Games are not known here.

Every step is safe to repeat after a kill: rows are deleted in batches, each in a transaction of its own, and the
account last. privacy.md calls the tables by the same names. If a table is forgotten here, its foreign key
keeps the account from being deleted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from django.db import connection, transaction

from players.models import Notification, Player, WebhookDelivery
from players.notifications.channels import mail
from players.notifications.channels.webhook import delivery_id

if TYPE_CHECKING:
    from uuid import UUID

BATCH: Final = 500
_ALL: Final = 2**31 - 1

_DELIVERIES: Final = """
DELETE FROM players_delivery WHERE id IN (
    SELECT d.id FROM players_delivery d JOIN players_notification n ON n.id = d.notification_id
    WHERE n.player_id = %s::uuid LIMIT %s::int)
"""
_NOTIFICATIONS: Final = """
DELETE FROM players_notification WHERE id IN
    (SELECT id FROM players_notification WHERE player_id = %s::uuid LIMIT %s::int)
"""
_CURSORS: Final = """
DELETE FROM players_webhookcursor WHERE id IN (
    SELECT c.id FROM players_webhookcursor c JOIN players_webhook w ON w.id = c.webhook_id
    WHERE w.player_id = %s::uuid LIMIT %s::int)
"""
_CALLS: Final = """
DELETE FROM players_webhookdelivery WHERE id IN (
    SELECT d.id FROM players_webhookdelivery d JOIN players_webhook w ON w.id = d.webhook_id
    WHERE w.player_id = %s::uuid LIMIT %s::int)
"""
_MANY: Final = (_DELIVERIES, _NOTIFICATIONS, _CURSORS, _CALLS)
"""Tables with many rows, in an order that breaks no foreign key."""

_FEW: Final = (
    "DELETE FROM players_webhook WHERE player_id = %s::uuid",
    "DELETE FROM players_preset WHERE player_id = %s::uuid",
    "DELETE FROM players_block WHERE blocker_id = %s::uuid",
    "DELETE FROM players_block WHERE blocked_id = %s::uuid",
    "DELETE FROM players_device WHERE player_id = %s::uuid",
    "DELETE FROM players_reminder WHERE player_id = %s::uuid",
    "DELETE FROM players_invitation WHERE player_id = %s::uuid",
    "DELETE FROM players_invitation WHERE invited_id = %s::uuid",
    "DELETE FROM players_seen WHERE player_id = %s::uuid",
    "DELETE FROM players_removal WHERE player_id = %s::uuid",
    "DELETE FROM players_allowance WHERE player_id = %s::uuid",
    "DELETE FROM players_inbox WHERE player_id = %s::uuid",
    "DELETE FROM players_vacation WHERE player_id = %s::uuid",
    "DELETE FROM players_playerpreferences WHERE player_id = %s::uuid",
    "DELETE FROM players_token WHERE player_id = %s::uuid",
    "DELETE FROM players_emailcode WHERE player_id = %s::uuid",
    "DELETE FROM players_authorization WHERE player_id = %s::uuid",
    # The player's apps go with them: they have no author any more.
    """DELETE FROM players_token WHERE authorization_id IN (SELECT a.id FROM players_authorization a
        JOIN allauth_idp_oidc_client c ON c.id = a.app_id WHERE c.owner_id = %s::uuid)""",
    """DELETE FROM players_authorization WHERE app_id IN
        (SELECT id FROM allauth_idp_oidc_client WHERE owner_id = %s::uuid)""",
    "DELETE FROM allauth_idp_oidc_client WHERE owner_id = %s::uuid",
    """DELETE FROM account_emailconfirmation WHERE email_address_id IN
        (SELECT id FROM account_emailaddress WHERE user_id = %s::uuid)""",
    "DELETE FROM account_emailaddress WHERE user_id = %s::uuid",
    "DELETE FROM django_admin_log WHERE user_id = %s::uuid",
    "DELETE FROM players_player_groups WHERE player_id = %s::uuid",
    "DELETE FROM players_player_user_permissions WHERE player_id = %s::uuid",
    "DELETE FROM players_merge WHERE player_id = %s::uuid",
    "DELETE FROM players_leaving WHERE player_id = %s::uuid",
    "DELETE FROM players_player WHERE id = %s::uuid",
)

# The log of operators' actions stays, without naming the player. It names objects by their ids and by their names.
_ADMIN_LOG: Final = """
UPDATE django_admin_log l SET object_id = NULL, object_repr = '', change_message = ''
FROM django_content_type t
WHERE t.id = l.content_type_id AND (
    (t.app_label, t.model) = ('players', 'player') AND l.object_id = %(player)s
    OR (t.app_label, t.model) = ('players', 'playerpreferences') AND l.object_id = %(player)s
    OR (t.app_label, t.model) = ('players', 'token')
        AND l.object_id IN (SELECT id::text FROM players_token WHERE player_id = %(player)s::uuid)
    OR (t.app_label, t.model) = ('players', 'authorization')
        AND l.object_id IN (SELECT id::text FROM players_authorization WHERE player_id = %(player)s::uuid)
    OR (t.app_label, t.model) = ('players', 'app')
        AND l.object_id IN (SELECT id FROM allauth_idp_oidc_client WHERE owner_id = %(player)s::uuid)
    OR (t.app_label, t.model) = ('players', 'vacation')
        AND l.object_id IN (SELECT id::text FROM players_vacation WHERE player_id = %(player)s::uuid)
    OR (t.app_label, t.model) = ('account', 'emailaddress')
        AND l.object_id IN (SELECT id::text FROM account_emailaddress WHERE user_id = %(player)s::uuid)
    OR l.object_repr = %(name)s
    OR EXISTS (SELECT FROM unnest(%(addresses)s::text[]) AS known (address)
        WHERE position(lower(known.address) IN lower(l.object_repr || ' ' || l.change_message)) > 0))
"""
_CODES: Final = "DELETE FROM players_emailcode WHERE address = ANY(%s::text[])"
_INVITED: Final = """
DELETE FROM players_invitation
WHERE invited_id = %(player)s::uuid OR lower(wanted) = ANY(%(said)s::text[])
    OR email IN (SELECT lower(address) FROM unnest(%(addresses)s::text[]) address)
"""


def sign_out(player_id: UUID) -> None:
    """End all tokens of the player and their sessions, on the consent page and in the admin."""
    _execute("UPDATE players_player SET is_active = false WHERE id = %s::uuid", player_id)
    for session in Session.objects.iterator(chunk_size=BATCH):
        if _is_theirs(session.get_decoded(), player_id):
            session.delete()


def forget_elsewhere(player_id: UUID) -> None:
    """Remove the player from other players' data: notifications, calls to webhooks, invitations, caches."""
    player = Player.objects.filter(id=player_id).first()
    if player is None:
        return
    addresses = _addresses(player_id)
    _forget_name(player_id)
    said = [str(player_id), player.name_key, player.name.lower()]
    with connection.cursor() as cursor:
        cursor.execute(_INVITED, {"player": player_id, "said": said, "addresses": addresses})
        cursor.execute(_CODES, (addresses,))
        cursor.execute(_ADMIN_LOG, {"player": str(player_id), "name": player.name, "addresses": addresses})
    for address in addresses:
        mail.forget(address)


def remove_many(player_id: UUID) -> None:
    """Remove the rows of large tables, batch by batch."""
    for statement in _MANY:
        while _execute(statement, player_id, BATCH):
            pass


def remove_account(player_id: UUID) -> None:
    """Remove the rest and the account itself; call it in a transaction."""
    for statement in _MANY:
        _execute(statement, player_id, _ALL)
    _execute("UPDATE players_notification SET about_id = NULL WHERE about_id = %s::uuid", player_id)
    for statement in _FEW:
        _execute(statement, player_id)


def is_gone(player_id: UUID) -> bool:
    """Tell whether the account does not exist."""
    return not Player.objects.filter(id=player_id).exists()


def _forget_name(player_id: UUID) -> None:
    while True:
        with transaction.atomic():
            told = list(Notification.objects.select_for_update().filter(about_id=player_id)[:BATCH])
            if not told:
                return
            _forget_calls(told)
            Notification.objects.filter(id__in=[one.id for one in told]).update(about=None)


def _forget_calls(told: list[Notification]) -> None:
    hooks: dict[UUID, list[UUID]] = {}
    pairs = WebhookDelivery.objects.filter(webhook__player_id__in={one.player_id for one in told})
    for webhook_id, owner in pairs.values_list("webhook_id", "webhook__player_id").distinct():
        hooks.setdefault(owner, []).append(webhook_id)
    copies = [delivery_id(hook, one.id) for one in told for hook in hooks.get(one.player_id, ())]
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE players_webhookdelivery SET data = jsonb_set(data, '{data,from}', 'null') "
            "WHERE id = ANY(%s::uuid[]) AND data #> '{data,from}' IS NOT NULL",
            (copies,),
        )


def _is_theirs(said: dict[str, Any], player_id: UUID) -> bool:
    """Tell whether a session belongs to the player: the id is text in it, under a key of the admin or of the page."""
    return str(player_id) in said.values()


def _addresses(player_id: UUID) -> list[str]:
    own = Player.objects.filter(id=player_id).values_list("email", flat=True)
    known = EmailAddress.objects.filter(user_id=player_id).values_list("email", flat=True)
    return sorted({address for address in (*own, *known) if address})


def _execute(statement: str, *parameters: Any) -> int:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        count: int = cursor.rowcount
        return count
