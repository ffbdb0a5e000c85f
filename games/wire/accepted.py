"""The answer to a command."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from games.wire.games import Game
from games.wire.log import LogEntry
from games.wire.scalars import Hex32, Id, Version


class CommandAccepted(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a command. A repeated command gets the same answer with `replayed`."""

    command_id: Id
    replayed: bool
    events: Annotated[list[LogEntry], Meta(description="The events that the command caused.")]
    version: Annotated[Version, Meta(description="The version of the game right after the command.")]
    chain: Annotated[Hex32, Meta(description="The chain of the game right after the command.")]
    game: Annotated[
        Game | UnsetType,
        Meta(description="The game right after the command. Missing if you asked for `Prefer: return=minimal`."),
    ] = UNSET


class GameCreated(CommandAccepted, frozen=True, kw_only=True):
    """The result of a command that creates a game. A repeated command gets the same answer with `replayed`."""

    game: Annotated[Game, Meta(description="The game right after the command.")]
