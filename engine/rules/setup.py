"""The first dealer, the pairing of faces, and the deal and starter of each round (SPEC 1.4, 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import COLOR_OF, IS_WILD, LIGHT, NO_COLOR, NO_FACE, NUMBER_OF, SYMBOL_OF
from engine.chance import MiscKind
from engine.commands import NextRound, TurnStarter
from engine.events import (
    ColorAsked,
    DealerChosen,
    DealerDrawn,
    DirectionReversed,
    HandsDealt,
    RoundStarted,
    StarterReturned,
    StarterTurned,
)
from engine.rules.effects import flip
from engine.rules.seat_events import SEAT_SKIPPED
from engine.rules.turns import begin_turn
from engine.ruleset import Handler
from engine.state import Phase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from engine.chance import Tape
    from engine.ruleset import Deck, Resolution, Ruleset, Starter
    from engine.state import Table


def start_round(resolution: Resolution, dealer: int) -> None:
    """Shuffle all cards, deal one at a time from the dealer's left, turn the starter."""
    table = resolution.table
    pile = resolution.tape.shuffle(table.epoch, range(len(table.faces[LIGHT])))
    resolution.emit(RoundStarted(table.round + 1, dealer, len(pile), tuple(pile)))
    _deal(resolution)
    turn_starter(resolution)


def _deal(resolution: Resolution) -> None:
    table, size = resolution.table, resolution.rules.hand_size
    light, dark = table.faces[LIGHT].__getitem__, table.faces[1 - LIGHT].__getitem__
    hands: list[tuple[int, ...]] = [()] * table.seats
    order = [table.seat_after(table.dealer, step, 1) for step in range(1, table.active_seats + 1)]
    cards = table.draw[::-1]
    for place, seat in enumerate(order):
        hands[seat] = tuple(cards[place : len(order) * size : len(order)])
    left = len(cards) - size * len(order)
    backs = [tuple(map(dark, hand)) for hand in hands]
    resolution.emit(
        HandsDealt(
            size,
            resolution.rules.own_backs != "hidden",
            dark(table.draw[left - 1]),
            tuple(hands),
            tuple([tuple(map(light, hand)) for hand in hands]),
            tuple([tuple(sorted(shown)) for shown in backs]),
            tuple(backs) if resolution.rules.own_backs == "visible" else (),
        )
    )


def turn_starter(resolution: Resolution) -> None:
    """Turn cards until one may start the discard pile, and carry out its effect."""
    table = resolution.table
    again = True
    while again:
        card = table.draw[-1]
        face = table.faces[LIGHT][card]
        color = NO_COLOR if IS_WILD[face] else COLOR_OF[face]
        below = table.faces[1 - LIGHT][table.draw[-2]] if len(table.draw) > 1 else NO_FACE
        resolution.emit(StarterTurned(card, face, color, below))
        again = (resolution.rules.cards[SYMBOL_OF[face]].starter or plain)(resolution, card)


def first_seat(table: Table) -> int:
    """Return the seat to the dealer's left."""
    return table.seat_after(table.dealer, 1, 1)


def plain(resolution: Resolution, _card: int) -> bool:
    """Let the first seat play on the card."""
    begin_turn(resolution, first_seat(resolution.table))
    return False


def penalize_first(count: int) -> Starter:
    """Make the first seat take `count` cards and lose its turn."""

    def starter(resolution: Resolution, card: int) -> bool:
        resolution.rules.penalize(resolution, first_seat(resolution.table), count, "effect")
        return skip_first(resolution, card)

    return starter


def skip_first(resolution: Resolution, _card: int) -> bool:
    """Make the first seat lose its turn."""
    table = resolution.table
    resolution.emit(SEAT_SKIPPED[first_seat(table)])
    begin_turn(resolution, table.seat_after(table.dealer, 2, 1))
    return False


def reverse_to_dealer(resolution: Resolution, _card: int) -> bool:
    """Change the direction and let the dealer play first."""
    resolution.emit(DirectionReversed(-1))
    begin_turn(resolution, resolution.table.dealer)
    return False


