"""Games that begin with a position chosen by an author, played by their players and bots.

They are private and marked: the origin of a chosen position is no match (`engine.NOWHERE`).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from uuid import UUID, uuid5

from django.db import transaction

import engine
from games import errors
from games.sandbox import people
from games.services import lobby
from games.types import Origin, Spectators

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from games.types import Outcome

STEPS: Final = UUID("3b7f1b8a-52a4-5a0e-8f0d-0a2d4c6e8f11")
"""Namespace of the ids of the commands that seat players and start the match."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A game to set up. `seats` lists a player or the name of a bot for each seat. The rest is as for a new table."""

    position: str
    options: Mapping[str, object]
    seats: Sequence[UUID | str]
    clock: engine.ClockSet | None = None


def deal(*, maker: UUID, wish: Wish, command_id: UUID, request_hash: bytes) -> Outcome:
    """Set up a table for the position, seat all players and start. A repeated command id gives the same game.

    Raises NotYourPlayer, UnknownBot, BadPosition, BadSeatCount, RulesetError, BadNotation, CommandIdReused.
    """
    players = {seat: who for seat, who in enumerate(wish.seats) if isinstance(who, UUID)}
    bots = {seat: who for seat, who in enumerate(wish.seats) if isinstance(who, str)}
    if not players or len(set(players.values())) != len(players):
        raise errors.BadPosition(member="seats", reason="at least one player sits there, and nobody twice")
    if not set(bots.values()) <= set(engine.BOTS):
        raise errors.UnknownBot(member="seats", known=list(engine.BOTS))
    people.demand(maker, players.values())
    setup = _setup(wish, bots)
    host = min(players)
    with transaction.atomic():
        first = lobby.found_table(
            setup, player=players[host], seat=host, entropy=None, command_id=command_id, request_hash=request_hash
        )
        game = first.game.id
        for seat in sorted(players.keys() - {host}):
            lobby.take_seat(
                game_id=game, player=players[seat], seat=seat, code=None, entropy=None,
                command_id=uuid5(STEPS, f"{command_id} {seat}"), request_hash=request_hash, admitted=True,
            )  # fmt: skip
        return lobby.start(
            game_id=game, player=players[host], command_id=uuid5(STEPS, f"{command_id}"), request_hash=request_hash
        )


def _setup(wish: Wish, bots: Mapping[int, str]) -> lobby.Setup:
    seats = len(wish.seats)
    rules = engine.resolve(wish.options)
    engine.check_table(rules, seats)
    try:
        position = engine.chosen_position(wish.position, rules, seats)
    except engine.NotDealable as flaw:
        raise errors.BadPosition(reason=flaw.reason) from None
    options = dict(rules.spec.options)

    def opening(commitment: str) -> list[engine.Event]:
        made = engine.new_match(wish.options, seats=seats, commitment=commitment, clock=wish.clock)
        return [*made, position]

    return lobby.Setup(
        opening=opening,
        private=True,
        spectators=Spectators.NONE,
        game=str(options["game"]),
        edition=str(options["edition"]),
        options_json=json.dumps(options),
        clock=wish.clock,
        seats=seats,
        origin=Origin(UUID(engine.NOWHERE), position.at, position.future),
        bots=bots,
    )
