"""Players' own presets, and those that others have shared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from django.conf import settings
from django.http import HttpResponse

import engine
from common.api.view import PRIVATE, answer, body_of
from common.openapi.headers import IDEMPOTENCY_KEY
from common.openapi.operation import operation
from games import errors
from games.api import clocks
from games.api.views.base import GamesApiView, command_id_of, request_hash
from games.services import presets as services
from games.services.lobby import TableWish
from games.wire import option_names
from games.wire.games import TimeControl
from games.wire.presets import OwnPreset, OwnPresets, PresetRequest, SharedPreset
from players import presets
from players.api.authentication import player_id
from players.api.view import PublicView
from players.errors import PresetNotFound, TooManyPresets

if TYPE_CHECKING:
    from uuid import UUID

    from rest_framework.request import Request

    from players.models import Preset

PATH = "/new?preset="
"""The page of the web client that sets up a table with a preset."""
_OF_TABLES = [*engine.RulesetError.__subclasses__(), errors.BadClock, errors.SpectatorsAtPrivateTable]


class OwnPresetsView(GamesApiView):
    """The caller's presets."""

    body_type = PresetRequest
    anonymous_may_read = False

    @operation("list_my_presets", tag="games", summary="List your presets", answers={200: OwnPresets})
    def get(self, request: Request) -> HttpResponse:
        """Returns your presets, oldest first."""
        found = presets.presets_of(player_id(request))
        return answer(OwnPresets(presets=[shown(one) for one in found]))

    @operation(
        "create_preset",
        tag="games",
        summary="Keep a preset",
        body=PresetRequest,
        answers={201: OwnPreset},
        refusals=[*_OF_TABLES, errors.CommandIdReused, TooManyPresets],
        headers=[IDEMPOTENCY_KEY],
    )
    def post(self, request: Request) -> HttpResponse:
        """Keeps settings of a table under a name.

        Repeating the request with the same `Idempotency-Key` returns the same preset.
        """
        body = body_of(request, PresetRequest)
        command_id = command_id_of(request, None)
        with option_names.refused_by_wire_name():
            made = services.create(
                player=player_id(request),
                wish=_wish(body),
                settings=_settings(body),
                command_id=command_id,
                request_hash=request_hash("preset", body),
            )
        return answer(shown(made), status=201)


class OwnPresetView(GamesApiView):
    """One of the caller's presets."""

    body_type = PresetRequest
    anonymous_may_read = False

    @operation(
        "replace_preset",
        tag="games",
        summary="Change or share a preset",
        body=PresetRequest,
        answers={200: OwnPreset},
        refusals=[*_OF_TABLES, PresetNotFound],
    )
    def put(self, request: Request, preset_id: UUID) -> HttpResponse:
        """Replaces a preset. `shared` gives it a code, or ends the code; a later one is another code."""
        body = body_of(request, PresetRequest)
        with option_names.refused_by_wire_name():
            changed = services.replace(
                player=player_id(request), preset_id=preset_id, wish=_wish(body), settings=_settings(body)
            )
        return answer(shown(changed))

    @operation(
        "delete_preset",
        tag="games",
        summary="Delete a preset",
        answers={204: None},
        refusals=[PresetNotFound],
    )
    def delete(self, request: Request, preset_id: UUID) -> HttpResponse:
        """Deletes a preset. Its code ends."""
        presets.delete(player_id=player_id(request), preset_id=preset_id)
        return HttpResponse(status=204, headers=PRIVATE)


class SharedPresetView(PublicView):
    """A preset that its owner shares."""

    @operation(
        "read_preset",
        tag="games",
        summary="Get a shared preset",
        answers={200: SharedPreset},
        refusals=[PresetNotFound],
    )
    def get(self, request: Request, preset_code: str) -> HttpResponse:
        """Returns the preset of a code, without its owner. A code ends when the owner says so."""
        return answer(SharedPreset(**_facts(presets.shared(preset_code))))


def shown(preset: Preset) -> OwnPreset:
    """Return a preset as its owner sees it."""
    return OwnPreset(
        **_facts(preset),
        id=str(preset.id),
        code=preset.code or None,
        link=settings.PUBLIC_URL + PATH + preset.code if preset.code else None,
        created_at=preset.created_at,
        updated_at=preset.updated_at,
    )


def _facts(preset: Preset) -> dict[str, Any]:
    clock = preset.table["clock"]
    return {
        **preset.table,
        "name": preset.name,
        "clock": clock if isinstance(clock, str) else msgspec.convert(clock, TimeControl),
    }


def _wish(body: PresetRequest) -> TableWish:
    return TableWish(
        options=option_names.to_engine(body.options),
        seats=body.seats,
        private=body.private,
        spectators=body.spectators,
        clock=clocks.wished(body.clock),
        min_reliability=body.min_reliability,
    )


def _settings(body: PresetRequest) -> presets.Settings:
    table = {
        "options": body.options,
        "seats": body.seats,
        "private": body.private,
        "spectators": body.spectators,
        "clock": body.clock if isinstance(body.clock, str) else msgspec.structs.asdict(body.clock),
        "min_reliability": body.min_reliability,
    }
    return presets.Settings(name=body.name, table=table, shared=body.shared)
