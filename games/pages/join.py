"""An invitation as a page that needs no scripts: the table in words, and the code to enter in an app.

GET shows it to anybody with the code. POST declines an invitation of one person, who may have no account; the web
client leads here for that. Nobody can sit down here, because the page does not know who its visitor is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from common.translations import language_of
from games import errors
from games.catalogue import clock_in_words, options_in_words
from games.notifications.rendering.format import moment
from games.notifications.rendering.names import shown
from games.pages.invitation import names_at
from games.pages.render import game_name, message_page, render
from games.pages.texts import PAGES
from games.pages.views import html, is_foreign
from games.reads import invitations as reads
from games.services import invitations
from players import invitation_codes
from players.invitations import Kind
from players.limits import spend_on_code

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from games.pages.texts import PageTexts
    from games.reads.invitations import Invited

_NOT_FOUND: Final = 404
_HELD: Final = 409
_FOREIGN: Final = 403


def join(request: HttpRequest, code: str) -> HttpResponse:
    """Show the invitation of a code, or decline it."""
    texts = PAGES[language_of(None, request.headers.get("Accept-Language"))]
    spend_on_code(request)
    try:
        if request.method == "POST":
            if is_foreign(request):
                return html(_closed(texts, "foreign"), _FOREIGN)
            invitations.decline(code=code)
            return html(message_page(texts, texts.join["declined_title"], texts.join["declined"]))
        return html(_page(texts, reads.look(code, None)))
    except errors.InvitationNotFound:
        return html(message_page(texts, texts.join["ended_title"], texts.join["ended"]), _NOT_FOUND)
    except errors.GameQuarantined:
        return html(_closed(texts, "held"), _HELD)


def _page(texts: PageTexts, found: Invited) -> str:
    one, game, table = found.invitation, found.state.game, found.state.table
    said, words = texts.join, texts.words
    name, by = game_name(game, words), shown(one.player.name)
    language = words.code
    return render(
        "pages/join.html",
        texts,
        words.fill(said["title"], player=by),
        game=name,
        asked=words.fill(said["asked"], player=by, game=name),
        sitting=words.fill(texts.page["sitting"], names=names_at(game, words), count=game.open_seats),
        host="" if game.host is None else said["host"].format(player=shown(game.seats[game.host].name or by)),
        clock=clock_in_words(table.clock, language),
        options=options_in_words(game.option_set.changed, language),
        code=invitation_codes.written(one.code),
        until=said["until"].format(moment=moment(one.expires_at, "UTC", words)),
        can_decline=one.kind != Kind.LINK,
    )


def _closed(texts: PageTexts, reason: str) -> str:
    return message_page(texts, *texts.closed[reason])