def first_names_color(resolution: Resolution, _card: int) -> bool:
    """Let the first seat name the color, then play."""
    resolution.emit(ColorAsked(first_seat(resolution.table), "starter", None))
    return False


def back_into_pile(resolution: Resolution, card: int) -> bool:
    """Put the card back into the middle of the pile and turn another one (C13)."""
    table = resolution.table
    if len(table.draw) < 2:  # noqa: PLR2004  under fewer it would be turned again and again (positions only)
        return first_names_color(resolution, card) if table.color == NO_COLOR else plain(resolution, card)
    index = len(table.draw) // 2
    top = table.draw[-1]
    back = table.faces[1 - LIGHT][top]
    resolution.emit(StarterReturned(card, table.faces[LIGHT][card], index, back))
    return True


def flip_at_once(resolution: Resolution, card: int) -> bool:
    """Turn everything over; the dark face behind the Flip card is matched (R-START-FLIP)."""
    flip(resolution)
    return plain(resolution, card)


def cover(_draft: Resolution, _card: int) -> bool:
    """Ignore the card and turn the next one on top of it (`starter=number_only`)."""
    return True


class NextRoundHandler(Handler[NextRound, None]):
    """The next round is dealt."""

    phases: tuple[Phase, ...] = (Phase.ROUND_OVER,)
    by_actor = False

    def perform(self, resolution: Resolution, _command: NextRound, _judged: None) -> None:
        start_round(resolution, resolution.table.seat_after(resolution.table.dealer, 1, 1))

    def candidates(self, _rules: Ruleset, _table: Table, _seat: int) -> Iterable[NextRound]:
        return (NextRound(),)


class TurnStarterHandler(Handler[TurnStarter, None]):
    """A starter is turned in a position that has none."""

    phases: tuple[Phase, ...] = (Phase.SETUP,)
    by_actor = False

    def perform(self, resolution: Resolution, _command: TurnStarter, _judged: None) -> None:
        turn_starter(resolution)


def high_deals(resolution: Resolution) -> None:
    """Let the highest card deal (C09)."""
    resolution.emit(DealerChosen(_highest(resolution)))


def high_starts(resolution: Resolution) -> None:
    """Let the highest card play first, so the seat to its right deals."""
    resolution.emit(DealerChosen(resolution.table.seat_after(_highest(resolution), 1, -1)))


def random_dealer(resolution: Resolution) -> None:
    """Choose any seat, from the committed seed."""
    resolution.emit(DealerChosen(resolution.tape.misc(MiscKind.DEALER, 0).below(resolution.table.seats)))


def chosen(seat: int) -> Callable[[Resolution], None]:
    """Choose this seat, counted round in old matches with fewer seats (new ones are refused)."""

    def choose(resolution: Resolution) -> None:
        resolution.emit(DealerChosen(seat % resolution.table.seats))

    return choose


def _highest(resolution: Resolution) -> int:
    """Each seat draws a card, numbers count, tied seats draw again among themselves (C10, C11)."""
    faces = resolution.table.faces[LIGHT]
    seats = list(range(resolution.table.seats))
    deck: list[int] = []
    counter = 0
    while len(seats) > 1:
        values: dict[int, int] = {}
        for seat in seats:
            if not deck:
                deck = resolution.tape.misc(MiscKind.DEALER, counter).shuffle(range(len(faces)))
                counter += 1
            card = deck.pop()
            resolution.emit(DealerDrawn(seat, card, faces[card]))
            values[seat] = max(NUMBER_OF[faces[card]], 0)
        highest = max(values.values())
        seats = [seat for seat in seats if values[seat] == highest]
    return seats[0]


def random_pairing(deck: Deck, tape: Tape) -> tuple[int, ...]:
    """Return a fresh bijection for the match, from the committed seed."""
    return tuple(tape.misc(MiscKind.PAIRING, 0).shuffle(deck.dark))


def physical_pairing(deck: Deck, _tape: Tape) -> tuple[int, ...]:
    """Return the pairing of the printed cards."""
    return deck.dark


def custom_pairing(dark: tuple[int, ...]) -> Callable[[Deck, Tape], tuple[int, ...]]:
    """Return a supplied list, for tests and analysis."""
    return lambda _deck, _tape: dark
