"""What can be played: the engine's catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

import engine
from games.api.query import NoQuery, read_query
from games.api.schema import operation
from games.api.views.base import GamesApiView, answer
from games.api.wire.rulesets import Labels, Option, Rulesets
from players.api.permissions import Anyone

if TYPE_CHECKING:
    from django.http import HttpResponse
    from rest_framework.permissions import BasePermission

    from games.api.views.asked import Asked

SHARED: Final = {"Cache-Control": "public, max-age=300"}


def catalogue() -> Rulesets:
    """Return everything a game can be created with."""
    return Rulesets(
        options=[msgspec.convert(option._asdict(), Option) for option in engine.describe()],
        themes={name: Labels(**labels._asdict()) for name, labels in engine.THEMES.items()},
    )


class RulesetsView(GamesApiView):
    """The catalogue."""

    # The same for everybody, so nobody is asked who he is.
    authentication_classes = ()

    def get_permissions(self) -> list[BasePermission]:
        """Return nothing to demand."""
        return [Anyone()]

    @operation("list_rulesets", tag="games", summary="What can be played", answers={200: Rulesets}, who="unasked")
    def get(self, request: Asked) -> HttpResponse:
        """Games, editions, options and house rules: what each takes, its default, its meaning and its source."""
        read_query(request, NoQuery)
        return answer(catalogue(), headers=SHARED)
