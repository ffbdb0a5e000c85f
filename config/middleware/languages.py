"""The language of refusals: that of `Accept-Language`, else the one that the player prefers, else English."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.db import DatabaseError

from common.api.problem import ProblemResponse
from common.translations import LANGUAGES, best_language
from games.problem_texts import translate
from players import preferences

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

_UNASKED: Final = frozenset({401, 429, 500, 503})
"""Statuses of refusals that are worth no statement: the player is unknown, asks too much, or the database is away."""


def speak(response: HttpResponse, request: HttpRequest) -> None:
    """Put a problem into the language of its reader; any other answer stays as it is."""
    if isinstance(response, ProblemResponse):
        header = request.META.get("HTTP_ACCEPT_LANGUAGE")
        translate(response, best_language(header) or _preferred(request, response.status_code) or LANGUAGES[0])


def _preferred(request: HttpRequest, status: int) -> str:
    player = getattr(request, "user", None)
    if status in _UNASKED or player is None or player.pk is None:
        return ""
    try:
        return preferences.of(player.pk).language
    except DatabaseError:
        return ""
