"""Shuffle, deal and starter of a round (SPEC 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import COLOR_OF, IS_WILD, LIGHT, NO_COLOR, NO_FACE, SYMBOL_OF
from engine.events import (
    ColorAsked,
    DirectionReversed,
    HandsDealt,
    RoundStarted,
    StarterReturned,
    StarterTurned,
)
from engine.policies.effects import flip
from engine.policies.seat_events import SEAT_SKIPPED
from engine.policies.turns import begin_turn

if TYPE_CHECKING:
    from engine.ruleset import Draft, Starter
    from engine.state import Table


def start_round(draft: Draft, dealer: int) -> None:
    """Shuffle all cards, deal one at a time from the dealer's left, turn the starter."""
    table = draft.table
    pile = draft.tape.shuffle(table.epoch, range(len(table.faces[LIGHT])))
    draft.emit(RoundStarted(table.round + 1, dealer, len(pile), tuple(pile)))
    _deal(draft)
    turn_starter(draft)


def _deal(draft: Draft) -> None:
    table, size = draft.table, draft.rules.hand_size
    light, dark = table.faces[LIGHT].__getitem__, table.faces[1 - LIGHT].__getitem__
    hands: list[tuple[int, ...]] = [()] * table.seats
    order = [table.seat_after(table.dealer, step, 1) for step in range(1, table.active_seats + 1)]
    cards = table.draw[::-1]
    for place, seat in enumerate(order):
        hands[seat] = tuple(cards[place : len(order) * size : len(order)])
    left = len(cards) - size * len(order)
    backs = [tuple(map(dark, hand)) for hand in hands]
    draft.emit(
        HandsDealt(
            size,
            draft.rules.own_backs != "hidden",
            dark(table.draw[left - 1]),
            tuple(hands),
            tuple([tuple(map(light, hand)) for hand in hands]),
            tuple([tuple(sorted(shown)) for shown in backs]),
            tuple(backs) if draft.rules.own_backs == "visible" else (),
        )
    )


def turn_starter(draft: Draft) -> None:
    """Turn cards until one may start the discard pile, and carry out its effect."""
    table = draft.table
    again = True
    while again:
        card = table.draw[-1]
        face = table.faces[LIGHT][card]
        color = NO_COLOR if IS_WILD[face] else COLOR_OF[face]
        below = table.faces[1 - LIGHT][table.draw[-2]] if len(table.draw) > 1 else NO_FACE
        draft.emit(StarterTurned(card, face, color, below))
        again = draft.rules.starters.get(SYMBOL_OF[face], plain)(draft, card)


def first_seat(table: Table) -> int:
    """The seat to the dealer's left."""
    return table.seat_after(table.dealer, 1, 1)


def plain(draft: Draft, _card: int) -> bool:
    """The first seat plays on the card."""
    begin_turn(draft, first_seat(draft.table))
    return False


def hit_first(count: int) -> Starter:
    """The first seat is given `count` cards and loses its turn."""

    def starter(draft: Draft, card: int) -> bool:
        draft.rules.hit(draft, first_seat(draft.table), count, "effect")
        return skip_first(draft, card)

    return starter


def skip_first(draft: Draft, _card: int) -> bool:
    """The first seat loses its turn."""
    table = draft.table
    draft.emit(SEAT_SKIPPED[first_seat(table)])
    begin_turn(draft, table.seat_after(table.dealer, 2, 1))
    return False


def reverse_to_dealer(draft: Draft, _card: int) -> bool:
    """The direction changes and the dealer plays first."""
    draft.emit(DirectionReversed(-1))
    begin_turn(draft, draft.table.dealer)
    return False


def first_names_color(draft: Draft, _card: int) -> bool:
    """The first seat names the color, then plays."""
    draft.emit(ColorAsked(first_seat(draft.table), "starter", None))
    return False


def back_into_pile(draft: Draft, card: int) -> bool:
    """The card goes back into the middle of the pile and another one is turned (C13)."""
    table = draft.table
    if len(table.draw) < 2:  # noqa: PLR2004  under fewer it would be turned again and again (positions only)
        return first_names_color(draft, card) if table.color == NO_COLOR else plain(draft, card)
    index = len(table.draw) // 2
    top = table.draw[-1]
    back = table.faces[1 - LIGHT][top]
    draft.emit(StarterReturned(card, table.faces[LIGHT][card], index, back))
    return True


def flip_at_once(draft: Draft, card: int) -> bool:
    """Everything is turned over; the dark face behind the Flip card is matched (R-START-FLIP)."""
    flip(draft)
    return plain(draft, card)


def cover(_draft: Draft, _card: int) -> bool:
    """The card is ignored and the next one turned on top of it (`starter=number_only`)."""
    return True
