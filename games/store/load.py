"""Loads games for reads and commands: with `append`, the only SQL of the hot path.

A command costs one statement to load (the game's row, cached state, seats, sealed seed, earlier command) and one to
append (`append_command`, `migrations/sql`), both in autocommit. This module decides neither whether a command is
allowed nor who may see what.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
from django.conf import settings

import engine
from common.database.prepared import Prepared
from games import clock as clocks
from games import errors
from games.store import columns, folds, reader, replay, seeds
from games.types import GameState, Status

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from uuid import UUID

    from engine import Table
    from games.clock import Clock
    from games.types import Game


STATE_COLUMNS: Final = "g.state_cache, g.clock_cache, g.state_format, g.engine_version"

GAME: Final = f"{columns.COLUMNS}, {STATE_COLUMNS}, greatest(service_now(), g.updated_at)"
"""The columns of a game `g` that `load_game` takes."""
GAME_WIDTH: Final = columns.WIDTH + 5

LOAD: Final = Prepared(f"SELECT {GAME} FROM game g WHERE g.id = %s::uuid")  # noqa: S608 - constants only

# The time of recording is the database's clock, the only one, and never runs backwards within a game.
LOAD_FOR_COMMAND: Final = Prepared(f"""
SELECT {columns.COLUMNS}, {STATE_COLUMNS},
    greatest(service_now(), g.updated_at),
    asker.name, k.key_id, k.sealed, c.fingerprint, c.actor, c.first_seq, c.last_seq
FROM game g
LEFT JOIN players_player asker ON asker.id = %s::uuid
LEFT JOIN game_secret k ON k.game_id = g.id
LEFT JOIN command c ON c.game_id = g.id AND c.command_id = %s::uuid
WHERE g.id = %s::uuid
""")  # noqa: S608 - constants only

# In a cluster of databases players lie on another node: `name_of` reads the name.
LOAD_FROM_NODE: Final = Prepared(f"""
SELECT {columns.COLUMNS}, {STATE_COLUMNS},
    greatest(service_now(), g.updated_at),
    NULL, k.key_id, k.sealed, c.fingerprint, c.actor, c.first_seq, c.last_seq
