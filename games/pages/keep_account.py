"""The page behind the link of the mail about leaving: asks by GET and keeps the account by POST, without signing in.

Scanners of mail only look, which changes nothing.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from django.http import HttpResponse

from common.translations import language_of
from games.notifications.rendering.format import moment
from games.notifications.rendering.layout import document
from games.notifications.rendering.texts import texts_in
from games.notifications.rendering.theme import ACCENT_DAY, FONT
from games.pages.unsubscribe import HEADERS
from players import preferences, selectors
from players.privacy import leaving, leaving_links

if TYPE_CHECKING:
    from django.http import HttpRequest

    from games.notifications.rendering.texts import Texts

_GONE: Final = 410
_UNKNOWN: Final = 404


def keep_account(request: HttpRequest, token: str) -> HttpResponse:
    """Ask, or do it."""
    wish = leaving_links.read(token)
    if wish is None:
        texts = texts_in(language_of(None, request.headers.get("Accept-Language")))
        return _answer(texts, "bad_title", [texts.stay["bad"]], status=_UNKNOWN)
    wishes = preferences.of(wish.player_id)
    texts = texts_in(language_of(wishes.language or None, request.headers.get("Accept-Language")))
    if request.method == "POST":
        leaving.cancel(player_id=wish.player_id, asked_at=wish.asked_at)
    asked = leaving.of(wish.player_id)
    # Who presses twice has to read that he stays, not that there is nothing left to do.
    if request.method == "POST" and asked is None and selectors.find_player(str(wish.player_id)):
        return _answer(texts, "done_title", [texts.stay["done"]])
    if asked is None or asked.asked_at != wish.asked_at or asked.begun_at is not None:
        return _answer(texts, "over_title", [texts.stay["over"]], status=_GONE)
    when = moment(asked.due_at, wishes.time_zone, texts)
    return _answer(texts, "title", [texts.stay["ask"].format(moment=when)], _form(texts))


def _form(texts: Texts) -> str:
    ground, ink = ACCENT_DAY
    return (
        '<form method="post" style="margin:18px 0 0">'
        f'<button class="a" style="display:block;width:100%;padding:12px 16px;border:2px solid {ground};'
        f'border-radius:10px;font:600 16px/22px {FONT};background-color:{ground};color:{ink}">'
        f"{escape(texts.stay['button'])}</button></form>"
    )


def _answer(texts: Texts, title: str, sentences: list[str], form: str = "", *, status: int = 200) -> HttpResponse:
    heading = escape(texts.stay[title])
    said = "".join(f'<p style="margin:0 0 8px">{escape(sentence)}</p>' for sentence in sentences)
    page = document(
        texts,
        title=texts.stay[title],
        preview="",
        content=f'<main><h1 style="margin:0 0 12px;font:700 21px/28px {FONT}">{heading}</h1>{said}{form}</main>',
        footer=escape(texts.mail["affiliation"]),
    )
    return HttpResponse(page, status=status, headers={**HEADERS, "Content-Language": texts.code})
