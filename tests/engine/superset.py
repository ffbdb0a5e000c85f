"""Far more commands than a table accepts: every word of the players, sensible or not."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import engine
from engine.cards import COLORS, FACES

if TYPE_CHECKING:
    from collections.abc import Iterator

_SOME_FACES = ("R1", "YF", "G+1", "BR", "W", "W2", "p1", "tF", "o+5", "vE", "w", "wc", "R0", "x", "", "Z9")
_NO_CARD: list[Any] = [None, *COLORS, "", "red"]


def every_command(table: engine.Table) -> Iterator[engine.Command]:
    """Commands that a seat might think of, all the legal ones among them."""
    held = {FACES[face] for hand in range(table.seats) for face in table.hand_faces(hand)} if table.round else set()
    handles = [None, 0, *(handle for hand in table.hands for handle in hand.values())]
    for card, color, uno in product((*held, *_SOME_FACES), _NO_CARD, (False, True)):
        yield engine.Play(card, color, uno)
    for card, handle, uno in product(held, handles, (False, True)):
        yield engine.Play(card, None, uno, handle)
    for color in _NO_CARD:
        yield engine.NameColor(color)
    for other in range(-1, table.seats + 2):
        yield engine.Catch(other)
    for card in sorted(held)[:3]:
        yield engine.Jump(card)
    yield from (engine.Draw(), engine.Pass(), engine.Accept(), engine.Challenge(), engine.CallUno(), engine.NextRound())


def canonical(table: engine.Table, seat: int, command: engine.Command) -> engine.Command:
    """The form in which the list of legal commands would name an accepted command.

    It leaves out a handle, a call that has no effect, and a color that a last wild does not need.
    """
    if not isinstance(command, engine.Play):
        return command
    call_counts = len(table.hands[seat]) == 2 and table.uno[seat].value == "none"
    steered = len(table.hands[seat]) > 1 or command.card == "wc"
    return command._replace(handle=None, uno=command.uno and call_counts, color=command.color if steered else None)
