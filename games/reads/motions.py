"""The motions of a match (to abort it, to pause it), as its log tells when each began and who voted."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import engine
from games.store import reader

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from uuid import UUID

    from engine import Event

_TAGS: Final = frozenset({
    "vote_cast", "autopilot_engaged", "seat_resigned", "seat_eliminated", "clock_paused", "match_ended",
})  # fmt: skip
TYPES: Final = [number for number, event in engine.EVENT_TYPES.items() if engine.TAGS[event] in _TAGS]
"""The numbers of the events that open or end motions."""


@dataclass(frozen=True, slots=True)
class Motions:
    """`opened`: the open motions, with the number of the event that opened each. `votes`: the commands that voted."""

    opened: Mapping[str, int]
    votes: frozenset[UUID]


def motions(game_id: UUID, version: int) -> Motions:
    """Return the motions of a game at a version. One statement."""
    rows = reader.matching(game_id, 0, version, TYPES)
    events = [(row.seq, row.command_id, reader.decoded(row)) for row in rows]
    return Motions(
        opened(((seq, event) for seq, _, event in events)),
        frozenset(command for _, command, event in events if isinstance(event, engine.VoteCast)),
    )


def votes_of(table: engine.Table, seat: int, motion: str) -> list[engine.Vote]:
    """Return the votes on a motion that the player of a seat may cast now.

    A vote of a player whose seat is on autopilot takes it back first, as every command of theirs does.
    """
    if seat in table.autopilot:
        table = table.copy()
        with suppress(engine.RuleViolation):  # they have resigned, or are out of the match
            engine.act(table, seat, engine.TakeBack())
    found = engine.table_commands(table, seat)
    return [vote for vote in found if isinstance(vote, engine.Vote) and vote.motion == motion]


def opened(events: Iterable[tuple[int, Event]]) -> dict[str, int]:
    """Return the motions that are open after these numbered events, with the number of the event that opened each."""
    found: dict[str, int] = {}
    supporters: dict[str, set[int]] = {}
    for seq, event in events:
        match event:
            case engine.VoteCast(seat=seat, motion=motion, yes=True):
                found.setdefault(motion, seq)
                supporters.setdefault(motion, set()).add(seat)
            case engine.VoteCast(motion=motion):
                supporters.pop(motion, None)
            case engine.AutopilotEngaged(seat=seat) | engine.SeatResigned(seat=seat) | engine.SeatEliminated(seat=seat):
                for seats in supporters.values():
                    seats.discard(seat)
            case engine.ClockPaused(reason="mutual"):
                supporters.pop("pause", None)
            case engine.MatchEnded():
                supporters.clear()
        supporters = {motion: seats for motion, seats in supporters.items() if seats}
        found = {motion: seq for motion, seq in found.items() if motion in supporters}
    return found
