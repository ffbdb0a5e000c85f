"""The steps of the page: the address, the code, the question, and the reason if there is no question."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.pages.render import render
from players.oauth import requests

if TYPE_CHECKING:
    from games.pages.oauth.texts import AccessTexts
    from players.models import Player
    from players.oauth.requests import Asked


def sign_in(texts: AccessTexts, app: str, csrf: str, fault: str = "") -> str:
    """Ask for the address; `fault` names the text that says why again."""
    why = _fill(texts.said["sign_in_why"], app=app)
    return _render("sign_in", texts, texts.said["sign_in"], csrf=csrf, why=why, fault=texts.said.get(fault))


def code(texts: AccessTexts, csrf: str, fault: str = "") -> str:
    """Ask for the code from the mail; `fault` names the text that says why again."""
    return _render("code", texts, texts.said["code_title"], csrf=csrf, fault=texts.said.get(fault))


def question(texts: AccessTexts, asked: Asked, player: Player, csrf: str) -> str:
    """Say what the app asks for, and ask for consent."""
    said, app = texts.said, asked.app
    author = app.owner.name if app.owner is not None else ""
    return _render(
        "question",
        texts,
        said["title"],
        csrf=csrf,
        heading=_fill(said["ask"], app=app.name),
        who=_fill(said["who"], name=player.name, address=player.email),
        scopes=[texts.scopes[scope] for scope in asked.scopes],
        warning=_fill(said["not_ours" if author else "not_ours_nameless"], app=app.name, author=author),
        leads=_fill(said["leads"], place=requests.place(asked)),
    )


def closed(texts: AccessTexts, reason: str, app: str = "", back: str = "") -> str:
    """Say why there is nothing to decide. `back` is an address that reports it to the app."""
    closed_texts = texts.closed[reason]
    return _render(
        "closed",
        texts,
        closed_texts["title"].format(app=app),
        heading=_fill(closed_texts["title"], app=app),
        text=_fill(closed_texts["text"], app=app),
        back=back,
        back_label=_fill(texts.said["back"], app=app),
    )


def _render(step: str, texts: AccessTexts, title: str, **context: Any) -> str:
    return render(f"pages/oauth/{step}.html", texts.page, title, said=texts.said, **context)


def _fill(text: str, **words: str) -> SafeString:
    bold = {name: format_html("<b>{}</b>", word) for name, word in words.items()}
    return format_html(SafeString(escape(text)), **bold)
