"""Folding the beginning of a match in the middle of another one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine import events as e
from engine.state import EXPOSED, HANDLES_FROM, Uno

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.state import Table


def _position_set(t: Table, event: e.PositionSet) -> None:
    """The table stays empty until the match starts."""
    t.origin = (event.origin, event.at, event.future)
    t.position = event


def _position_resumed(t: Table, event: e.PositionResumed) -> None:
    position = t.position
    assert position is not None  # noqa: S101  the opening says so
    t.position = None
    t.round, t.dealer = position.round, position.dealer
    t.side, t.direction, t.color = position.side, position.direction, position.color
    t.scores = list(position.scores)
    t.uno = [Uno(status) for status in position.uno]
    t.exposed = t.uno.count(EXPOSED)
    t.out, t.eliminated, t.out_ranks = position.out, position.eliminated, position.ranks
    t.active_seats = t.seats - len(t.out)
    t.doubtable, t.idle = position.doubtable, position.idle
    t.presses, t.spins = position.presses, position.spins
    t.discard, t.draw = list(position.discards), list(event.pile)
    t.next_handle = HANDLES_FROM
    for seat, cards in enumerate(event.cards):
        t.hands[seat] = dict(zip(cards, range(t.next_handle, t.next_handle + len(cards)), strict=True))
        t.next_handle += len(cards)


BRANCHES: Final[dict[type[e.Event], Callable[[Table, Any], None]]] = {
    e.PositionSet: _position_set,
    e.PositionResumed: _position_resumed,
}
