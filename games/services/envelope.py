"""The envelope of a command, and the decision that it leads to."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from common.keys import derived_key

if TYPE_CHECKING:
    from uuid import UUID

    from engine import Command
    from games.store.append import SeatChange
    from games.store.load import Loaded

WORKER_PRINCIPAL: Final = b"worker"


@dataclass(frozen=True, slots=True)
class Actor:
    """The sender of a command: a player by their id, or the worker (None)."""

    player: UUID | None


WORKER: Final = Actor(None)


@dataclass(frozen=True, slots=True)
class Envelope:
    """The envelope of a command.

    `command_id` is chosen by the client and unique within the game, or random for commands of the service
    (`system.envelope`). `request_hash` is SHA-256 over the request, so that the same id with another request is
    noticed. `expected_version` None applies the command to any version. `promise_work` leaves an outbox entry if the
    worker has to continue; it is False for the worker itself, whose moves are covered by the entry that it holds.
    `settles`: the command is due because time has run out. `admitted`: its sender has an
    invitation to the game. `silent`: nobody is told of it, because a later command of the same request tells them all.
    """

    game_id: UUID
    actor: Actor
    command_id: UUID
    request_hash: bytes
    expected_version: int | None = None
    promise_work: bool = True
    settles: bool = False
    admitted: bool = False
    silent: bool = False

    def fingerprint(self) -> bytes:
        """Return a hash over sender and request, so that no player gets the answer to another's command.

        It is keyed, because it is kept for ever and ids of players are public: without the key nobody can tell from it
        whose command it was, also after an erasure.
        """
        player = self.actor.player
        sender = WORKER_PRINCIPAL if player is None else player.bytes
        return hmac.digest(derived_key("command fingerprint"), sender + self.request_hash, "sha256")


@dataclass(frozen=True, slots=True)
class Decision:
    """The result of a resolver: `command` for `seat` (None: for no seat), recorded as made by `actor`.

    `first` is a command of the same seat that precedes it in the same transaction.
    """

    actor: int
    seat: int | None
    command: Command
    seat_change: SeatChange | None = None
    first: Command | None = None


Resolver = Callable[["Loaded"], Decision]
"""Decides who acts with which command, without applying the rules.

Raises if the sender may not act, and `GameNotFound` if they may not know of the game.
"""


def always(decision: Decision) -> Resolver:
    """Return a resolver for a fixed decision."""

    def resolve(_loaded: Loaded) -> Decision:
        return decision

    return resolve
