"""Players' presets: settings of tables that could be set up now, kept under a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from games import errors
from games.store import spectators
from players import presets

if TYPE_CHECKING:
    from uuid import UUID

    from games.services.lobby import TableWish
    from players.models import Preset
    from players.presets import Settings


def create(*, player: UUID, wish: TableWish, settings: Settings, command_id: UUID, request_hash: bytes) -> Preset:
    """Keep a preset. A repeated command id of the same player gives the same preset.

    Raises what `check` raises, CommandIdReused, TooManyPresets.
    """
    check(wish)
    preset = presets.create(player_id=player, settings=settings, command_id=command_id, request_hash=request_hash)
    if bytes(preset.request_hash) != request_hash:
        raise errors.CommandIdReused
    return preset


def replace(*, player: UUID, preset_id: UUID, wish: TableWish, settings: Settings) -> Preset:
    """Replace the settings of a preset. Raises what `check` raises, PresetNotFound."""
    check(wish)
    return presets.replace(player_id=player, preset_id=preset_id, settings=settings)


def check(wish: TableWish) -> None:
    """Check settings as for a new table. Raises `engine.RulesetError`, SpectatorsAtPrivateTable."""
    rules = engine.resolve_uncached(wish.options)
    engine.check_table(rules, wish.seats)
    spectators.chosen(wish.spectators, rules, private=wish.private)
