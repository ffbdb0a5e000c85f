"""Effects of cards (SPEC 3.5): small functions that the rows of cards put together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.cards import COLOR_OF, IS_WILD, NO_COLOR, NO_FACE
from engine.events import ColorAsked, DirectionReversed, Flipped
from engine.rules.hands import in_secret_order
from engine.rules.seat_events import SEAT_SKIPPED
from engine.rules.turns import next_seat

if TYPE_CHECKING:
    from engine.ruleset import Effect, Resolution


_REVERSED: Final = {direction: DirectionReversed(-direction) for direction in (1, -1)}


def skip(resolution: Resolution) -> None:
    """Make the next seat lose its turn."""
    resolution.emit(SEAT_SKIPPED[next_seat(resolution)])
    resolution.steps = 2


def skip_everyone(resolution: Resolution) -> None:
    """Make all other seats lose their turn: the player plays again."""
    table = resolution.table
    for steps in range(1, table.active_seats):
        resolution.emit(SEAT_SKIPPED[table.seat_after(resolution.seat, steps, table.direction)])
    resolution.steps = 0


def reverse(resolution: Resolution) -> None:
    """Change the direction; with two seats the other one loses its turn."""
    resolution.emit(_REVERSED[resolution.table.direction])
    if resolution.table.active_seats == 2:  # noqa: PLR2004  the two-player rule
        skip(resolution)


def next_takes(count: int) -> Effect:
    """Make the next seat take `count` cards."""

    def effect(resolution: Resolution) -> None:
        resolution.rules.penalize(resolution, next_seat(resolution), count, "effect")

    return effect


def others_take(count: int) -> Effect:
    """Make every other seat take `count` cards, the next one first; no seat loses a turn."""

    def effect(resolution: Resolution) -> None:
        table = resolution.table
        for steps in range(1, table.active_seats):
            other = table.seat_after(resolution.seat, steps, table.direction)
            resolution.rules.penalize(resolution, other, count, "effect")

    return effect


def flip(resolution: Resolution) -> None:
    """Turn over the piles and all hands; the new top card has no effect (SPEC 3.8)."""
    table = resolution.table
    side = 1 - table.side
    new, old = table.faces[side].__getitem__, table.faces[table.side].__getitem__
    discard = tuple(map(new, reversed(table.discard)))
    top = discard[-1]
    hands, faces = in_secret_order(resolution, table.hands, new)
    backs = [tuple(map(old, hand)) for hand in hands]
    resolution.emit(
        Flipped(
            side,
            NO_COLOR if IS_WILD[top] else COLOR_OF[top],
            old(table.draw[0]) if table.draw else NO_FACE,
            discard,
            tuple(hands),
            tuple(faces),
            tuple([tuple(sorted(shown)) for shown in backs]),
            tuple(backs) if resolution.rules.own_backs == "visible" else (),
        )
    )


def ask_flipper(resolution: Resolution) -> None:
    """Ask the player to name the color after a flip that uncovered a wild (`flip_wild_chooser=flipper`)."""
    if resolution.table.color == NO_COLOR:
        resolution.ask(ColorAsked(resolution.seat, "flipper", resolution.seat))
