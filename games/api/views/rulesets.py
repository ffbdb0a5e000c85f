"""What can be played: the engine's catalogue."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, TypeVar, cast

import msgspec
from django.http import HttpResponse

import engine
from common.api.problem import problem_body
from common.api.view import SHARED, answer, body_of, encode
from common.http import media_types
from common.openapi.headers import ACCEPT_LANGUAGE, LANGUAGE_OF_CONTENT
from common.openapi.operation import operation
from common.translations import language_of
from games.catalogue import summary_of
from games.problem_texts import problem_in, said
from games.rulebook import titles
from games.store.option_sets import OptionSet
from games.wire.option_names import on_wire, refused_by_wire_name, to_engine, to_wire
from games.wire.problems import Problem
from games.wire.requests import CheckRequest, LanguageQuery
from games.wire.rulesets import (
    Blocked,
    Check,
    Conflict,
    Labels,
    Option,
    Ruleset,
    Rulesets,
    Setting,
)
from players.api.view import PublicView
from players.limits import WRITE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rest_framework.request import Request

Described = TypeVar("Described", bound=msgspec.Struct)

_KEPT: Final = 256
_canonical: Final = msgspec.json.Encoder(order="deterministic").encode
_read: Final = msgspec.json.Decoder(CheckRequest).decode


@cache
def rulesets_in(language: str) -> Rulesets:
    """Return everything a game can be created with; it takes most of a second to find out and never changes."""
    return Rulesets(
        rulesets=[_ruleset(name, game, edition, language) for name, (game, edition) in engine.rulesets().items()],
        options=[
            _renamed(
                msgspec.convert({**option._asdict(), "summary": summary_of(option.name, language)}, Option), "name"
            )
            for option in engine.describe()
        ],
        conflicts=[
            _renamed(
                msgspec.convert({**conflict._asdict(), "reason": said(conflict.reason, language)}, Conflict),
                "first",
                "second",
            )
            for conflict in engine.conflicts()
        ],
        themes={name: Labels(**labels._asdict()) for name, labels in engine.THEMES.items()},
    )


def _ruleset(name: str, game: str, edition: str, language: str) -> Ruleset:
    found = engine.summarize(engine.resolve_uncached({"game": game, "edition": edition}))
    standing = engine.applicability(name)
    needs = {option: found.needs for option, found in standing.items() if found.needs}
    return Ruleset(
        name=name,
        ruleset=game,
        edition=edition,
        titles=titles(name),
        least_seats=found.least_seats,
        most_seats=found.most_seats,
        cards=found.cards,
        defaults={
            on_wire(option.name): found.options[option.name]  # type: ignore[misc]  # the catalogue's own
            for option in engine.describe()
            if option.name in standing and found.options[option.name] != option.default
        },
        not_applicable={
            on_wire(option): said(found.reason, language) for option, found in standing.items() if not found.applicable
        },
        needs={
            on_wire(option): Setting(option=on_wire(other), value=cast("engine.OptionValue", value))
            for option, (other, value) in needs.items()
        },
    )


def _changed(options: Mapping[str, object]) -> dict[str, engine.OptionValue]:
    """Return what a game with all these options says of them."""
    as_json = msgspec.json.decode(encode(options))
    return cast("dict[str, engine.OptionValue]", to_wire(OptionSet.of(as_json).changed))


def _renamed(described: Described, *members: str) -> Described:
    """Return it with the option that these members name under the name that clients know."""
    return msgspec.structs.replace(described, **{name: on_wire(getattr(described, name)) for name in members})


class RulesetsView(PublicView):
    """What can be played."""

    query_type = LanguageQuery

    @operation(
        "list_rulesets",
        tag="games",
        summary="List rulesets and their options",
        query=LanguageQuery,
        answers={200: Rulesets},
        headers=[ACCEPT_LANGUAGE, LANGUAGE_OF_CONTENT],
    )
    def get(self, request: Request) -> HttpResponse:
        """Returns all rulesets and options.

        For each option it says what it takes and means, where it applies, what it excludes, and its source. Summaries
        and reasons are in the language asked for.
        """
        query: LanguageQuery = self.query
        language = language_of(query.language, request.META.get("HTTP_ACCEPT_LANGUAGE"))
        return answer(
            rulesets_in(language), headers={**SHARED, "Vary": "Accept-Language", "Content-Language": language}
        )


class CheckView(PublicView):
    """A wish, before a table is set up for it."""

    rate_class = WRITE  # up to 0.2 s of a thread: with all options chosen, each value of each other one is tried
    body_type = CheckRequest

    @operation(
        "check_options",
        tag="games",
        summary="Check options",
        body=CheckRequest,
        answers={200: Check},
        headers=[ACCEPT_LANGUAGE, LANGUAGE_OF_CONTENT],
    )
    def post(self, request: Request) -> HttpResponse:
        """Checks whether a table can be created with these options.

        If so, returns all options and the values they exclude; if not, the reason, in the language asked for.
        """
        body = body_of(request, CheckRequest)
        language = language_of(None, request.META.get("HTTP_ACCEPT_LANGUAGE"))
        headers = {"Cache-Control": "no-store", "Content-Language": language, "Vary": "Accept-Language"}
        return HttpResponse(checked(_canonical(body), language), content_type=media_types.JSON, headers=headers)


@lru_cache(maxsize=_KEPT)
def checked(wish: bytes, language: str) -> bytes:
    """Return the answer to a CheckRequest; what is asked again and again is computed once."""
    body = _read(wish)
    try:
        options = to_engine(body.options)
        with refused_by_wire_name():
            rules = engine.resolve_uncached(options)
            if body.seats is not None:
                engine.check_table(rules, body.seats)
    except engine.RulesetError as error:
        problem = problem_in(problem_body(error), error, language)
        return encode(Check(playable=False, problem=msgspec.convert(problem, Problem)))
    found = engine.summarize(rules)
    return encode(
        Check(
            playable=True,
            name=found.name,
            options=_changed(found.options),
            blocked=[
                _renamed(msgspec.convert({**one._asdict(), "reason": said(one.reason, language)}, Blocked), "option")
                for one in engine.blocked(options, body.seats)
            ],
        )
    )