FROM game g
LEFT JOIN game_secret k ON k.game_id = g.id
LEFT JOIN command c ON c.game_id = g.id AND c.command_id = %s::uuid
WHERE g.id = %s::uuid
""")  # noqa: S608 - constants only
NAME: Final = Prepared("SELECT name FROM players_player WHERE id = %s::uuid")

# As `LOAD_FOR_COMMAND`, for commands of the service in several games.
LOAD_FOR_SERVICE: Final = Prepared(f"""
SELECT {GAME}, NULL, k.key_id, k.sealed, NULL, NULL, NULL, NULL
FROM game g LEFT JOIN game_secret k ON k.game_id = g.id WHERE g.id = ANY(%s::uuid[]) ORDER BY g.id
""")  # noqa: S608 - constants only

SECRET: Final = Prepared("SELECT key_id, sealed FROM game_secret WHERE game_id = %s::uuid")


class Earlier(NamedTuple):
    """The command of that id that was accepted before."""

    fingerprint: bytes
    actor: int
    first_seq: int
    last_seq: int


@dataclass(frozen=True, slots=True)
class Loaded(GameState):
    """A game ready for a command. `now` is the time to record. `seed` is None once it is revealed."""

    seed: bytes | None = field(repr=False)
    asker_name: str | None
    earlier: Earlier | None


def _everybody(_game: Game) -> bool:
    return True


def load_game(
    game_id: UUID, row: tuple[Any, ...] | None = None, *, is_known: Callable[[Game], bool] = _everybody
) -> GameState | None:
    """Return a game; None if it does not exist. One statement while the cache is valid.

    `row` is the result of `LOAD` if it was run already; all columns None means no game. `is_known` tells whether the
    asker may know of the game. If not, the result is None, and nothing else is read that would take time. Raises
    `GameQuarantined` if a quarantined game cannot even be shown.
    """
    row = row or LOAD.one(game_id)
    if row is None or row[0] is None:
        return None
    game = columns.read_game(row)
    if not is_known(game):
        return None
    *caches, now = row[columns.WIDTH :]
    try:
        return GameState(game, *_state(game, *caches), None, now)
    except Exception as error:
        if game.is_quarantined:
            raise errors.GameQuarantined(game) from error
        raise


def load_for_command(
    game_id: UUID,
    player: UUID | None,
    command_id: UUID,
    row: tuple[Any, ...] | None = None,
    *,
    admitted: bool = False,
) -> Loaded | None:
    """Return everything needed to decide a command; None if the game does not exist.

    One statement while the cache is valid. `row` is the result of `LOAD_FOR_COMMAND` if it was run already; all
    columns None means no game. `player` is None for the service. `admitted`: they have an invitation to the game.
    Players with neither that nor a seat in a private game get None, and nothing else is read, unless they have sent
    this very command before. Raises `GameQuarantined` before reading anything of such a game that may be damaged.
    """
    row = row or _row_for_command(player, command_id, game_id)
    if row is None or row[0] is None:
        return None
    game = columns.read_game(row)
    if game.is_quarantined:
        raise errors.GameQuarantined(game)
    *caches, now, name, key_id, sealed, fingerprint, actor, first_seq, last_seq = row[columns.WIDTH :]
    if fingerprint is None and player is not None and not (admitted or game.is_known_to(player)):
        return None
    table, clock = _state(game, *caches)
    return Loaded(
        game=game.as_known_to(player),
        table=table,
        clock=clock,
        seat=game.seat_played_by(player),
        now=now,
        seed=None if sealed is None else seeds.unseal(game_id, key_id, bytes(sealed)),
        asker_name=name,
        earlier=archived_command(game.id, game.status, command_id)
        if fingerprint is None
        else Earlier(bytes(fingerprint), actor, first_seq, last_seq),
    )


def _row_for_command(player: UUID | None, command_id: UUID, game_id: UUID) -> tuple[Any, ...] | None:
    if settings.DATABASE_SHARDED:
        return LOAD_FROM_NODE.one(command_id, game_id)
    return LOAD_FOR_COMMAND.one(player, command_id, game_id)


def name_of(player: UUID | None) -> str | None:
    """Return the name of a player."""
    row = None if player is None else NAME.one(player)
    return None if row is None else row[0]


def rows_for_service(game_ids: Iterable[UUID]) -> dict[UUID, tuple[Any, ...]]:
    """Return the rows of these games for commands of the service, in the order of their ids, in one statement."""
    ids = "{" + ",".join(map(str, game_ids)) + "}"
    return {row[0]: row for row in LOAD_FOR_SERVICE.all(ids)}


def with_seed(state: GameState) -> Loaded:
    """Return a copy of the game, ready for a command of the service."""
    return Loaded(
        game=state.game,
        table=state.table.copy(),
        clock=deepcopy(state.clock),
        seat=None,
        now=state.now,
        seed=seed_of(state.game.id),
        asker_name=None,
        earlier=None,
    )


def seed_of(game_id: UUID) -> bytes | None:
    """Return the seed of a match; None once it is revealed."""
    row = SECRET.one(game_id)
    return None if row is None else seeds.unseal(game_id, row[0], bytes(row[1]))


def archived_command(game_id: UUID, status: int, command_id: UUID) -> Earlier | None:
    """Return the command of that id if the log of the finished game lies in the archive."""
    found = reader.archived_command(game_id, command_id) if status == Status.FINISHED else None
    return None if found is None else Earlier(found.fingerprint, found.actor, found.first_seq, found.last_seq)


def _state(
    game: Game, cache: bytes | None, clock_cache: bytes | None, state_format: int, engine_version: int
) -> tuple[Table, Clock | None]:
    """Return table and clock from their caches, or folded from the log if a cache is missing or other code wrote it."""
    if cache is not None and (state_format, engine_version) != (engine.STATE_FORMAT, engine.ENGINE_VERSION):
        return folds.table_and_clock(game)
    if cache is not None:
        # msgspec takes a third of the time of json.loads.
        table = engine.decode_table(bytes(cache), msgspec.json.decode, spec=game.option_set.spec)
        clock = None if clock_cache is None else clocks.decode(bytes(clock_cache))
        if table.version == game.version and (clock is None) == (clock_cache is None):
            return table, clock
    replayed = replay.fold_to(game.id, game.version, chain=game.chain)
    return replayed.table, replayed.clock


def load_active(game_id: UUID) -> GameState | None:
    """Return the game; None if it does not exist or is quarantined. It is looked at again after the quarantine."""
    try:
        found = load_game(game_id)
    except errors.GameQuarantined:
        return None
    return None if found is None or found.game.is_quarantined else found
