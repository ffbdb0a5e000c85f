"""Matches played by random legal commands, for the law and leak tests.

Everything follows from the options, the number of seats and one whole number, so a failure is replayed from its repr.
"""

from __future__ import annotations

import hashlib
from enum import Enum
from typing import TYPE_CHECKING, TypeVar

import engine

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

Item = TypeVar("Item")

MATCH_ID = bytes(range(16))


class Style(Enum):
    """Styles of choosing: hoarders empty the draw pile, shedders end rounds quickly."""

    ANY = "any"
    HOARD = "hoard"
    SHED = "shed"


_WANTED: dict[Style, tuple[type[engine.Command], ...]] = {
    Style.ANY: (),
    Style.HOARD: (engine.Draw, engine.Pass),
    Style.SHED: (engine.Play,),
}


CLOCK = engine.ClockSet(86_400, 3_600, 60, 7_200, 43_200, True, "lenient", 3)  # noqa: FBT003  as it is stored


class Match:
    """A running match with its log. `sent`: the (seat, command) pairs sent so far.

    `kept`: it has a clock, time runs out now and then, seats resign, vote and go on autopilot. `origin`: the log of the
    match that it is a branch of, and the position.
    """

    def __init__(
        self,
        options: Mapping[str, object],
        seats: int,
        seed: int,
        style: Style = Style.ANY,
        *,
        kept: bool = False,
        origin: tuple[Sequence[engine.Event], engine.PositionSet] | None = None,
    ) -> None:
        self.options = options
        self.style = style
        self.kept = kept
        self.seed = seed
        self.dice = engine.Dice(b"moves %d" % seed)
        self.chance = engine.Chance(MATCH_ID, hashlib.sha256(b"cards %d" % seed).digest())
        self.table = engine.Table()
        self.log: list[engine.Event] = []
        self.sent: list[tuple[int | None, engine.Command]] = []
        clock = CLOCK if kept else None
        self.origin = origin
        commitment = self.chance.commitment.hex()
        if origin:
            self.log += engine.new_branch(*origin, commitment=commitment, clock=clock)
        else:
            self.log += engine.new_match(options, seats=seats, commitment=commitment, clock=clock)
        engine.replay(self.log, self.table)

    def __repr__(self) -> str:
        kept = ", kept=True" if self.kept else ""
        at = f", origin=(..., {self.origin[1]})" if self.origin else ""
        return (
            f"Match({self.options!r}, {self.table.seats}, {self.seed}, {self.style}{kept}{at}).play({len(self.sent)})"
        )

    def again(self) -> Match:
        """Return the same match before anything was sent."""
        return Match(self.options, self.table.seats, self.seed, self.style, kept=self.kept, origin=self.origin)

    def send(self, seat: int | None, command: engine.Command) -> list[engine.Event]:
        events = engine.act(self.table, seat, command, self.chance)
        self.log += events
        self.sent.append((seat, command))
        return events

    def start(self) -> None:
        """Fill the seats with people and bots alternately, with entropy from players and server, and deal."""
        for seat in range(self.table.seats):
            entropy = hashlib.sha256(b"seat %d" % seat).hexdigest() if seat % 3 else None
            bot = seat % 4 == 1 if self.kept else seat % 2 == 1
            self.send(seat, engine.TakeSeat("bot" if bot else "human", entropy))
        self.send(None, engine.Start())

    def step(self) -> list[engine.Event]:
        return self.send(*self.choose())

    def choose(self) -> tuple[int | None, engine.Command]:
        seat = self.table.turn
        if self.kept and self.dice.below(5) == 0 and (keeping := self._keeping()):
            return self._pick(keeping)
        if seat is None:
            return None, engine.NextRound()
        if self.dice.below(4) == 0:
            others = [(other, command) for other in range(self.table.seats) for command in self._aside(other)]
            if others:
                return self._pick(others)
        return seat, self._pick(self._by_style(engine.legal_commands(self.table, seat)))

    def play(self, commands: int, watch: Callable[[list[engine.Event]], None] = lambda _: None) -> Match:
        """Start if necessary, and send at most this number of commands; call `watch` with the events of each."""
        if self.table.phase is engine.Phase.LOBBY:
            self.start()
        while len(self.sent) < commands and not self.table.is_over:
            watch(self.step())
        return self

    def _keeping(self) -> list[tuple[int | None, engine.Command]]:
        """Return the commands that keep a match going: time-outs most often, ends of the match least often."""
        table, moment = self.table, len(self.sent)
        if table.turn is not None and not table.paused and self.dice.below(4):
            return [(table.turn, engine.TimeOut(moment, engage=self.dice.below(16) == 0))]
        seat = self.dice.below(table.seats)
        offered = engine.table_commands(table, seat)
        if self.dice.below(8):
            offered = [command for command in offered if not isinstance(command, engine.Resign)]
        person = table.seat_kinds[seat] is engine.SeatKind.HUMAN and seat not in table.eliminated
        if person and seat in table.autopilot and not self.dice.below(3):
            offered = [*offered, engine.TakeOver()]
        of_the_service: list[engine.Command] = [
            engine.NoteOffset(seat, 60),
            engine.Pause("vacation", seat, moment, None),
            engine.Unpause("vacation", seat),
            engine.Unpause("mutual", None) if table.paused else engine.Pause("mutual", None, moment, moment + 1),
            engine.Return(seat) if self.dice.below(2) else engine.Lend(seat, 1 + self.dice.below(48)),
            *([engine.Extend("outage", moment, moment + 1)] if table.turn is not None else []),
            *([engine.Engage(seat, "left")] if table.has_vote(seat) and not self.dice.below(8) else []),
        ]
        if table.seat_kinds[seat] is engine.SeatKind.BOT or seat in (*table.resigned, *table.eliminated):
            of_the_service = [command for command in of_the_service if getattr(command, "seat", None) is None]
        return [*((seat, command) for command in offered), *((None, command) for command in of_the_service)]

    def _aside(self, seat: int) -> list[engine.Command]:
        """Return the commands beside the turn: calls, catches, jumps, doubts, and answers that others may give."""
        commands = engine.legal_commands(self.table, seat)
        if seat != self.table.turn:
            return commands
        return [command for command in commands if isinstance(command, engine.CallUno | engine.Catch)]

    def _by_style(self, legal: list[engine.Command]) -> list[engine.Command]:
        kinds = _WANTED[self.style]
        wanted: list[engine.Command] = [command for command in legal if isinstance(command, kinds)]
        return wanted if wanted and self.dice.below(8) else legal

    def _pick(self, items: list[Item]) -> Item:
        return items[self.dice.below(len(items))]


def turns(match: Match) -> list[int]:
    """Return the versions at which a turn begins: there a match can be branched."""
    return [version for version, event in enumerate(match.log, 1) if isinstance(event, engine.TurnStarted)]


def branch_of(match: Match, version: int, seat: int | None = None, *, seed: int | None = None) -> Match:
    """Return a branch before anything is sent, redealt for `seat` if one is given."""
    position = engine.branch(
        match.log, version, origin="origin", future="same" if seat is None else "redealt", seat=seat or 0
    )
    seed = match.seed + 1 if seed is None else seed
    return Match(match.options, match.table.seats, seed, match.style, kept=match.kept, origin=(match.log, position))
