"""The page behind the last link of a mail: asks by GET and ends such mails by POST, without signing in (RFC 8058).

Mail programs post to it by themselves when their reader presses their own button; scanners only look, which changes
nothing. Both get the same page for a link that is none of ours, whatever is wrong with it.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from django.http import HttpResponse

from common.translations import language_of
from games.notifications.rendering.layout import document
from games.notifications.rendering.texts import texts_in
from games.notifications.rendering.theme import ACCENT_DAY, FONT
from players import preferences
from players.notifications.channels import unsubscribe as unsubscribing

if TYPE_CHECKING:
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
"""What the form says to end mails of every kind."""
AGAIN: Final = "again"
"""What the form says to send those mails again."""
ALL_AGAIN: Final = "all-again"
"""What it says to send mails of every kind again."""


def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Ask, or do it."""
    wish, accepted = unsubscribing.read(token), request.headers.get("Accept-Language")
    if wish is None:
        texts = texts_in(language_of(None, accepted))
        return _answer(_page(texts, "bad_title", [texts.unsubscribe["bad"]]), texts, 404)
    texts = texts_in(language_of(preferences.of(wish.player_id).language or None, accepted))
    if request.method == "POST":
        return _answer(_done(texts, wish, request.POST.get("what", "")), texts)
    return _answer(_question(texts, wish), texts)


def _done(texts: Texts, wish: Wish, what: str) -> str:
    """Do it, or take it back: a thumb slips, and who only plays by mail has no other page of his settings."""
    words, everything = texts.unsubscribe, what in {ALL, ALL_AGAIN} or wish.kind == unsubscribing.DIGEST
    if what in {AGAIN, ALL_AGAIN}:
        unsubscribing.take_back(wish, CHANNEL, everything=everything)
        return _page(texts, "done_title", [words["again_all" if everything else "again"]])
    unsubscribing.carry_out(wish, CHANNEL, everything=everything)
    back = _form([(ALL_AGAIN if everything else AGAIN, words["button_again"])], looks=_LOOKS[1:])
    return _page(texts, "done_title", [words["done_all" if everything else "done"]], back)


def _question(texts: Texts, wish: Wish) -> str:
    words, kind = texts.unsubscribe, texts.kinds.get(wish.kind)
    if kind is None or wish.kind == unsubscribing.DIGEST:
        return _page(texts, "title_all", [words["ask_all"]], _form([("", words["button_all"])]))
    buttons = [("", words["button"]), (ALL, words["button_all"])]
    return _page(texts, "title", [words["ask"].format(kind=kind.name)], _form(buttons))


_LOOKS: Final = (
    ("a", f"background-color:{ACCENT_DAY[0]};color:{ACCENT_DAY[1]}"),
    ("b", "background-color:#ffffff;color:#211f29"),
)
"""How the first button looks, and how the other: a class, for the night, and a style."""


def _form(buttons: list[tuple[str, str]], looks: tuple[tuple[str, str], ...] = _LOOKS) -> str:
    ground = ACCENT_DAY[0]
    drawn = "".join(
        f'<button class="{name}" name="what" value="{value}" style="display:block;width:100%;margin:0 0 10px;'
        f'padding:12px 16px;border:2px solid {ground};border-radius:10px;font:600 16px/22px {FONT};{look}">'
        f"{escape(label)}</button>"
        for (value, label), (name, look) in zip(buttons, looks, strict=False)
    )
    return f'<form method="post" style="margin:18px 0 0">{drawn}</form>'


def _page(texts: Texts, title: str, sentences: list[str], form: str = "") -> str:
    heading = escape(texts.unsubscribe[title])
    said = "".join(f'<p style="margin:0 0 8px">{escape(sentence)}</p>' for sentence in sentences)
    return document(
        texts,
        title=texts.unsubscribe[title],
        preview="",
        content=f'<main><h1 style="margin:0 0 12px;font:700 21px/28px {FONT}">{heading}</h1>{said}{form}</main>',
        footer=escape(texts.mail["affiliation"]),
    )


def _answer(page: str, texts: Texts, status: int = 200) -> HttpResponse:
    return HttpResponse(page, status=status, headers={**HEADERS, "Content-Language": texts.code})
