"""Branches: new tables that begin with a position of a finished game (rules, 3.14). They do not count."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

import engine
from games import errors
from games.reads import one_game
from games.services import lobby
from games.store import reader, spectators
from games.types import Origin, Status

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from games.types import GameState, Outcome

IDLE: Final = "random"
"""The bot on a seat that has left the match: it never moves."""


@dataclass(frozen=True, slots=True)
class BranchWish:
    """The game and version from which a branch begins, and its settings.

    `seat` None is the seat of the player in the origin, or the lowest that is still in the match. `bots` names the
    strategy for all other seats; None leaves them open. The rest is as for a new table.
    """

    origin: UUID
    version: int
    future: Literal["same", "redealt"]
    seat: int | None = None
    bots: str | None = None
    private: bool = False
    spectators: str | None = None
    entropy: str | None = None
    clock: engine.ClockSet | None = None


def create_branch(*, player: UUID, wish: BranchWish, command_id: UUID, request_hash: bytes) -> Outcome:
    """Set up a table for a branch and sit down there. A repeated command id of the same player gives the same table.

    Cards that the seat of the player could not know are dealt again. A branch of a private game is private. Raises
    GameNotFound (a private game of others too), GameQuarantined, GameNotFinished, NotBranchable, NoSuchSeat,
    UnknownBot, SpectatorsAtPrivateTable, CommandIdReused, `engine.RuleViolation` (bad_entropy, seat_not_open).
    """
    if wish.bots is not None and wish.bots not in engine.BOTS:
        raise errors.UnknownBot(member="bots", known=list(engine.BOTS))
    found = one_game.find_game(wish.origin, player)
    if found.game.is_quarantined:
        raise errors.GameQuarantined
    if found.game.status is not Status.FINISHED:
        raise errors.GameNotFinished
    events = [reader.decoded(row) for row in reader.read(wish.origin, 0, found.game.version)]
    seat, position = _position(found, events, wish)
    game = found.game
    private = wish.private or game.private
    rules = engine.rules_of(game.option_set.spec)
    setup = lobby.Setup(
        opening=lambda commitment: engine.new_branch(events, position, commitment=commitment, clock=wish.clock),
        private=private,
        spectators=spectators.chosen(wish.spectators, rules, private=private),
        game=game.ruleset,
        edition=game.edition,
        options_json=json.dumps(dict(game.options)),
        clock=wish.clock,
        seats=len(game.seats),
        origin=Origin(wish.origin, wish.version, wish.future),
        bots=_bots(position, seat, wish.bots),
    )
    return lobby.found_table(
        setup, player=player, seat=seat, entropy=wish.entropy, command_id=command_id, request_hash=request_hash
    )


def _position(found: GameState, events: Sequence[engine.Event], wish: BranchWish) -> tuple[int, engine.PositionSet]:
    seats = len(found.game.seats)
    if wish.seat is not None and wish.seat >= seats:
        raise errors.NoSuchSeat(member="seat", last=seats - 1)
    try:
        engine.check_branchable(events, wish.version)
    except engine.NotBranchable as refused:
        raise errors.NotBranchable(version=wish.version, nearest=list(refused.nearest)) from None
    left = engine.replay(events[: wish.version]).remaining_seats()
    seat = wish.seat
    if seat is None:
        seat = found.seat if found.seat in left else left[0]
    return seat, engine.branch(events, wish.version, origin=str(wish.origin), future=wish.future, seat=seat)


def _bots(position: engine.PositionSet, seat: int, wished: str | None) -> dict[int, str]:
    """Return the bots of a branch by seat. Seats that have left the match get an idle bot."""
    others = {} if wished is None else {other: wished for other in range(len(position.sizes)) if other != seat}
    return others | dict.fromkeys(position.eliminated, IDLE)
