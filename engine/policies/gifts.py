"""Cards that leave a hand without being played.

They go under the top of the discard pile, without effect (R-EDITION-UNDER), or into another hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import COLOR_OF, SYMBOL_OF
from engine.events import CardGiven, CardsDiscarded, EffectAssigned
from engine.policies.seat_events import UNO_CLEARED
from engine.policies.uno_calls import lapse, settle_call
from engine.state import NO_CALL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.ruleset import Draft, Ruleset


def one(_held: int) -> int:
    """One card."""
    return 1


def two(_held: int) -> int:
    """Two cards."""
    return 2


def half(held: int) -> int:
    """Half of the hand, rounded up."""
    return (held + 1) // 2


def gift_size(rules: Ruleset, symbol: str, held: int) -> int:
    """How many of so many cards held this card lets a seat discard: not the last one (R-EDITION-LAST)."""
    return min(rules.gifts[symbol].number(held), held - rules.gift_leaves)


def assign_gift(draft: Draft, seat: int) -> None:
    """The card just laid lets the seat discard; a seat that keeps all its cards still names the color if it must."""
    table, rules = draft.table, draft.rules
    symbol = SYMBOL_OF[table.top]
    number = gift_size(rules, symbol, len(table.hands[seat]))
    names_color = rules.gifts[symbol].names_color
    if number or names_color:
        assign(draft, seat, number, after=draft.seat, names_color=names_color)


def assign(draft: Draft, seat: int, count: int, *, after: int, names_color: bool = False) -> None:
    """The seat must discard so many cards of its choice; then play goes on with the seat after `after`."""
    draft.emit(EffectAssigned(seat, count, names_color, after))
    draft.halted = True


def discard_color(draft: Draft) -> None:
    """All cards of the color in force go from the player's hand under the card just laid (Discard All, SPEC 7.4).

    A call made with the card is heard before; it lapses if more than one card is left.
    """
    table, seat = draft.table, draft.seat
    active = table.faces[table.side]
    if cards := [card for card in table.hands[seat] if COLOR_OF[active[card]] == table.color]:
        discard(draft, seat, cards, called=False)
    elif len(table.hands[seat]) == 1:
        settle_call(draft, seat, called=False)
    lapse(draft)


def discard(draft: Draft, seat: int, cards: Sequence[int], *, called: bool) -> None:
    """Lay these cards of the seat's hand under the top; with one card left it has called UNO or is exposed."""
    table = draft.table
    hand = table.hands[seat]
    active, inactive = table.faces[table.side], table.faces[1 - table.side]
    cards = sorted(cards, key=active.__getitem__)
    draft.emit(
        CardsDiscarded(
            seat,
            tuple([active[card] for card in cards]),
            tuple(cards),
            tuple([hand[card] for card in cards]),
            tuple([inactive[card] for card in cards]),
        )
    )
    if len(hand) == 1:
        settle_call(draft, seat, called=called)


def give(draft: Draft, seat: int, to: int, card: int, *, called: bool) -> None:
    """Move a card of the seat's hand into another; with one card left the giver has called UNO or is exposed."""
    table = draft.table
    hand = table.hands[seat]
    face, back = table.faces[table.side][card], table.faces[1 - table.side][card]
    draft.emit(CardGiven(seat, to, back, card, face, hand[card]))
    if table.uno[to] is not NO_CALL:
        draft.emit(UNO_CLEARED[to])
    if len(hand) == 1:
        settle_call(draft, seat, called=called)
