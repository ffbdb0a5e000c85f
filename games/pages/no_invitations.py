"""The page behind the last link of a mail with an invitation: GET asks, POST ends such mails (RFC 8058).

Its visitor has no account here, so that the link is all that is known of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from common.translations import language_of
from games.notifications import invitation_links
from games.notifications.rendering.texts import texts_in
from games.pages.unsubscribe import AGAIN, answer
from players import invitations

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

_UNKNOWN: Final = 404


def no_invitations(request: HttpRequest, token: str) -> HttpResponse:
    """Show the question, or do what was pressed."""
    texts = texts_in(language_of(None, request.headers.get("Accept-Language")))
    words, recipient = texts.no_invitations, invitation_links.read(token)
    if recipient is None:
        return answer(texts, words, "bad_title", "bad", status=_UNKNOWN)
    if request.method != "POST":
        return answer(texts, words, "title", "ask", [{"label": words["button"], "is_main": True}])
    if request.POST.get("what") == AGAIN:
        invitations.invite_again(recipient)
        return answer(texts, words, "done_title", "again")
    invitations.leave_alone(recipient)
    undo = {"label": words["button_again"], "name": "what", "value": AGAIN}
    return answer(texts, words, "done_title", "done", [undo])
