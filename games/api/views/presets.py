"""Presets of tables: those of the service."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, cast

import msgspec

import engine
from common.api.view import SHARED, answer, encode
from common.openapi.headers import ACCEPT_LANGUAGE, LANGUAGE_OF_CONTENT
from common.openapi.operation import operation
from common.translations import language_of
from games.catalogue.texts import TEXTS
from games.presets import PRESETS, expected, options_of
from games.store.option_sets import OptionSet
from games.wire.option_names import to_wire
from games.wire.presets import PresetExpectation, PresetsQuery, Spread, TablePreset, TablePresets
from players.api.view import PublicView

if TYPE_CHECKING:
    from django.http import HttpResponse
    from rest_framework.request import Request

    from games.presets import Spread as Measured


class PresetsView(PublicView):
    """The presets of the service."""

    query_type = PresetsQuery

    @operation(
        "list_presets",
        tag="games",
        summary="List presets of tables",
        query=PresetsQuery,
        answers={200: TablePresets},
        headers=[ACCEPT_LANGUAGE, LANGUAGE_OF_CONTENT],
    )
    def get(self, request: Request) -> HttpResponse:
        """Returns the presets of every ruleset, and how many decisions and how much time to expect."""
        query: PresetsQuery = self.query
        language = language_of(query.language, request.META.get("HTTP_ACCEPT_LANGUAGE"))
        found = [
            one
            for one in presets_in(language)
            if query.ruleset in {None, one.ruleset} and query.edition in {None, one.edition}
        ]
        headers = {**SHARED, "Vary": "Accept-Language", "Content-Language": language}
        return answer(TablePresets(presets=found), headers=headers)


@cache
def presets_in(language: str) -> list[TablePreset]:
    """Return the presets of all rulesets with their texts in one language; they never change."""
    return [_shown(name, ruleset, language) for ruleset in engine.rulesets() for name in PRESETS]


def _shown(name: str, ruleset: str, language: str) -> TablePreset:
    preset, texts = PRESETS[name], TEXTS[language]
    game, edition = engine.rulesets()[ruleset]
    options = OptionSet.of(msgspec.json.decode(encode(options_of(name, ruleset)))).changed
    return TablePreset(
        name=name,
        title=texts.presets[name],
        summary=texts.preset_summaries[name],
        ruleset=game,
        edition=edition,
        options=cast("dict[str, engine.OptionValue]", to_wire({"game": game, "edition": edition, **options})),
        clock=preset.clock,
        least_seats=preset.least_seats,
        most_seats=preset.most_seats,
        expectations=[
            PresetExpectation(
                seats=seats,
                decisions=_spread(found.decisions),
                own_decisions=_spread(found.own_decisions),
                seconds=_spread(found.seconds),
            )
            for seats, found in expected(name, ruleset).items()
        ],
    )


def _spread(found: Measured) -> Spread:
    return Spread(median=found.half, most=found.most)
