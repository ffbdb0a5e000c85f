"""The faces of the page: an address, a code, the question, and why there is none."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from games.pages.bodies import shell
from players.oauth import requests

if TYPE_CHECKING:
    from games.pages.oauth.texts import AccessTexts
    from players.models import Player
    from players.oauth.requests import Asked


def sign_in(texts: AccessTexts, app: str, form: str, *, wrong: bool = False) -> str:
    """Ask for the address. `form`: the token that the form must send; `wrong`: it was asked for before."""
    said = texts.said
    fields = _field("address", said["address"], 'type="email" autocomplete="email" maxlength="254"')
    parts = [
        f"<h1>{escape(said['sign_in'])}</h1><p>{_fill(said['sign_in_why'], app=app)}</p>",
        _wrong(said["wrong_address"]) if wrong else "",
        _form(form, fields, [("send", said["send"])]),
        f'<p class="faint">{escape(said["guests"])}</p>',
    ]
    return _page(texts, said["sign_in"], parts)


def code(texts: AccessTexts, form: str, *, wrong: bool = False) -> str:
    """Ask for the code that was sent."""
    said = texts.said
    fields = _field("code", said["code"], 'autocomplete="one-time-code" maxlength="64" autocapitalize="characters"')
    parts = [
        f"<h1>{escape(said['code_title'])}</h1><p>{escape(said['code_why'])}</p>",
        _wrong(said["wrong_code"]) if wrong else "",
        _form(form, fields, [("give", said["give"])]),
        _form(form, "", [("leave", said["other_address"])], quiet=True),
    ]
    return _page(texts, said["code_title"], parts)


def question(texts: AccessTexts, asked: Asked, player: Player, form: str) -> str:
    """Say what the app asks for, and ask."""
    said, app = texts.said, asked.app
    wants = "".join(f"<li>{escape(texts.scopes[scope])}</li>" for scope in asked.scopes)
    author = app.owner.name if app.owner is not None else ""
    warning = said["not_ours" if author else "not_ours_nameless"]
    parts = [
        f"<h1>{_fill(said['ask'], app=app.name)}</h1>",
        f"<p>{_fill(said['who'], name=player.name, address=player.email)}</p>",
        f'<section class="story"><h2>{escape(said["wants"])}</h2><ul>{wants}</ul></section>',
        f"<p>{escape(said['until'])}</p>",
        f'<p class="why">{_fill(warning, app=app.name, author=author)}</p>',
        f"<p>{_fill(said['leads'], place=requests.place(asked))}</p>",
        _form(form, "", [("allow", said["allow"]), ("deny", said["deny"])]),
        _form(form, "", [("leave", said["not_me"])], quiet=True),
    ]
    return _page(texts, said["title"], parts)


def closed(texts: AccessTexts, reason: str, app: str = "", back: str = "") -> str:
    """Say why there is nothing to decide. `back`: where the person may go to tell the app."""
    title, text = (_fill(texts.closed[reason][key], app=app) for key in ("title", "text"))
    link = f'<p><a class="press" href="{escape(back)}" rel="noreferrer">{_fill(texts.said["back"], app=app)}</a></p>'
    return _page(
        texts, texts.closed[reason]["title"].format(app=app), [f"<h1>{title}</h1><p>{text}</p>", link * bool(back)]
    )


def _page(texts: AccessTexts, title: str, parts: list[str]) -> str:
    return shell(texts.page, title, f'<main class="lone"><div class="say do">{"".join(parts)}</div></main>', "", "")


def _fill(text: str, **words: str) -> str:
    return escape(text).format(**{name: f"<b>{escape(word)}</b>" for name, word in words.items()})


def _wrong(text: str) -> str:
    return f'<p class="now" role="alert">{escape(text)}</p>'


def _field(name: str, label: str, more: str) -> str:
    return (
        f'<p><label for="{name}">{escape(label)}</label></p>'
        f'<p><input class="press" id="{name}" name="{name}" required autofocus {more}></p>'
    )


def _form(token: str, fields: str, buttons: list[tuple[str, str]], *, quiet: bool = False) -> str:
    looks = ["press"] * len(buttons) if quiet else ["press main"] + ["press"] * (len(buttons) - 1)
    pressed = "".join(
        f'<button class="{look}" name="do" value="{value}">{escape(label)}</button>'
        for look, (value, label) in zip(looks, buttons, strict=True)
    )
    hidden = f'<input type="hidden" name="csrfmiddlewaretoken" value="{escape(token)}">'
    return f'<form method="post">{hidden}{fields}<div class="go">{pressed}</div></form>'
