"""What cards do (SPEC 3.5): small effects that rulesets put together in tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.cards import COLOR_OF, IS_WILD, NO_COLOR, NO_FACE
from engine.events import ChallengeOpened, ColorAsked, DirectionReversed, Flipped
from engine.policies.orders import in_secret_order
from engine.policies.seat_events import SEAT_SKIPPED
from engine.policies.wild_draws import draw_penalty

if TYPE_CHECKING:
    from engine.ruleset import Draft, Effect

_REVERSED: Final = {direction: DirectionReversed(-direction) for direction in (1, -1)}


def skip(draft: Draft) -> None:
    """The next seat loses its turn."""
    draft.emit(SEAT_SKIPPED[next_seat(draft)])
    draft.steps = 2


def skip_everyone(draft: Draft) -> None:
    """All other seats lose their turn: the player plays again."""
    table = draft.table
    for steps in range(1, table.active_seats):
        draft.emit(SEAT_SKIPPED[table.seat_after(draft.seat, steps, table.direction)])
    draft.steps = 0


def reverse(draft: Draft) -> None:
    """The direction changes; with two seats the other one loses its turn."""
    draft.emit(_REVERSED[draft.table.direction])
    if draft.table.active_seats == 2:  # noqa: PLR2004  the two-player rule
        skip(draft)


def next_takes(count: int) -> Effect:
    """The next seat is given `count` cards."""

    def effect(draft: Draft) -> None:
        draft.rules.hit(draft, next_seat(draft), count, "effect")

    return effect


def others_take(count: int) -> Effect:
    """Every other seat is given `count` cards, the next one first; nobody loses a turn."""

    def effect(draft: Draft) -> None:
        table = draft.table
        for steps in range(1, table.active_seats):
            draft.rules.hit(draft, table.seat_after(draft.seat, steps, table.direction), count, "effect")

    return effect


def flip(draft: Draft) -> None:
    """Turn over the piles and all hands; the new top card has no effect (SPEC 3.8)."""
    table = draft.table
    side = 1 - table.side
    new, old = table.faces[side].__getitem__, table.faces[table.side].__getitem__
    discard = tuple(map(new, reversed(table.discard)))
    top = discard[-1]
    hands, faces = in_secret_order(draft, table.hands, new)
    backs = [tuple(map(old, hand)) for hand in hands]
    draft.emit(
        Flipped(
            side,
            NO_COLOR if IS_WILD[top] else COLOR_OF[top],
            old(table.draw[0]) if table.draw else NO_FACE,
            discard,
            tuple(hands),
            tuple(faces),
            tuple([tuple(sorted(shown)) for shown in backs]),
            tuple(backs) if draft.rules.own_backs == "visible" else (),
        )
    )


def ask_flipper(draft: Draft) -> None:
    """After a flip that uncovered a wild, its player names the color (`flip_wild_chooser=flipper`)."""
    if draft.table.color == NO_COLOR:
        draft.emit(ColorAsked(draft.seat, "flipper", draft.seat))
        draft.halted = True


def open_challenge(draft: Draft) -> None:
    """The next seat may challenge the wild draw card; where nobody may, it takes the cards and loses its turn."""
    if draft.rules.enforcement.challenged:
        draft.emit(ChallengeOpened(next_seat(draft), draft.seat, draft.table.top))
        draft.halted = True
    else:
        next_pays_wild_draw(draft)
        skip(draft)


def next_pays_wild_draw(draft: Draft) -> None:
    """The next seat takes the cards of the wild draw card without a word."""
    draw_penalty(draft, next_seat(draft), draft.table.top, extra=0, reason="effect")


def next_seat(draft: Draft) -> int:
    """The seat after the one that acts."""
    return draft.table.seat_after(draft.seat, 1, draft.table.direction)
