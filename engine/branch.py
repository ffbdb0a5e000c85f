"""Branches: matches that begin in the middle of another one (SPEC 3.14)."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Literal

from engine.cards import COLORS_OF_SIDE, DARK, LIGHT, NO_FACE
from engine.errors import Reason
from engine.events import MatchCreated, PositionSet, TurnStarted
from engine.knowledge import Observer
from engine.replay import replay
from engine.state import Uno

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.events import ClockSet, Event
    from engine.ruleset import Deck
    from engine.state import Table

Future = Literal["same", "redealt"]


class NotBranchable(Exception):
    """No seat begins its turn there; `nearest`: the versions before and after at which one does."""

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
    """Return the position after `version` events of the match `origin`, for a match of its own.

    `future` same: the cards stay where they are. redealt: the cards that `seat` could not know are dealt again.
    Raises NotBranchable.
    """
    check_branchable(events, version)
    known = events[:version]
    if future == "same":
        return _position(replay(known), origin, future, None, ())
    watcher = Observer(seat)
    for event in known:
        watcher.watch(event)
    return _position(watcher.table, origin, future, seat, watcher.hidden_places())


def branch_position(table: Table, origin: str) -> PositionSet:
    """Return the position of a table that no match has led to, so `at` has no meaning and is 1."""
    return _position(table, origin, "same", None, ())._replace(at=1)


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
    """Return the events that set up a table for `position`, with the options, seats and teams of its match."""
    created = events[0]
    assert isinstance(created, MatchCreated)  # noqa: S101  the first event of every match
    opening: list[Event] = [created._replace(commitment=commitment)]
    return [*opening, position] if clock is None else [*opening, clock, position]


def position_flaw(position: PositionSet, seats: int, deck: Deck) -> str | None:
    """Return in a few words why a deck of these seats cannot be in this position; None if it can.

    The fields must hold values of their types (`engine.codec.schema.flaw`). The position may be untrusted.
    """
    flaws = chain(_flaws_of_seats(position, seats), _flaws_of_round(position), _flaws_of_cards(position, deck))
    return next(flaws, None)


def _flaws_of_seats(position: PositionSet, seats: int) -> Iterator[str]:
    by_seat = (position.uno, position.scores, position.sizes, position.hands)
    if any(len(values) != seats for values in by_seat):
        yield "a list by seat has another length"
    named = (position.turn, position.dealer, position.seat or 0, position.doubtable or 0, *position.out)
    if not all(0 <= seat < seats for seat in named) or len(set(position.out)) != len(position.out):
        yield "it names a seat that there is not, or one twice"
    if position.turn in position.out or not set(position.eliminated) <= set(position.out):
        yield "a seat has left and plays"
    if len(set(position.eliminated)) != len(position.ranks) or len(position.eliminated) != len(position.ranks):
        yield "not every seat that has left has a rank"
    if (position.future == "redealt") != (position.seat is not None):
        yield "it does not say for which seat it is redealt"


def _flaws_of_round(position: PositionSet) -> Iterator[str]:
    if position.side not in (LIGHT, DARK) or position.color not in COLORS_OF_SIDE[position.side]:
        yield Reason("its side, or its color in force (c=, else that of the top card), is none")
    if position.direction not in (1, -1) or not set(position.uno) <= set(Uno):
        yield "its direction or a UNO status is none"
    if min(position.at, position.round) < 1 or min(position.idle, position.presses, position.spins) < 0:
        yield "a number is too small"


def _flaws_of_cards(position: PositionSet, deck: Deck) -> Iterator[str]:
    held = [card for hand in position.hands for card in hand]
    cards = [*held, *position.pile, *position.discards]
    if sorted(cards) != [*range(len(deck.light))] or sorted(position.dark) != sorted(deck.dark):
        yield "not every card of the deck is in one place"  # the checks below rely on it
    front, back = (deck.light, position.dark) if position.side == LIGHT else (position.dark, deck.light)
    if not position.discards or position.discard != tuple([front[card] for card in position.discards]):
        yield "the discards are not those that are shown"
    if position.sizes != tuple(map(len, position.hands)) or position.size != len(position.pile):
        yield "the numbers of cards are not those that are told"
    if position.top_back != (back[position.pile[-1]] if position.pile else NO_FACE):
        yield "the back of the draw pile is another one"
    places = range(len(held) + len(position.pile))
    if any(len(set(group)) != len(group) or not set(group) <= set(places) for group in position.hidden):
        yield "a hidden place is none, or named twice"
