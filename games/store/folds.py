"""Folds that this process remembers, of games whose cached state other code has written.

During an upgrade two versions of the code move the same games, and neither reads the states that the other caches. So
each process keeps what it has folded, and folds on from there: a look or a command then costs one statement more, and
the events since, instead of all events since a snapshot. Without other code nothing is kept here.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, Final, NamedTuple

import engine
from games import clock as clocks
from games.store import reader, replay

if TYPE_CHECKING:
    from uuid import UUID

    from engine import Table
    from games.clock import Clock
    from games.types import Game

MOST: Final = 2_000
"""Games that a process remembers: those that it has seen last, some 5 MB."""


class Fold(NamedTuple):
    """The encoded table and clock of a game after the event `version`, whose chain is `chain`."""

    version: int
    chain: bytes
    table: bytes
    clock: bytes | None


class Folds:
    """The folds of a process, for all its threads."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._folds: OrderedDict[UUID, Fold] = OrderedDict()
        self._lock = Lock()

    def of(self, game_id: UUID) -> Fold | None:
        """Return the fold of a game; None if there is none."""
        with self._lock:
            found = self._folds.get(game_id)
            if found is not None:
                self._folds.move_to_end(game_id)
            return found

    def keep(self, game_id: UUID, fold: Fold) -> None:
        """Remember a fold, and forget that of the game that was seen longest ago if there are too many."""
        with self._lock:
            self._folds[game_id] = fold
            self._folds.move_to_end(game_id)
            if len(self._folds) > self._most:
                self._folds.popitem(last=False)


kept = Folds()


def table_and_clock(game: Game) -> tuple[Table, Clock | None]:
    """Return table and clock of a game whose cached state other code has written. Raises `LogCorrupt`."""
    fold = kept.of(game.id)
    if fold is not None and (fold.version, fold.chain) == (game.version, game.chain):
        return _opened(game, fold)
    found = None if fold is None or fold.version >= game.version else _further(game, fold)
    if found is None:
        replayed = replay.fold_to(game.id, game.version, chain=game.chain)
        found = replayed.table, replayed.clock
    table, clock = found
    kept.keep(game.id, Fold(game.version, game.chain, engine.encode_table(table, spec=False), clocks.encode(clock)))
    return found


def _further(game: Game, fold: Fold) -> tuple[Table, Clock | None] | None:
    """Return the fold with the events since; None if the log is not the one that was folded, as after a restore."""
    rows = reader.read(game.id, fold.version - 1, game.version)
    if len(rows) != game.version - fold.version + 1:
        return None
    if (rows[0].chain, rows[-1].chain) != (fold.chain, game.chain):
        return None
    return replay.fold_on(game.id, *_opened(game, fold), rows[1:])


def _opened(game: Game, fold: Fold) -> tuple[Table, Clock | None]:
    clock = None if fold.clock is None else clocks.decode(fold.clock)
    return engine.decode_table(fold.table, spec=game.option_set.spec), clock
