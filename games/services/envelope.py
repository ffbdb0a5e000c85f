"""What the one door is asked: by whom, for which game, under which id, and what it comes to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Final
from uuid import UUID, uuid4

if TYPE_CHECKING:
    from engine import Command
    from games.store.append import SeatChange
    from games.store.load import Loaded

WORKER_PRINCIPAL: Final = b"worker"


@dataclass(frozen=True, slots=True)
class Actor:
    """Who asks: a person by his id, or the worker (None)."""

    player: UUID | None


WORKER: Final = Actor(None)


@dataclass(frozen=True, slots=True)
class Envelope:
    """A command's envelope.

    `command_id` is chosen by the client and unique within the game, or drawn by lot for the service's own commands
    (`of_the_service`); `request_hash` is SHA-256 over what was asked, so that the same id with another request is
    noticed. `expected_version` None: apply it to whatever the game has become.
    `promise_work`: leave an outbox entry if the worker is to go on from here; False for the worker itself, whose moves
    are covered by the entry that it holds. `settles`: the command is due because time has run out. `invite`: the code
    of a private game.
    """

    game_id: UUID
    actor: Actor
    command_id: UUID
    request_hash: bytes
    expected_version: int | None = None
    promise_work: bool = True
    settles: bool = False
    invite: str | None = None

    @classmethod
    def of_the_service(
        cls, game_id: UUID, what: str, expected_version: int | None, *, promise_work: bool = True, settles: bool = False
    ) -> Envelope:
        """The envelope of a command of the service's own.

        Its id is new at every attempt: nobody can take beforehand an id that nobody can foretell. That the command
        happens once follows from `expected_version`, which is None only at a table that nobody else can see yet.
        """
        asked = sha256(what.encode()).digest()
        return cls(game_id, WORKER, uuid4(), asked, expected_version, promise_work=promise_work, settles=settles)

    def fingerprint(self) -> bytes:
        """What was asked and by whom: nobody gets the answer to another's command."""
        player = self.actor.player
        return sha256((WORKER_PRINCIPAL if player is None else player.bytes) + self.request_hash).digest()


@dataclass(frozen=True, slots=True)
class Decision:
    """What a plan makes of a request: `command` for `seat` (None: for no seat), recorded as done by `actor`.

    `first`: a command of the same seat that goes before it, in the same transaction.
    """

    actor: int
    seat: int | None
    command: Command
    seat_change: SeatChange | None = None
    first: Command | None = None


Resolver = Callable[["Loaded"], Decision]
"""Decides, without the rules, who acts with which command; raises if the asker may not, and `GameNotFound` if he may
not even know."""


def always(move: Decision) -> Resolver:
    """The plan of one who has decided already."""

    def plan(_loaded: Loaded) -> Decision:
        return move

    return plan
