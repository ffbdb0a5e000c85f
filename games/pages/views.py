"""The view of the pages: `/m/TOKEN`, where GET shows and only POST makes a move.

There are no sessions: the token is the only credential. Every failure is a page in the visitor's language.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar
from urllib.parse import parse_qs, urlsplit

from django.core.exceptions import SuspiciousOperation
from django.http import HttpResponse

import engine
from common.translations import language_of
from games import errors
from games.pages import invitation, muster, rematch, render, submit
from games.pages.link import Closed, Invitation, Muster, Rematch, Standing, Visit, visit
from games.pages.orders import cancel_orders
from games.pages.stylesheet import STYLE_SOURCE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from django.http import HttpRequest

Asks = TypeVar("Asks", Invitation, Muster, Rematch)
"""A visit whose page asks one question."""
STATUS: Final[Mapping[str, int]] = {
    "unknown": 404,
    "expired": 410,
    "moved": 410,
    "gone": 410,
    "late": 410,
    "muster": 410,
    "not_welcome": 403,
    "blocked_player_there": 403,
    "too_unreliable": 403,
    "foreign": 403,
    "unreadable": 400,
    "held": 409,
}
"""HTTP status by the reason why there is nothing to show."""
HEADERS: Final[Mapping[str, str]] = {
    "Cache-Control": "private, no-store",
    "Content-Security-Policy": (
        f"default-src 'none'; style-src {STYLE_SOURCE}; img-src data:; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "X-Robots-Tag": "noindex, nofollow",
    "Vary": "Accept-Language",
}
_MOST_FIELDS: Final = 200
_ATTEMPTS: Final = 4
"""How often a vote is cast anew if the table moves in that instant."""


def page(request: HttpRequest, token: str) -> HttpResponse:
    """Show the page of a link, or make its move and show the result."""
    accepted = request.headers.get("Accept-Language")
    try:
        return _answer(request, token, accepted)
    except Closed as refusal:
        language = refusal.language or language_of(None, accepted)
        return html(render.closed(refusal.reason, language), STATUS[refusal.reason])


def _answer(request: HttpRequest, token: str, accepted: str | None) -> HttpResponse:
    pressed = request.method == "POST"
    if pressed and is_foreign(request):
        raise Closed("foreign")
    found = visit(token, accepted)
    if isinstance(found, Invitation):
        return _do(found, invitation.sit_down) if pressed else html(invitation.page_of(found))
    if isinstance(found, Muster):
        return _do(found, muster.confirm) if pressed else html(muster.page_of(found))
    if isinstance(found, Rematch):
        return _do(found, partial(_reply, request)) if pressed else html(rematch.page_of(found))
    return _play(request, found, token, accepted)


def _play(request: HttpRequest, found: Visit, token: str, accepted: str | None) -> HttpResponse:
    pressed = request.method == "POST"
    if found.link.cancels_orders:
        answer = cancel_orders(found, pressed=pressed)
        answer.headers["Cache-Control"] = HEADERS["Cache-Control"]
        return answer
    if not pressed:
        return html(render.page_of(found))
    for _ in range(_ATTEMPTS):
        try:
            return _press(request, found)
        except errors.StaleVersion:
            again = visit(token, accepted)
            if not isinstance(again, Visit) or not isinstance(again.command, engine.Vote):
                break
            found = again  # a vote does not depend on the moves of others
    return _see(found)


def _press(request: HttpRequest, found: Visit) -> HttpResponse:
    """Make the move, or say why not. After that the same address shows the current state.

    Raises StaleVersion if the game has moved on meanwhile.
    """
    choice = found.choice()
    if found.standing is not Standing.MOVE or choice is None or found.command is None:
        return _see(found)
    command = submit.chosen(choice, found.command, found.view, _form(request))
    if command is None:
        return html(render.page_of(found.standing_at(Standing.UNCHOSEN)), 422)
    try:
        submit.submit(found, command)
    except engine.RuleViolation:
        return html(render.page_of(found.standing_at(Standing.IMPOSSIBLE)), 409)
    except errors.GameError as refusal:
        if isinstance(refusal, errors.StoreBusy | errors.StaleVersion):
            raise
    return _see(found)


def _do(found: Asks, act: Callable[[Asks], None]) -> HttpResponse:
    """Do what the button says. If it is refused, because another player was faster, the same address tells why."""
    try:
        act(found)
    except engine.RuleViolation:
        pass
    except errors.GameError as refusal:
        if isinstance(refusal, errors.StoreBusy):
            raise
    return _see(found)


def _reply(request: HttpRequest, found: Rematch) -> None:
    rematch.answer(found, declines=_form(request).get("answer") == [rematch.DECLINE])


def _see(found: Visit | Invitation | Muster | Rematch) -> HttpResponse:
    return HttpResponse(status=303, headers={**HEADERS, "Location": found.link.path})


def _form(request: HttpRequest) -> Mapping[str, list[str]]:
    try:
        body = request.body.decode("ascii")
        return parse_qs(body, keep_blank_values=True, max_num_fields=_MOST_FIELDS)
    except (ValueError, SuspiciousOperation):
        raise Closed("unreadable") from None


def is_foreign(request: HttpRequest) -> bool:
    """Return whether the browser says that a page of another site sends this.

    The token decides; this keeps pages that got hold of one from using someone's browser. A page without referrer,
    such as ours, has the origin `null` in browsers that say no more.
    """
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site not in {"same-origin", "none"}
    origin = request.headers.get("Origin", "null")
    return origin != "null" and urlsplit(origin).netloc != request.get_host()


def html(body: str, status: int = 200) -> HttpResponse:
    """Return a page that stays out of caches and logs."""
    answer = HttpResponse(body, status=status, content_type="text/html; charset=utf-8", headers=dict(HEADERS))
    # Django would log the address of a failure: a working link, or a code that was mistyped. The failure is in the log.
    answer._has_been_logged = True  # type: ignore[attr-defined]  # noqa: SLF001  its way to say so
    return answer
