"""The inbox of the caller."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

import msgspec

from common.api.view import PRIVATE, answer, body_of
from common.http.conditions import not_modified
from common.http.errors import MalformedBody
from common.http.etags import entity_tag
from common.openapi.headers import ACCEPT_LANGUAGE, ETAG, IF_NONE_MATCH, LANGUAGE_OF_CONTENT
from common.openapi.operation import operation
from common.translations import LANGUAGES, best_language
from games import errors
from games.api.cursors import sign, unsign
from games.api.views.base import GamesApiView
from games.notifications import inbox_texts
from games.wire.notifications import (
    Notification,
    NotificationPage,
    NotificationsQuery,
    ReadRequest,
    UnreadCount,
)
from players import preferences
from players.api.authentication import player_id
from players.errors import NotificationNotFound
from players.limits import ACCOUNT
from players.notifications import inbox
from players.scopes import ACCOUNT_READ, ACCOUNT_WRITE

if TYPE_CHECKING:
    from django.http import HttpResponse
    from rest_framework.request import Request


class NotificationsView(GamesApiView):
    """What the caller was told."""

    query_type = NotificationsQuery

    read_scopes = (ACCOUNT_READ,)
    anonymous_may_read = False

    @operation(
        "list_notifications",
        tag="messages",
        summary="List your messages",
        query=NotificationsQuery,
        answers={200: NotificationPage, 304: None},
        refusals=[errors.BadCursor],
        headers=[ACCEPT_LANGUAGE, IF_NONE_MATCH, ETAG, LANGUAGE_OF_CONTENT],
    )
    def get(self, request: Request) -> HttpResponse:
        """Returns your inbox, newest first. Pass `newest` as `since` next time to get only newer messages.

        `text` is in the language of `Accept-Language`, else in the one you prefer.
        """
        query: NotificationsQuery = self.query
        player = player_id(request)
        wishes = preferences.of(player)
        language = best_language(request.META.get("HTTP_ACCEPT_LANGUAGE")) or wishes.language or LANGUAGES[0]
        words = language, wishes.time_zone
        tag = entity_tag("inbox", player, inbox.revision(player_id=player), msgspec.to_builtins(query), words)
        headers = {**PRIVATE, "Vary": "Authorization, Accept-Language", "ETag": tag}
        kept = not_modified(request, headers)
        if kept is not None:
            return kept
        news = f"me/notifications/since|{player}"
        older = f"me/notifications|{player}|{query.unread}|{query.since}"
        page = inbox.page(
            player_id=player,
            before=_number(query.cursor, older, "cursor"),
            after=_number(query.since, news, "since") or 0,
            unread=query.unread,
            limit=query.limit,
        )
        shown = NotificationPage(
            notifications=[
                msgspec.convert({**inbox.shown(one), "text": text}, Notification)
                for one, text in zip(page.items, inbox_texts.sentences(page.items, *words), strict=True)
            ],
            unread=page.unread,
            newest=sign([page.head], scope=news),
            next=sign([page.items[-1].number], scope=older) if page.more else None,
        )
        return answer(shown, headers={**headers, "Content-Language": language})


class ReadView(GamesApiView):
    """Marks of what was read."""

    rate_class = ACCOUNT
    body_type = ReadRequest
    write_scopes = (ACCOUNT_WRITE,)

    @operation(
        "mark_notifications_read",
        tag="messages",
        summary="Mark messages as read",
        body=ReadRequest,
        answers={200: UnreadCount},
        refusals=[NotificationNotFound],
    )
    def post(self, request: Request) -> HttpResponse:
        """Marks messages as read, by their ids or up to one of them.

        Safe to repeat; a message cannot be marked unread again.
        """
        body = body_of(request, ReadRequest)
        if not body.ids and body.up_to is None:
            raise MalformedBody("Name what was read: `ids`, `up_to` or both.")
        page = inbox.mark_read(
            player_id=player_id(request),
            ids=[UUID(one) for one in body.ids],
            up_to=None if body.up_to is None else UUID(body.up_to),
        )
        return answer(UnreadCount(unread=page.unread))


def _number(cursor: str | None, scope: str, parameter: str) -> int | None:
    if cursor is None:
        return None
    number: int = unsign(cursor, scope=scope, parameter=parameter)[0]  # type: ignore[assignment]  # signed by us
    return number
