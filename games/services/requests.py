"""What the one door is asked: by whom, for which game, under which id, and what it comes to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from uuid import UUID

    from engine import Command
    from games.event_store import Loaded, SeatChange

WORKER_PRINCIPAL: Final = b"worker"


@dataclass(frozen=True, slots=True)
class Actor:
    """Who asks: a person by his id, or the worker (None)."""

    player: UUID | None


WORKER: Final = Actor(None)


@dataclass(frozen=True, slots=True)
class Request:
    """A command's envelope.

    `command_id` is chosen by the client and unique within the game; `request_hash` is SHA-256 over what was asked, so
    that the same id with another request is noticed. `expected_version` None: apply it to whatever the game has become.
    `promise_work`: leave an outbox entry if the worker is to go on from here; False for the worker himself, whose moves
    are covered by the entry he holds. `settles`: it is what has to happen because time has run out.
    """

    game_id: UUID
    actor: Actor
    command_id: UUID
    request_hash: bytes
    expected_version: int | None = None
    promise_work: bool = True
    settles: bool = False

    def fingerprint(self) -> bytes:
        """What was asked and by whom: nobody gets the answer to another's command."""
        player = self.actor.player
        return sha256((WORKER_PRINCIPAL if player is None else player.bytes) + self.request_hash).digest()


@dataclass(frozen=True, slots=True)
class Move:
    """What a plan makes of a request: `command` for `seat` (None: for no seat), recorded as done by `actor`.

    `first`: a command of the same seat that goes before it, in the same transaction.
    """

    actor: int
    seat: int | None
    command: Command
    seat_change: SeatChange | None = None
    first: Command | None = None


Plan = Callable[["Loaded"], Move]
"""Decides, without the rules, who acts with which command; raises if the asker may not, and `GameNotFound` if he may
not even know."""


def always(move: Move) -> Plan:
    """The plan of one who has decided already."""

    def plan(_loaded: Loaded) -> Move:
        return move

    return plan
