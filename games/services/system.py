"""Commands of the service itself, which no player has sent: their purposes and their envelopes."""

from __future__ import annotations

from enum import StrEnum
from hashlib import sha256
from typing import TYPE_CHECKING
from uuid import uuid4

from games.services.envelope import WORKER, Envelope

if TYPE_CHECKING:
    from uuid import UUID


class Purpose(StrEnum):
    """What the service makes a command for."""

    CREATE_TABLE = "create"
    SEAT_BOT = "bot"
    MOVE = "move"
    SETTLE = "settle"
    VACATION = "vacation"
    SEAT_LEFT = "left"
    UNQUARANTINE = "release"


def envelope(
    game_id: UUID, purpose: Purpose, expected_version: int | None, *, promise_work: bool = True, settles: bool = False
) -> Envelope:
    """The envelope of a command of the service.

    Its id is new at every attempt, so that nobody can foretell it and take it first. That the command happens once
    follows from `expected_version`, which is None only at a table that nobody else can see yet.
    """
    asked = sha256(purpose.encode()).digest()
    return Envelope(game_id, WORKER, uuid4(), asked, expected_version, promise_work=promise_work, settles=settles)
