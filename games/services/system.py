"""Commands of the service itself: their purposes and their envelopes."""

from __future__ import annotations

from enum import StrEnum
from hashlib import sha256
from typing import TYPE_CHECKING
from uuid import uuid4

from games.services.envelope import WORKER, Envelope

if TYPE_CHECKING:
    from uuid import UUID


class Purpose(StrEnum):
    """The purposes of the service's commands."""

    CREATE_TABLE = "create"
    SEAT_BOT = "bot"
    START = "start"
    MOVE = "move"
    SETTLE = "settle"
    VACATION = "vacation"
    SEAT_LEFT = "left"
    UNQUARANTINE = "release"
    AUTOMATIC = "automatic"
    CLOSE_TABLE = "close"
    LOAN = "loan"


def envelope(
    game_id: UUID, purpose: Purpose, expected_version: int | None, *, promise_work: bool = True, settles: bool = False
) -> Envelope:
    """Return the envelope of a command of the service.

    Its id is random for each attempt, so that no client can predict it and use it first. `expected_version` makes the
    command happen once. It is None only at a table that is not visible to others yet.
    """
    asked = sha256(purpose.encode()).digest()
    return Envelope(game_id, WORKER, uuid4(), asked, expected_version, promise_work=promise_work, settles=settles)
