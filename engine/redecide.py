"""redecide: the commands behind a group of events, decided again by the rules."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from engine.decide import act
from engine.errors import EngineError
from engine.infer_commands import infer_commands

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from engine.chance import Chance
    from engine.commands import Command
    from engine.events import Event
    from engine.state import Table

    Permission = Callable[[Table, int, int | None, Command], bool]


class Step(NamedTuple):
    """A command, the seat that sent it (None: the service), and its events."""

    seat: int | None
    command: Command
    events: tuple[Event, ...]


class CannotRedecide(Exception):
    """The command inferred from the events is not one of this actor's, or the rules refuse it (`refusal`)."""

    def __init__(self, seat: int | None, command: Command, refusal: EngineError | None) -> None:
        super().__init__(str(refusal or "somebody else's command"))
        self.seat, self.command, self.refusal = seat, command, refusal


def redecide(
    table: Table,
    actor: int,
    events: Sequence[Event],
    chance: Chance,
    *,
    trusted: bool = False,
    may_send: Permission = lambda _table, _actor, _seat, _command: True,
) -> list[Step]:
    """Decide the commands behind these events again and return the steps; `table` goes on with them.

    `events` are those of one command id of `actor`, as in `infer_commands`. The caller compares the result with the
    log: `events_of(steps) == events`. Raises CannotInfer, CannotRedecide.
    """
    steps = []
    for seat, command in infer_commands(table, actor, events, trusted=trusted):
        if not may_send(table, actor, seat, command):
            raise CannotRedecide(seat, command, None)
        try:
            steps.append(Step(seat, command, tuple(act(table, seat, command, chance))))
        except EngineError as refusal:
            raise CannotRedecide(seat, command, refusal) from refusal
    return steps


def events_of(steps: Iterable[Step]) -> list[Event]:
    """Return the events of the steps, in order."""
    return list(chain.from_iterable(step.events for step in steps))
