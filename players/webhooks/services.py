"""Owners' changes to their webhooks; with `queue`, the only writer of their tables.

Functions take keywords only. Callers have checked the player, and that they may see the game.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from common import clock
from common.outbound import addresses, urls
from common.sealing import Sealed, Unreadable
from common.sentences import Sentence
from players import secret_tokens
from players.errors import (
    InvalidWebhook,
    SentTooOften,
    TooManyWebhooks,
    WebhookDisabled,
    WebhookNotFound,
)
from players.locks import lock_player
from players.models import Token, Webhook, WebhookCursor, WebhookDelivery
from players.webhooks import queue, selectors, signing

if TYPE_CHECKING:
    from collections.abc import Collection
    from uuid import UUID

MOVED: Final = "game.moved"
MESSAGE: Final = "message"
PING: Final = "ping"
ERASED: Final = "player.erased"
"""The type of calls about erased players. A webhook gets them without asking."""
EVENTS: Final = {
    MOVED: "Something happened in a game.",
    MESSAGE: "You were told something; the same as in your inbox. Not for the webhook of one game.",
}
"""The event types that a webhook may choose, with a sentence on each."""

MAX_WEBHOOKS: Final = 20
FORMER_LASTS: Final = timedelta(hours=24)
"""How long the former secret signs beside the new one."""
BY_HAND_EVERY: Final = timedelta(seconds=2)
"""How often an owner may send a delivery by hand."""


def create(
    *, player_id: UUID, url: str, events: Collection[str], game_id: UUID | None = None, token_id: UUID | None = None
) -> tuple[Webhook, str]:
    """Create a webhook and return it with its secret, which is shown this once.

    `token_id`: the token of the request. Raises `InvalidWebhook`, `TooManyWebhooks`, `PlayerNotFound`.
    """
    chosen = _checked(url, events, game_id)
    webhook = Webhook(id=uuid4(), player_id=player_id, game_id=game_id, url=url, events=chosen)
    (webhook.secret_key, webhook.secret), shown = signing.new_secret(webhook.id)
    with transaction.atomic():
        # Under this lock the player's webhooks are counted.
        lock_player(player_id)
        if Webhook.objects.filter(player_id=player_id).count() >= MAX_WEBHOOKS:
            raise TooManyWebhooks(limit=MAX_WEBHOOKS)
        webhook.token_id = _lasting(token_id)
        webhook.save(force_insert=True)
    webhook.refresh_from_db(fields=["created"])
    return webhook, shown


def change(
    *,
    player_id: UUID,
    webhook_id: UUID,
    url: str | None = None,
    events: Collection[str] | None = None,
    active: bool | None = None,
    token_id: UUID | None = None,
) -> Webhook:
    """Change what is not None; `active` switches it on, even if the service disabled it, or off.

    Raises `WebhookNotFound`, `InvalidWebhook`.
    """
    with transaction.atomic():
        webhook = _locked(player_id, webhook_id)
        if url is not None and url != webhook.url:
            # If an app set the address, it must not be called once the app's authorization has ended.
            webhook.url, webhook.token_id = url, _lasting(token_id)
        before = webhook.events
        webhook.events = _checked(webhook.url, before if events is None else events, webhook.game_id)
        if MOVED in webhook.events and MOVED not in before:
            webhook.since = clock.now()
        if active is True and webhook.state == Webhook.State.DISABLED:
            webhook.state, webhook.reason, webhook.failing_since = Webhook.State.ACTIVE, "", None
            webhook.since = clock.now()
            # It now ends with the token that switched it on.
            webhook.token_id = _lasting(token_id)
            queue.revive(webhook.id)
        elif active is False and webhook.state == Webhook.State.ACTIVE:
            webhook.state, webhook.reason = Webhook.State.DISABLED, "owner"
            queue.rest(webhook.id)
        webhook.save()
    return webhook


def lock(*, player_id: UUID, webhook_id: UUID) -> None:
    """Lock a webhook until the transaction ends. Raises `WebhookNotFound`."""
    _locked(player_id, webhook_id)


def remove(*, player_id: UUID, webhook_id: UUID) -> None:
    """Delete a webhook with all its deliveries. Raises `WebhookNotFound`."""
    deleted, _ = Webhook.objects.filter(player_id=player_id, id=webhook_id).delete()
    if not deleted:
        raise WebhookNotFound


def rotate(*, player_id: UUID, webhook_id: UUID) -> tuple[Webhook, str]:
    """Rotate the secret of a webhook: the new one is valid at once; the former one signs too for `FORMER_LASTS`.

    Raises `WebhookNotFound`.
    """
    with transaction.atomic():
        webhook = _locked(player_id, webhook_id)
        webhook.former_key, webhook.former = webhook.secret_key, webhook.secret
        webhook.former_until = clock.now() + FORMER_LASTS
        (webhook.secret_key, webhook.secret), shown = signing.new_secret(webhook.id)
        webhook.save()
    return webhook, shown


def ping(*, player_id: UUID, webhook_id: UUID) -> WebhookDelivery:
    """Queue a `ping`, to test a receiver. Raises `WebhookNotFound`, `WebhookDisabled`, `SentTooOften`."""
    webhook = selectors.webhook_of(player_id=player_id, webhook_id=webhook_id)
    _by_hand(webhook)
    return queue.add(uuid4(), webhook_id=webhook.id, kind=PING, data={"webhook": str(webhook.id)})


def redeliver(*, player_id: UUID, webhook_id: UUID, delivery_id: UUID) -> WebhookDelivery:
    """Send a delivery again under its id, whatever its state.

    Raises `WebhookNotFound`, `DeliveryNotFound`, `WebhookDisabled`, `SentTooOften`.
    """
    delivery = selectors.delivery_of(player_id=player_id, webhook_id=webhook_id, delivery_id=delivery_id)
    _by_hand(delivery.webhook)
    queue.again(WebhookDelivery.objects.filter(id=delivery.id))
    delivery.refresh_from_db()
    return delivery


def watch(*, webhook: Webhook, games: dict[UUID, int]) -> None:
    """Start cursors of these games at the given versions; games it follows already keep theirs."""
    WebhookCursor.objects.bulk_create(
        [WebhookCursor(webhook=webhook, game_id=game_id, version=version) for game_id, version in games.items()],
        ignore_conflicts=True,
    )


class Resealed(NamedTuple):
    """How many secrets were sealed again, and how many could not be opened."""

    done: int
    unreadable: int


def reseal(limit: int) -> Resealed:
    """Seal again at most `limit` secrets that use an older key of the installation, so that it can be removed.

    A secret that does not open is skipped. The former secret of a rotation is left to expire.
    """
    _, *older = settings.GAME_SECRET_KEYS
    done = unreadable = 0
    waiting = Webhook.objects.filter(secret_key__in=older).values_list("id", "secret_key", "secret")
    for webhook_id, key, box in waiting.iterator():
        if done == limit:
            break
        try:
            fresh = signing.resealed(Sealed(key, bytes(box)), webhook_id)
        except Unreadable:
            unreadable += 1
            continue
        # Unless the owner has rotated it meanwhile.
        unchanged = Webhook.objects.filter(id=webhook_id, secret_key=key, secret=box)
        done += unchanged.update(secret_key=fresh.key, secret=fresh.box)
    return Resealed(done, unreadable)


def _by_hand(webhook: Webhook) -> None:
    """Record a send by hand; one statement checks and records, so that only one of a burst passes."""
    if webhook.state != Webhook.State.ACTIVE:
        raise WebhookDisabled
    now = clock.now()
    rested = Q(asked_at__isnull=True) | Q(asked_at__lt=now - BY_HAND_EVERY)
    if not Webhook.objects.filter(rested, id=webhook.id).update(asked_at=now):
        raise SentTooOften(retry_after=int(BY_HAND_EVERY.total_seconds()))


def _lasting(token_id: UUID | None) -> UUID | None:
    """Return the value of `Webhook.token_id` for a webhook made with this token."""
    token = Token.objects.filter(id=token_id).first() if token_id else None
    if token is None or token.kind == secret_tokens.DEVICE:
        return None
    return token.authorization_id or token.id


def _locked(player_id: UUID, webhook_id: UUID) -> Webhook:
    webhook = Webhook.objects.select_for_update().filter(player_id=player_id, id=webhook_id).first()
    if webhook is None:
        raise WebhookNotFound
    return webhook


def _checked(url: str, events: Collection[str], game_id: UUID | None) -> list[str]:
    """Return the events in their stored form. Raises `InvalidWebhook`."""
    try:
        addresses.require_acceptable(urls.parse(url))
    except urls.BadUrl as error:
        raise InvalidWebhook(member="url", reason=error.reason) from None
    if not events or not set(events) <= EVENTS.keys():
        raise InvalidWebhook(member="events", reason="they must be some of those there are")
    if game_id is not None and set(events) != {MOVED}:
        reason = Sentence("the webhook of one game is told {event} alone", event=MOVED)
        raise InvalidWebhook(member="events", reason=reason)
    return [event for event in EVENTS if event in events]
