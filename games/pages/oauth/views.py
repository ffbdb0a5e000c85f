"""The view of the page: `/oauth/authorize`, where only pressing a button grants anything.

Every request has the app's wishes in its address, and they are checked each time: no form carries anything that could
be replaced. No one is redirected before they press a button: anyone can register an app, and our address must not
lead to an address of their choice (RFC 9700, 4.11.2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.http import HttpResponse
from django.middleware.csrf import CsrfViewMiddleware, get_token

from common.http.errors import RateLimited
from common.rate_limits.budgets import spend
from common.rate_limits.classes import class_of
from common.rate_limits.headers import tell
from common.translations import language_of
from games import transient
from games.pages.decorators import COME_BACK, UNREADABLE
from games.pages.oauth import render
from games.pages.oauth.texts import TEXTS
from games.pages.stylesheet import STYLE_SOURCE
from players import preferences
from players.accounts import page_sign_in
from players.limits import PUBLIC, SIGN_UP
from players.oauth import requests
from players.oauth.requests import Faulty, Unusable

if TYPE_CHECKING:
    from django.http import HttpRequest

    from games.pages.oauth.texts import AccessTexts
    from players.oauth.requests import Asked

METHODS: Final = ("GET", "HEAD", "POST")
_WRONG: Final = 422


def authorize(request: HttpRequest) -> HttpResponse:
    """Show the app's wishes once the player is known, or do what was pressed."""
    try:
        spend(request, class_of(authorize, request.method or ""))
        answer = _answer(request)
    except RateLimited as error:
        answer = _html(request, render.closed(_texts(request), "often"), 429)
        answer["Retry-After"] = str(error.fields["retry_after"])
    except UNREADABLE:
        answer = _closed(request, "request", 400)
    except Exception as error:  # noqa: BLE001  the log has it
        transient.note(error)
        answer = _closed(request, "busy", 503)
        answer["Retry-After"] = str(COME_BACK)
    tell(answer.headers, getattr(request, "used", None))
    return answer


authorize.rate_class = {"GET": PUBLIC, "POST": SIGN_UP}  # type: ignore[attr-defined]  # functions take attributes


def _answer(request: HttpRequest) -> HttpResponse:
    if request.method not in METHODS:
        answer = _html(request, render.closed(_texts(request), "method"), 405)
        answer["Allow"] = ", ".join(METHODS)
        return answer
    try:
        asked = requests.read(request.META.get("QUERY_STRING", ""))
    except Unusable as refusal:
        return _html(request, render.closed(_texts(request), refusal.reason), 400)
    except Faulty as refusal:
        page = render.closed(_texts(request), "faulty", refusal.app.name, refusal.location)
        return _html(request, page, 400)
    guard = CsrfViewMiddleware(lambda _request: HttpResponse())
    guard.process_request(request)
    if request.method == "POST" and guard.process_view(request, _page, (), {}) is not None:
        return _html(request, render.closed(_texts(request), "foreign"), 403)
    page_sign_in.enter(request)
    answer = _press(request, asked) if request.method == "POST" else _page(request, asked)
    guard.process_response(request, answer)
    return page_sign_in.keep(request, answer)


def _press(request: HttpRequest, asked: Asked) -> HttpResponse:
    player, pressed = page_sign_in.player_of(request), request.POST.get("do", "")
    if pressed == "send":
        return _send(request, asked)
    if pressed == "give":
        fault = page_sign_in.give_code(request, request.POST.get("code", "").strip())
        return _page(request, asked, fault) if fault else _again(request)
    if pressed == "leave":
        page_sign_in.leave(request)
    elif player is not None and pressed == "allow":
        return _go(requests.allow(asked, player))
    elif player is not None and pressed == "deny":
        return _go(requests.deny(asked))
    return _again(request)


def _send(request: HttpRequest, asked: Asked) -> HttpResponse:
    if page_sign_in.send_code(request, request.POST.get("address", "").strip()):
        return _again(request)
    return _page(request, asked, "wrong_address")


def _page(request: HttpRequest, asked: Asked, fault: str = "") -> HttpResponse:
    player, form = page_sign_in.player_of(request), get_token(request)
    texts, status = _texts(request), _WRONG if fault else 200
    if player is not None:
        page = render.question(texts, asked, player, form)
        return _html(request, page, status, leads_to=requests.source(asked))
    if page_sign_in.awaits_code(request):
        return _html(request, render.code(texts, form, fault), status)
    return _html(request, render.sign_in(texts, asked.app.name, form, fault), status)


def _closed(request: HttpRequest, reason: str, status: int) -> HttpResponse:
    """Say why there is nothing to show, in the language of the browser: the visitor is not looked up."""
    texts = TEXTS[language_of(None, request.headers.get("Accept-Language"))]
    return _spoken(texts, render.closed(texts, reason), status)


def _texts(request: HttpRequest) -> AccessTexts:
    player = page_sign_in.player_of(request) if hasattr(request, "session") else None
    named = preferences.of(player.pk).language if player is not None else ""
    return TEXTS[language_of(named or None, request.headers.get("Accept-Language"))]


def _again(request: HttpRequest) -> HttpResponse:
    return _go(request.get_full_path())


def _go(location: str) -> HttpResponse:
    return HttpResponse(status=303, headers={**_headers(), "Location": location})


def _headers(leads_to: str = "") -> dict[str, str]:
    # Browsers also apply form-action to the redirect after a form.
    forms = f"'self' {leads_to}".strip()
    return {
        "Cache-Control": "private, no-store",
        "Content-Security-Policy": (
            f"default-src 'none'; style-src {STYLE_SOURCE}; img-src data:; form-action {forms}; base-uri 'none'; "
            "frame-ancestors 'none'"
        ),
        # Our own site gets the form's origin, and other sites get nothing of the address.
        "Referrer-Policy": "same-origin",
        "X-Frame-Options": "DENY",
        "X-Robots-Tag": "noindex, nofollow",
        "Vary": "Accept-Language, Cookie",
    }


def _html(request: HttpRequest, body: str, status: int = 200, leads_to: str = "") -> HttpResponse:
    return _spoken(_texts(request), body, status, leads_to)


def _spoken(texts: AccessTexts, body: str, status: int, leads_to: str = "") -> HttpResponse:
    answer = HttpResponse(body, status=status, content_type="text/html; charset=utf-8", headers=_headers(leads_to))
    answer["Content-Language"] = texts.page.words.code
    # Django would log the address of a refusal, with the parameters of the app.
    answer._has_been_logged = True  # type: ignore[attr-defined]  # noqa: SLF001  its way to say so
    return answer
