"""Plays from a position in the notation of the rules (SPEC 0.1), in lines a reader can follow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import engine
from engine.cards import FACES, SIDES, color_text
from engine.notation import SEATS, parse_command, parse_position
from tests.engine.observers import redacted

if TYPE_CHECKING:
    from collections.abc import Iterable

Kind = TypeVar("Kind")


class AtTable:
    """A running round. `log` holds what happened since the position."""

    def __init__(self, position: str, chance: engine.Chance, **options: object) -> None:
        self.table = parse_position(position, engine.resolve(options))
        self.chance = chance
        self.log: list[engine.Event] = []

    def send(self, *lines: str) -> AtTable:
        for line in lines:
            seat, command = parse_command(line)
            self.log += engine.act(self.table, seat, command, self.chance)
        return self

    def refusal(self, line: str) -> str:
        """Return the code with which a command is refused; the table stays as it was."""
        seat, command = parse_command(line)
        before = self.table.copy()
        try:
            engine.act(self.table, seat, command, self.chance)
        except engine.RuleViolation as violation:
            assert self.table == before
            self.refused = violation
            return violation.code
        return "accepted"

    def events(self, kind: type[Kind]) -> list[Kind]:
        return [event for event in self.log if isinstance(event, kind)]

    @property
    def actor(self) -> str | None:
        return None if self.table.turn is None else SEATS[self.table.turn]

    @property
    def phase(self) -> str:
        return self.table.phase.value

    @property
    def color(self) -> str | None:
        return color_text(self.table.color)

    @property
    def side(self) -> str:
        return SIDES[self.table.side]

    @property
    def top(self) -> str:
        return FACES[self.table.top]

    @property
    def sizes(self) -> dict[str, int]:
        return {SEATS[seat]: len(hand) for seat, hand in enumerate(self.table.hands)}

    @property
    def uno(self) -> dict[str, str]:
        return {SEATS[seat]: status.value for seat, status in enumerate(self.table.uno)}

    def hand(self, seat: str) -> list[str]:
        return texts(self.table.hand_faces(SEATS.index(seat)))

    def legal(self, seat: str) -> list[engine.Command]:
        number = SEATS.index(seat)
        commands = engine.legal_commands(self.table, number)
        assert bool(commands) == (number in engine.acting_seats(self.table))
        return commands

    def sees(self, seat: str | None) -> engine.View:
        return engine.view(self.table, None if seat is None else SEATS.index(seat))

    def told(self, seat: str | None, tag: str) -> list[dict[str, Any]]:
        """Return the events of one tag as this seat sees them (None: a spectator)."""
        viewer = None if seat is None else SEATS.index(seat)
        shown = [redacted(event, self.table, viewer) for event in self.log]
        return [event for event in shown if event["type"] == tag]


def texts(faces: Iterable[int]) -> list[str]:
    return [FACES[face] for face in faces]


def at(position: str, **options: object) -> AtTable:
    """Return a round at this position, under these options; reshuffles follow a fixed seed."""
    return AtTable(position, engine.Chance(bytes(16), bytes(32)), **options)
