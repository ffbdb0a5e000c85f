"""The page linked from the mail about deleting an account: GET asks, POST keeps the account, without signing in.

Mail scanners only send GET, which changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from common.translations import language_of
from games.notifications.rendering.format import moment
from games.notifications.rendering.texts import texts_in
from games.pages.unsubscribe import answer
from players import preferences, selectors
from players.privacy import leaving, leaving_links

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

_GONE: Final = 410
_UNKNOWN: Final = 404


def keep_account(request: HttpRequest, token: str) -> HttpResponse:
    """Show the question, or keep the account."""
    wish = leaving_links.read(token)
    if wish is None:
        texts = texts_in(language_of(None, request.headers.get("Accept-Language")))
        return answer(texts, texts.stay, "bad_title", "bad", status=_UNKNOWN)
    wishes = preferences.of(wish.player_id)
    texts = texts_in(language_of(wishes.language or None, request.headers.get("Accept-Language")))
    if request.method == "POST":
        leaving.cancel(player_id=wish.player_id, asked_at=wish.asked_at)
    asked = leaving.of(wish.player_id)
    # A second press must show again that the account is kept, instead of saying that nothing is left to do.
    if request.method == "POST" and asked is None and selectors.find_player(str(wish.player_id)):
        return answer(texts, texts.stay, "done_title", "done")
    if asked is None or asked.asked_at != wish.asked_at or asked.begun_at is not None:
        return answer(texts, texts.stay, "over_title", "over", status=_GONE)
    when = moment(asked.due_at, wishes.time_zone, texts)
    button = {"label": texts.stay["button"], "is_main": True}
    return answer(texts, texts.stay, "title", "ask", [button], moment=when)
