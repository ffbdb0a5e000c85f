"""A match as the steps taken in it: each command with its events."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.chance import Chance
from engine.codec import decode_event
from engine.codec.schema import flaw
from engine.decide import new_match
from engine.errors import EngineError
from engine.events import ClockSet, MatchCreated, PositionSet
from engine.infer_commands import CannotInfer
from engine.redecide import CannotRedecide, Step, events_of, redecide
from engine.replay import replay

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.events import Event
    from engine.transcript import Transcript


IMPOSSIBLE: Final = (LookupError, TypeError, ValueError, AssertionError)
"""Errors of deciding at an invented position of another match, which is trusted like a fold."""


class Record(NamedTuple):
    """A match from its `opening`, the events that set up the table, to where it ends. `game`: 16 bytes, `seed`: 32."""

    game: bytes
    seed: bytes
    opening: tuple[Event, ...]
    steps: tuple[Step, ...]

    @property
    def events(self) -> tuple[Event, ...]:
        """Return all events in their order."""
        return (*self.opening, *events_of(self.steps))


def record_of(transcript: Transcript) -> Record:
    """Return the record of a transcript. Raises CannotInfer where today's rules do not lead to its events."""
    return retrace(transcript.header.game, transcript.end.seed, grouped(transcript))


def grouped(transcript: Transcript) -> list[tuple[int, list[Event]]]:
    """Return the events of a transcript by command, with the actor. Raises CannotInfer for malformed bytes."""
    groups = []
    for _, stored in groupby(transcript.events, lambda event: event.command):
        rows = list(stored)
        try:
            events = [decode_event(row.type, row.schema_version, row.public, row.private) for row in rows]
        except ValueError as error:
            raise CannotInfer(f"one of the events from {rows[0].seq} on cannot be read: {error}") from error
        groups.append((rows[0].actor, events))
    return groups


def retrace(game: bytes, seed: bytes, groups: Iterable[tuple[int, Sequence[Event]]]) -> Record:
    """Return the steps behind events grouped by command, each group with its actor; the first sets up the table.

    Every command is inferred and decided again. Raises CannotInfer, naming the first event that fails.
    """
    chance = Chance(game, seed)
    (_, first), *rest = groups
    opening = _opening(first, chance.commitment.hex())
    table = replay(opening)
    steps: list[Step] = []
    for actor, events in rest:
        version = table.version
        try:
            taken = redecide(table, actor, events, chance)
        except (CannotInfer, CannotRedecide, *IMPOSSIBLE) as error:
            raise CannotInfer(f"events {version + 1} to {version + len(events)} cannot be: {error}") from error
        if events_of(taken) != list(events):
            raise CannotInfer(
                f"the rules lead to something else than events {version + 1} to {version + len(events)} say"
            )
        steps += taken
    return Record(game, seed, opening, tuple(steps))


def _opening(events: Sequence[Event], commitment: str) -> tuple[Event, ...]:
    """Return the events that set up a table, compared with those of the rules; a position is taken as it is."""
    created = events[0] if events else None
    position = [event for event in events[-1:] if isinstance(event, PositionSet)]
    if isinstance(created, MatchCreated) and not any(map(flaw, events)):
        clock = next((event for event in events if isinstance(event, ClockSet)), None)
        try:
            expected = new_match(dict(created.options), seats=created.seats, commitment=commitment, clock=clock)
        except EngineError as error:
            raise CannotInfer(f"no table is set up like this: {error}") from error
        if expected + position == list(events):
            return tuple(events)
    raise CannotInfer("the first events do not set up a table by today's rules with the seed that is told")
