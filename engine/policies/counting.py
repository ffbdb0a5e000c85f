"""Cards that fall upon the seat with most or fewest cards (SPEC 6).

The cards are counted after the card has left the hand, those of its player like all others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import SYMBOL_OF
from engine.events import ColorAsked
from engine.policies import gifts
from engine.policies.drawing import take_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from engine.ruleset import Count, Draft, Effect, Ruleset
    from engine.state import Table


def most_cards(table: Table, player: int, laid: int) -> list[int]:
    """The seats with most cards, in the order of play from the player, who comes last (R-EDITION-TIE)."""
    return _sharing(table, player, laid, max)


def fewest_cards(table: Table, player: int, laid: int) -> list[int]:
    """The seats with fewest cards, but at least one, in the order of play from the player, who comes last."""
    return _sharing(table, player, laid, min)


def _sharing(table: Table, player: int, laid: int, extreme: Callable[[Iterable[int]], int]) -> list[int]:
    seats = [table.seat_after(player, steps, table.direction) for steps in range(1, table.active_seats + 1)]
    sizes = {seat: len(table.hands[seat]) - laid * (seat == player) for seat in seats}
    wanted = extreme([size for size in sizes.values() if size])
    return [seat for seat, size in sizes.items() if size == wanted]


def among(count: Count) -> Callable[[Ruleset, Table, int, int], bool]:
    """The player may choose among the seats that share it, while he still holds the card (`edition_tie`)."""

    def permits(_rules: Ruleset, table: Table, seat: int, target: int) -> bool:
        return target in count(table, seat, 1)

    return permits


def chosen(draft: Draft) -> int:
    """The seat that the card just laid falls upon: the one that its player chose, else the first of the tied ones.

    A seat that was chosen and then drew for a missed call may not be among them any more.
    """
    table = draft.table
    tied = draft.rules.counted[SYMBOL_OF[table.top]](table, draft.seat, 0)
    return table.target if table.target in tied else tied[0]


def discards(draft: Draft) -> None:
    """The seat may discard."""
    gifts.assign_gift(draft, chosen(draft))


def draws(count: int) -> Effect:
    """The seat is given so many cards."""

    def effect(draft: Draft) -> None:
        draft.rules.hit(draft, chosen(draft), count, "effect")

    return effect


def draws_and_names_color(count: int) -> Effect:
    """The seat is given so many cards, then it names the color."""

    def effect(draft: Draft) -> None:
        seat = chosen(draft)
        draft.rules.hit(draft, seat, count, "effect")
        draft.emit(ColorAsked(seat, "effect", draft.seat))
        draft.halted = True

    return effect


def draws_until_waffle(draft: Draft) -> None:
    """The seat draws until a card has the waffle icon (R-WAFFLE)."""
    take_until(draft, chosen(draft), draft.rules.waffles.__contains__, "effect")
