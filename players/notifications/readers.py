"""The readers of notifications: their preferences, and the devices on which each channel reaches them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from common.database import queries
from players import preferences
from players.notifications import channels

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from uuid import UUID

    from players.notifications.channels import Channel
    from players.preferences import Preferences

# One plain column for each channel: a handful of readers needs no plan of joins.
_COLUMNS: Final = f"reader.id, {{devices}}, p.player_id IS NOT NULL, {preferences.COLUMNS}"
JOINED: Final = "LEFT JOIN players_playerpreferences p ON p.player_id = reader.id"
"""What `columns` needs beside a table `reader` of players."""
_READERS: Final = f"SELECT {{columns}} FROM {queries.unnest('uuid')} AS reader (id) {JOINED}"  # noqa: S608 - constants only


@dataclass(frozen=True, slots=True)
class Reader:
    """A player who may get messages.

    `devices`: for each channel by name the devices that messages may go to, oldest first; None stands for the address
    of the player where the channel has one address for each.
    """

    preferences: Preferences
    devices: Mapping[str, Sequence[UUID | None]]


def load(player_ids: Collection[UUID], through: Sequence[Channel] | None = None) -> dict[UUID, Reader]:
    """Return these players with their devices on some channels (None: all that are registered), in one statement."""
    if not player_ids:
        return {}
    used = channels.channels() if through is None else through
    sql = _READERS.format(columns=columns(used))
    return {row[0]: read(row, used) for row in queries.prepared(sql, list(player_ids))}


def columns(used: Sequence[Channel]) -> str:
    """Return the columns of a `reader` that `read` takes: their id, devices on these channels, and preferences."""
    return _COLUMNS.format(devices=", ".join(channel.devices for channel in used) or "NULL")


def read(row: Sequence[Any], used: Sequence[Channel]) -> Reader:
    """Return the reader in a row of `columns`."""
    rest = 2 + max(1, len(used))
    return Reader(
        preferences.read(row[rest:]) if row[rest - 1] else preferences.Preferences(),
        {channel.name: devices or () for channel, devices in zip(used, row[1:], strict=False)},
    )
