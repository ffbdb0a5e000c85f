"""Words for people: the catalogue in a language."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from django.http import HttpResponse

from common.api.view import SHARED, encode
from common.http import media_types
from common.http.conditions import not_modified
from common.http.etags import entity_tag
from common.http.renderers import SvgRenderer
from common.openapi.headers import ACCEPT_LANGUAGE, CONTENT_LANGUAGE, ETAG, IF_NONE_MATCH
from common.openapi.operation import operation
from common.translations import language_of
from games.catalogue import catalogue
from games.drawings import sprite
from games.wire.catalogue import Catalogue
from games.wire.requests import DrawingsQuery, LanguageQuery
from players.api.view import PublicView

if TYPE_CHECKING:
    from rest_framework.request import Request


FOREVER: Final = {"Cache-Control": "public, max-age=31536000, immutable"}
"""Headers of an answer whose address names its content (RFC 8246)."""


class CatalogueView(PublicView):
    """The catalogue."""

    query_type = LanguageQuery

    @operation(
        "read_catalogue",
        tag="games",
        summary="Get the words for people",
        query=LanguageQuery,
        answers={200: Catalogue, 304: None},
        headers=[ACCEPT_LANGUAGE, IF_NONE_MATCH, ETAG, CONTENT_LANGUAGE],
    )
    def get(self, request: Request) -> HttpResponse:
        """Returns the names of cards, rulesets, options and clocks, and sentences for events, decisions and messages.

        Load it once per language and keep it with its `ETag`.
        """
        query: LanguageQuery = self.query
        language = language_of(query.language, request.META.get("HTTP_ACCEPT_LANGUAGE"))
        body, tag = encoded(language)
        headers = {**SHARED, "Vary": "Accept-Language", "ETag": tag, "Content-Language": language}
        kept = not_modified(request, headers)
        return kept or HttpResponse(body, content_type=media_types.JSON, headers=headers)


class DrawingsView(PublicView):
    """The drawings of cards."""

    query_type = DrawingsQuery
    renderer_classes = (SvgRenderer,)

    @operation(
        "read_card_drawings",
        tag="games",
        summary="Get the drawings of all cards",
        query=DrawingsQuery,
        answers={200: str, 304: None},
        media=(SvgRenderer.media_type,),
        headers=[IF_NONE_MATCH, ETAG],
    )
    def get(self, request: Request) -> HttpResponse:
        """Returns an SVG with a `<symbol>` for each card, named by `drawing` in the catalogue.

        Add `-sign` or `-chip` to the id for small cards; `color-R` to `color-v` are the signs of the colors. With the
        `version` that the catalogue names it may be kept for ever.
        """
        query: DrawingsQuery = self.query
        found = sprite()
        headers = {**(FOREVER if query.version == found.version else SHARED), "ETag": f'"{found.version}"'}
        kept = not_modified(request, headers)
        return kept or HttpResponse(found.body, content_type=SvgRenderer.media_type, headers=headers)


@cache
def encoded(language: str) -> tuple[bytes, str]:
    """Return the catalogue of a language as a body, and its entity tag; they never change."""
    body = encode(catalogue(language))
    return body, entity_tag("catalogue", body.decode())
