"""The rules for people: of any ruleset, and of one game."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from django.http import HttpResponse

import engine
from common.api.view import PRIVATE, SHARED, encode
from common.http.conditions import not_modified
from common.http.etags import entity_tag
from common.http.query import convert, read_texts
from common.http.renderers import JSONRenderer, PageRenderer, TextRenderer
from common.openapi.headers import ACCEPT_LANGUAGE, CONTENT_LANGUAGE, ETAG, IF_NONE_MATCH
from common.openapi.operation import operation
from common.translations import language_of
from games import errors
from games.api.option_texts import read_options
from games.api.schema_headers import OPTIONS_IN_QUERY
from games.api.views.base import GamesApiView
from games.reads import one_game
from games.rulebook import STYLE_SOURCE, page, plain, rule_book
from games.wire import option_names
from games.wire.requests import LanguageQuery
from games.wire.rules import Paragraph, PointsRow, Rules, Section
from players.api.authentication import caller_id
from players.api.view import PublicView

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from uuid import UUID

    from rest_framework.request import Request

    from games.rulebook import RuleBook

OF_ALL: Final = {**SHARED, "Vary": "Accept, Accept-Language"}
OWN: Final = {**PRIVATE, "Vary": "Authorization, Accept, Accept-Language"}
RENDERERS: Final = (JSONRenderer, TextRenderer, PageRenderer)
MEDIA: Final = (
    JSONRenderer.media_type,
    *(f"{kind.media_type}; charset=utf-8" for kind in (TextRenderer, PageRenderer)),
)
_STYLED: Final = f"default-src 'none'; style-src {STYLE_SOURCE}; frame-ancestors 'none'"
_KEPT: Final = 256
"""Rule books kept: all rulesets in all languages, and the combinations that are asked for again."""


class RulesView(PublicView):
    """The rules of a ruleset."""

    query_type = None
    renderer_classes = RENDERERS

    @operation(
        "read_rules",
        tag="games",
        summary="Get the rules of a ruleset",
        query=LanguageQuery,
        answers={200: Rules, 304: None},
        media=MEDIA,
        refusals=[
            errors.RulesetNotFound,
            engine.UnknownOption,
            engine.BadOptionValue,
            engine.ConflictingOptions,
            engine.OptionNotApplicable,
        ],
        headers=[OPTIONS_IN_QUERY, ACCEPT_LANGUAGE, IF_NONE_MATCH, ETAG, CONTENT_LANGUAGE],
    )
    def get(self, request: Request, name: str) -> HttpResponse:
        """Returns the rules for people of `flip`, `flip-marvel`, `classic`, ... with any options.

        They come as JSON, text or a page.
        """
        texts = read_texts(request)
        query = convert({key: texts.pop(key) for key in ("language",) if key in texts}, LanguageQuery)
        found = engine.rulesets().get(name)
        if found is None:
            raise errors.RulesetNotFound
        for fixed in ("ruleset", "edition", "game"):
            if fixed in texts:  # the address says it
                raise engine.UnknownOption(option=fixed)
        with option_names.refused_by_wire_name():
            rules = engine.resolve_uncached({"game": found[0], "edition": found[1], **read_options(texts)})
        return _answer(request, rules, query, OF_ALL)


class GameRulesView(GamesApiView):
    """The rules of a game."""

    query_type = LanguageQuery
    renderer_classes = RENDERERS

    @operation(
        "read_game_rules",
        tag="games",
        summary="Get the rules of a game",
        query=LanguageQuery,
        answers={200: Rules, 304: None},
        media=MEDIA,
        refusals=[errors.GameNotFound, errors.GameQuarantined],
        headers=[ACCEPT_LANGUAGE, IF_NONE_MATCH, ETAG, CONTENT_LANGUAGE],
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Returns the rules for people with this game's options and house rules, as JSON, text or a page."""
        query: LanguageQuery = self.query
        # Everybody who may know of a table may read how it plays, whatever its setting for spectators.
        state = one_game.find_game(game_id, caller_id(request))
        return _answer(request, engine.rules_of(state.table.spec), query, OWN, state.table.seats)


def _answer(
    request: Request, rules: engine.Ruleset, query: LanguageQuery, headers: Mapping[str, str], seats: int | None = None
) -> HttpResponse:
    language = language_of(query.language, request.META.get("HTTP_ACCEPT_LANGUAGE"))
    media = request.accepted_media_type
    body, tag = _printed(rules.spec.options, seats, language, media)
    said = {**headers, "ETag": tag, "Content-Language": language}
    kept = not_modified(request, said)
    if kept is not None:
        return kept
    if media == PageRenderer.media_type:
        said["Content-Security-Policy"] = _STYLED
    kind = next(kind for kind in MEDIA if kind.startswith(media))
    return HttpResponse(body, content_type=kind, headers=said)


@lru_cache(maxsize=_KEPT)
def _printed(
    options: tuple[tuple[str, object], ...], seats: int | None, language: str, media: str
) -> tuple[bytes, str]:
    """The rules of a full set of options, for so many seats if they are known, as a body, and its entity tag."""
    book = rule_book(engine.resolve_uncached(dict(options)), language, seats)
    body = _PRINTERS[media](book)
    return body, entity_tag(media, language, body.decode())


def _json(book: RuleBook) -> bytes:
    return encode(
        Rules(
            name=book.name,
            language=book.language,
            title=book.title,
            sections=[
                Section(
                    anchor=section.anchor,
                    heading=section.heading,
                    paragraphs=[
                        Paragraph(
                            anchor=paragraph.anchor,
                            section=paragraph.section,
                            text=paragraph.text,
                            rows=[
                                PointsRow(card=card, count=count, points=points)
                                for card, count, points in paragraph.rows
                            ],
                        )
                        for paragraph in section.paragraphs
                    ],
                )
                for section in book.sections
            ],
            notice=book.labels["footer"],
        )
    )


def _text(book: RuleBook) -> bytes:
    return plain(book).encode()


def _page(book: RuleBook) -> bytes:
    return page(book).encode()


_PRINTERS: Final[Mapping[str, Callable[[RuleBook], bytes]]] = {
    JSONRenderer.media_type: _json,
    TextRenderer.media_type: _text,
    PageRenderer.media_type: _page,
}
