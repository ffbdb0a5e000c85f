"""The page behind the last link of a mail: GET asks, POST ends such mails, without signing in (RFC 8058).

Mail programs post to it when their reader presses their button. Scanners only send GET, which changes nothing. Every
invalid link gets the same page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.http import HttpResponse

from common.translations import language_of
from games.notifications.rendering.html import render
from games.notifications.rendering.texts import texts_in
from players import preferences
from players.notifications.channels import unsubscribe as unsubscribe_links

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from django.http import HttpRequest

    from games.notifications.rendering.texts import Texts
    from players.notifications.channels.unsubscribe import Wish

CHANNEL: Final = "email"
HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
}
ALL: Final = "all"
"""Value of the form that ends mails of every kind."""
AGAIN: Final = "again"
"""Value of the form that resumes mails of the kind."""
ALL_AGAIN: Final = "all-again"
"""Value of the form that resumes mails of every kind."""

Buttons = list[dict[str, object]]


def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Show the question, or do what was pressed."""
    wish, accepted = unsubscribe_links.read(token), request.headers.get("Accept-Language")
    if wish is None:
        texts = texts_in(language_of(None, accepted))
        return answer(texts, texts.unsubscribe, "bad_title", "bad", status=404)
    texts = texts_in(language_of(preferences.of(wish.player_id).language or None, accepted))
    if request.method == "POST":
        return _done(texts, wish, request.POST.get("what", ""))
    return _question(texts, wish)


def answer(
    texts: Texts,
    words: Mapping[str, str],
    title: str,
    sentence: str,
    buttons: Sequence[Mapping[str, object]] = (),
    *,
    status: int = 200,
    **values: str,
) -> HttpResponse:
    """Return a page on the sheet of the mails. `title` and `sentence` are keys of `words`."""
    page = render(
        "pages/mail_settings.html",
        texts=texts,
        title=words[title],
        sentence=words[sentence].format(**values),
        buttons=buttons,
    )
    return HttpResponse(page, status=status, headers={**HEADERS, "Content-Language": texts.code})


def _done(texts: Texts, wish: Wish, what: str) -> HttpResponse:
    """Do it, or undo it: people may press by mistake, and players without an account page have no other settings."""
    words = texts.unsubscribe
    everything = what in {ALL, ALL_AGAIN} or wish.kind == unsubscribe_links.DIGEST
    if what in {AGAIN, ALL_AGAIN}:
        unsubscribe_links.take_back(wish, CHANNEL, everything=everything)
        return answer(texts, words, "done_title", "again_all" if everything else "again")
    unsubscribe_links.carry_out(wish, CHANNEL, everything=everything)
    undo = _button(words["button_again"], ALL_AGAIN if everything else AGAIN)
    return answer(texts, words, "done_title", "done_all" if everything else "done", [undo])


def _question(texts: Texts, wish: Wish) -> HttpResponse:
    words, kind = texts.unsubscribe, texts.kinds.get(wish.kind)
    if kind is None or wish.kind == unsubscribe_links.DIGEST:
        return answer(texts, words, "title_all", "ask_all", [_button(words["button_all"], "", main=True)])
    buttons = [_button(words["button"], "", main=True), _button(words["button_all"], ALL)]
    return answer(texts, words, "title", "ask", buttons, kind=kind.name)


def _button(label: str, value: str, *, main: bool = False) -> dict[str, object]:
    return {"label": label, "name": "what", "value": value, "is_main": main}
