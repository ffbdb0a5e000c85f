"""Webhooks: addresses of a player's own programs that are told what happens.

A token needs the scope `webhooks`. Others' webhooks do not exist.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.http import HttpResponse

from common import clock
from common.api.view import answer, body_of
from common.http.conditions import unchanged
from common.http.errors import PreconditionFailed
from common.openapi.operation import operation
from games import errors
from games.api.schema_headers import IF_MATCH
from games.api.views.base import GamesApiView
from games.reads import one_game
from games.webhooks import subscriptions
from games.wire import webhooks as wire
from players import errors as refused
from players.api.authentication import grant_of, player_id
from players.limits import ACCOUNT
from players.scopes import ACCOUNT_READ, GAMES_READ, WEBHOOKS
from players.webhooks import selectors as webhooks
from players.webhooks import services

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from rest_framework.request import Request

    from players.models import Webhook
    from players.selectors import Grant

READING = {services.MOVED: GAMES_READ, services.MESSAGE: ACCOUNT_READ}
"""The scope of reading what a webhook is told: else a token that may not look could have itself told."""


class WebhooksApiView(GamesApiView):
    """Base of these views: everything needs the scope `webhooks`; what is told, the scope of reading it as well."""

    rate_class = ACCOUNT
    read_scopes = (WEBHOOKS,)
    write_scopes = (WEBHOOKS,)
    anonymous_may_read = False


class WebhooksView(WebhooksApiView):
    """The caller's webhooks."""

    body_type = wire.WebhookRequest

    @operation("list_webhooks", tag="webhooks", summary="List your webhooks", answers={200: wire.WebhookList})
    def get(self, request: Request) -> HttpResponse:
        """Returns your webhooks, oldest first, without their secrets."""
        found = webhooks.webhooks_of(player_id=player_id(request))
        return answer(wire.WebhookList(webhooks=[shown(webhook) for webhook in found]))

    @operation(
        "create_webhook",
        tag="webhooks",
        summary="Create a webhook",
        body=wire.WebhookRequest,
        answers={201: wire.WebhookWithSecret},
        refusals=[refused.InvalidWebhook, refused.TooManyWebhooks, errors.GameNotFound, errors.NoSpectators],
    )
    def post(self, request: Request) -> HttpResponse:
        """Creates a webhook. Calls are signed (Standard Webhooks), sent at least once, and in order for each game.

        Only this answer contains the secret. A webhook that was created with a personal token ends with that token. The
        token needs the scope of what the webhook is told: `games:read` for `game.moved`, `account:read` for `message`.
        """
        body = body_of(request, wire.WebhookRequest)
        _may_read(grant_of(request), body.events)
        player = player_id(request)
        game_id = None if body.game is None else UUID(body.game)
        if game_id is not None:
            one_game.load_game(game_id, player)
        webhook, secret = services.create(
            player_id=player, url=body.url, events=body.events, game_id=game_id, token_id=grant_of(request).token_id
        )
        subscriptions.watch(webhook)
        return answer(_with_secret(webhook, secret), status=201)


class WebhookView(WebhooksApiView):
    """One webhook."""

    body_type = wire.WebhookChange

    @operation(
        "read_webhook",
        tag="webhooks",
        summary="Get a webhook",
        answers={200: wire.Webhook},
        refusals=[refused.WebhookNotFound],
    )
    def get(self, request: Request, webhook_id: UUID) -> HttpResponse:
        """One webhook, with its state and the time it started failing."""
        return answer(shown(webhooks.webhook_of(player_id=player_id(request), webhook_id=webhook_id)))

    @operation(
        "change_webhook",
        tag="webhooks",
        summary="Change a webhook",
        body=wire.WebhookChange,
        answers={200: wire.Webhook},
        refusals=[refused.WebhookNotFound, refused.InvalidWebhook, PreconditionFailed],
        headers=[IF_MATCH],
    )
    def patch(self, request: Request, webhook_id: UUID) -> HttpResponse:
        """Changes a webhook. When it is switched on again, it gets the events it missed in the games it followed.

        The token needs the scope of what the webhook is told, as for a new one, except to switch it off.
        """
        body = body_of(request, wire.WebhookChange)
        if body.url is not None or body.events is not None or body.active:
            before = webhooks.webhook_of(player_id=player_id(request), webhook_id=webhook_id)
            _may_read(grant_of(request), before.events if body.events is None else body.events)
        with _unchanged(request, webhook_id):
            webhook = services.change(
                player_id=player_id(request),
                webhook_id=webhook_id,
                url=body.url,
                events=body.events,
                active=body.active,
                token_id=grant_of(request).token_id,
            )
            if webhook.state == webhook.State.ACTIVE:
                subscriptions.watch(webhook)
        return answer(shown(webhook))

    @operation(
        "delete_webhook",
        tag="webhooks",
        summary="Delete a webhook",
        answers={204: None},
        refusals=[refused.WebhookNotFound, PreconditionFailed],
        headers=[IF_MATCH],
    )
    def delete(self, request: Request, webhook_id: UUID) -> HttpResponse:
        """Deletes a webhook and its log. It gets no more calls."""
        with _unchanged(request, webhook_id):
            services.remove(player_id=player_id(request), webhook_id=webhook_id)
        return HttpResponse(status=204)


class RotateView(WebhooksApiView):
    """The secret of a webhook."""

    @operation(
        "rotate_webhook_secret",
        tag="webhooks",
        summary="Replace the secret of a webhook",
        answers={200: wire.WebhookWithSecret},
        refusals=[refused.WebhookNotFound],
    )
    def post(self, request: Request, webhook_id: UUID) -> HttpResponse:
        """Returns a new secret. For 24 hours calls are signed with both secrets, so that you can change over."""
        webhook, secret = services.rotate(player_id=player_id(request), webhook_id=webhook_id)
        return answer(_with_secret(webhook, secret))


def _may_read(grant: Grant, events: Iterable[str]) -> None:
    """Raises `InsufficientScope` unless the token may itself read all that would be told."""
    for event in events:
        if READING[event] not in grant.scopes:
            raise refused.InsufficientScope(required_scope=READING[event])


def _facts(webhook: Webhook) -> dict[str, Any]:
    until = webhook.former_until
    return {
        "id": str(webhook.id),
        "url": webhook.url,
        "events": webhook.events,
        "game": None if webhook.game_id is None else str(webhook.game_id),
        "active": webhook.state == webhook.State.ACTIVE,
        "reason": webhook.reason or None,
        "failing_since": webhook.failing_since,
        "former_secret_until": until if until is not None and until > clock.now() else None,
        "created_at": webhook.created,
    }


def _unchanged(request: Request, webhook_id: UUID) -> AbstractContextManager[None]:
    mine = {"player_id": player_id(request), "webhook_id": webhook_id}
    return unchanged(request, lambda: services.lock(**mine), lambda: shown(webhooks.webhook_of(**mine)))


def shown(webhook: Webhook) -> wire.Webhook:
    """Return a webhook as its owner sees it."""
    return wire.Webhook(**_facts(webhook))


def _with_secret(webhook: Webhook, secret: str) -> wire.WebhookWithSecret:
    return wire.WebhookWithSecret(**_facts(webhook), secret=secret)
