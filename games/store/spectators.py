"""What spectators, who have no seat, see of a running match (SPEC 4, R-SPECTATORS).

For them the game stands at its `spectator_version`, which `append_command` maintains: version, chain, turn and
deadline are those of that version, on every endpoint. A finished match is as open to them as to its players.
`engine.redact` and `engine.view` decide what they are shown of the events up to there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games import errors
from games.types import Spectators, Status

if TYPE_CHECKING:
    import engine
    from games.types import Game

_OUTSIDE: Final = "g.status = 1 AND {outside}"
_VERSION: Final = f"CASE WHEN {_OUTSIDE} THEN g.spectator_version ELSE g.version END"
_CHAIN: Final = f"""CASE WHEN {_OUTSIDE} AND g.spectator_version < g.version
    THEN (SELECT x.chain FROM event x WHERE x.game_id = {{game}} AND x.seq = g.spectator_version) ELSE g.chain END"""  # noqa: S608 - constants only


def behind(outside: str) -> str:
    """SQL: whether the game has events hidden from the asker. `outside` is true for an asker without a seat."""
    return f"({_OUTSIDE} AND g.spectator_version < g.version)".format(outside=outside)


def version_column(outside: str) -> str:
    """SQL: how far the game goes for the asker. `outside` is true for an asker without a seat."""
    return _VERSION.format(outside=outside)


def chain_column(outside: str) -> str:
    """SQL: the chain head at `version_column`, with `{game}` for the id of the game."""
    return _CHAIN.replace("{outside}", outside)


def chosen(wish: str | None, rules: engine.Ruleset, *, private: bool) -> Spectators:
    """Return the setting of a new table. Raises `SpectatorsAtPrivateTable`."""
    if private:
        if wish not in {None, Spectators.NONE.word}:
            raise errors.SpectatorsAtPrivateTable
        return Spectators.NONE
    if wish is not None:
        return Spectators[wish.upper()]
    hidden = rules.own_backs == "hidden" and rules.deck.has_two_sides
    return Spectators.DELAYED if hidden else Spectators.OPEN


def admit(spectators: Spectators, status: Status, seat: int | None) -> None:
    """Raise `NoSpectators` if an asker on `seat` (None: without a seat) may see nothing of the match yet."""
    if not are_admitted(spectators, status, seat):
        raise errors.NoSpectators


def are_admitted(spectators: Spectators, status: Status, seat: int | None) -> bool:
    """Return whether an asker on `seat` (None: without a seat) may see anything of the match."""
    return seat is not None or status is not Status.RUNNING or spectators is not Spectators.NONE


def version_for(game: Game, seat: int | None) -> int:
    """Return how far the game goes for an asker on `seat` (None: without a seat)."""
    outside = seat is None and game.status is Status.RUNNING
    return game.spectator_version if outside else game.version
