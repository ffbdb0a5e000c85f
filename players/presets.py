"""Players' presets: kept, changed, shared by a code. What a table is, the games know."""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING, Final, NamedTuple

from django.db import transaction

from common import clock
from players.errors import PresetNotFound, TooManyPresets
from players.locks import lock_player
from players.models import Preset

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

MAX_PRESETS: Final = 50
_CODE_BYTES: Final = 16
_CODE: Final = re.compile(r"[A-Za-z0-9_-]{22}", re.ASCII)


class Settings(NamedTuple):
    """What a player chooses: a name, a table, and whether everybody with the code may see them."""

    name: str
    table: Mapping[str, object]
    shared: bool


def presets_of(player_id: UUID) -> list[Preset]:
    """Return the player's presets, oldest first."""
    return list(Preset.objects.filter(player_id=player_id).order_by("created_at", "id"))


def preset_of(player_id: UUID, preset_id: UUID) -> Preset:
    """Return a preset of the player. Raises `PresetNotFound`."""
    return _found(Preset.objects.filter(player_id=player_id, id=preset_id).first())


def shared(code: str) -> Preset:
    """Return the preset that is shared by this code. Raises `PresetNotFound`."""
    return _found(Preset.objects.filter(code=code).first() if _CODE.fullmatch(code) else None)


def create(*, player_id: UUID, settings: Settings, command_id: UUID, request_hash: bytes) -> Preset:
    """Keep a preset and return it; for a repeated command id, the one that it has made.

    Raises `TooManyPresets`, `PlayerNotFound`.
    """
    with transaction.atomic():
        # Under this lock the player's presets are counted, and of the same request at once the later finds the row.
        lock_player(player_id)
        mine = Preset.objects.filter(player_id=player_id)
        made = mine.filter(command_id=command_id).first()
        if made is not None:
            return made
        if mine.count() >= MAX_PRESETS:
            raise TooManyPresets(limit=MAX_PRESETS)
        now = clock.now()
        return Preset.objects.create(
            player_id=player_id,
            name=settings.name,
            table=settings.table,
            code=_new_code() if settings.shared else "",
            command_id=command_id,
            request_hash=request_hash,
            created_at=now,
            updated_at=now,
        )


def lock(player_id: UUID, preset_id: UUID) -> Preset:
    """Lock a preset until the transaction ends, and return it. Raises `PresetNotFound`."""
    return _found(Preset.objects.select_for_update().filter(player_id=player_id, id=preset_id).first())


def replace(*, player_id: UUID, preset_id: UUID, settings: Settings) -> Preset:
    """Replace the settings. A preset that stays shared keeps its code; one that is shared again gets a new one.

    Raises `PresetNotFound`.
    """
    with transaction.atomic():
        preset = lock(player_id, preset_id)
        preset.name, preset.table = settings.name, dict(settings.table)
        preset.code = (preset.code or _new_code()) if settings.shared else ""
        preset.updated_at = clock.now()
        preset.save(update_fields=["name", "table", "code", "updated_at"])
    return preset


def delete(*, player_id: UUID, preset_id: UUID) -> None:
    """Delete a preset; its code ends. Raises `PresetNotFound`."""
    deleted, _ = Preset.objects.filter(player_id=player_id, id=preset_id).delete()
    if not deleted:
        raise PresetNotFound


def _new_code() -> str:
    return secrets.token_urlsafe(_CODE_BYTES)


def _found(preset: Preset | None) -> Preset:
    if preset is None:
        raise PresetNotFound
    return preset
