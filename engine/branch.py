"""Branches: what it takes to begin a match in the middle of another one (SPEC 3.14)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from engine.events import MatchCreated, PositionSet, TurnStarted
from engine.knowing import Watcher
from engine.replay import replay

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.events import ClockSet, Event
    from engine.state import Table

Future = Literal["same", "redealt"]


class NotBranchable(Exception):
    """No seat is about to begin its turn there; `nearest`: the versions before and after at which one is."""

    def __init__(self, nearest: tuple[int, ...]) -> None:
        super().__init__(f"a match can be branched where a turn begins, next at {nearest}")
        self.nearest = nearest


def check_branchable(events: Sequence[Event], version: int) -> None:
    """Raises NotBranchable unless event `version`, counted from 1, begins a turn."""
    turns = [number for number, event in enumerate(events, start=1) if isinstance(event, TurnStarted)]
    if version not in turns:
        before = [number for number in turns if number < version][-1:]
        after = [number for number in turns if number > version][:1]
        raise NotBranchable((*before, *after))


def branch(events: Sequence[Event], version: int, *, origin: str, future: Future, seat: int) -> PositionSet:
    """The position after `version` events of the match `origin`, for a match of its own.

    `future` same: the cards stay where they are. redealt: what `seat` could not know is to be dealt anew.
    Raises NotBranchable.
    """
    check_branchable(events, version)
    known = events[:version]
    if future == "same":
        return _position(replay(known), origin, future, None, ())
    watcher = Watcher(seat)
    for event in known:
        watcher.watch(event)
    return _position(watcher.table, origin, future, seat, watcher.hidden_places())


def _position(
    table: Table, origin: str, future: Future, seat: int | None, hidden: tuple[tuple[int, ...], ...]
) -> PositionSet:
    assert table.turn is not None  # noqa: S101  a turn has begun
    faces = table.faces[table.side]
    return PositionSet(
        origin=origin,
        at=table.version,
        future=future,
        seat=seat,
        round=table.round,
        dealer=table.dealer,
        turn=table.turn,
        side=table.side,
        direction=table.direction,
        color=table.color,
        uno=tuple([status.value for status in table.uno]),
        scores=tuple(table.scores),
        out=table.out,
        eliminated=table.eliminated,
        ranks=table.out_ranks,
        doubtable=table.doubtable,
        idle=table.idle,
        presses=table.presses,
        spins=table.spins,
        sizes=tuple([len(hand) for hand in table.hands]),
        discard=tuple([faces[card] for card in table.discard]),
        size=len(table.draw),
        top_back=table.top_back,
        dark=table.faces[1],
        hands=tuple([tuple(hand) for hand in table.hands]),
        pile=tuple(table.draw),
        discards=tuple(table.discard),
        hidden=hidden,
    )


def new_branch(
    events: Sequence[Event], position: PositionSet, *, commitment: str, clock: ClockSet | None = None
) -> list[Event]:
    """The events that set up a table for `position`, by the options, seats and teams of the match it comes from."""
    created = events[0]
    assert isinstance(created, MatchCreated)  # noqa: S101  the first event of every match
    opening: list[Event] = [created._replace(commitment=commitment)]
    return [*opening, position] if clock is None else [*opening, clock, position]
