"""Matching: which card fits on which (SPEC 3.2), and which fitting cards are illegal (SPEC 3.6)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from engine.cards import COLOR_OF, FACES, IS_WILD, MATCHED_BY, NO_COLOR, SYMBOL_OF

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.ruleset import Ruleset
    from engine.state import Table


def same_color_or_symbol(table: Table) -> tuple[bool, ...]:
    """Accept wilds, the color in force, and the number or symbol of a top card other than a wild (SPEC 3.2)."""
    return _FITTING[table.color][table.faces[table.side][table.discard[-1]]]


@cache
def _fitting(color: int, symbol: str) -> tuple[bool, ...]:
    return tuple(
        COLOR_OF[face] == color or IS_WILD[face] or (bool(symbol) and MATCHED_BY[face] == symbol)
        for face in range(len(FACES))
    )


_FITTING: Final = tuple(tuple(_fitting(color, symbol) for symbol in MATCHED_BY) for color in (*range(8), NO_COLOR))
"""The fitting faces, by color in force and top face: read in every move. `NO_COLOR`, -1, is the last row."""


def may_play(rules: Ruleset, table: Table, seat: int, card: int) -> bool:
    """Return whether the play of this card from the seat's hand would be accepted."""
    face = table.faces[table.side][card]
    if not rules.playable(table)[face] or not may_finish(rules, table, seat, face):
        return False
    if not rules.enforcement.refused or not rules.cards[SYMBOL_OF[face]].penalty:
        return True
    return not is_bluff(rules, table, seat, card)


def may_finish(rules: Ruleset, table: Table, seat: int, face: int) -> bool:
    """Return whether this is not the seat's last card, or one that may be the last (SPEC 3.10)."""
    return len(table.hands[seat]) > 1 or rules.cards[SYMBOL_OF[face]].may_finish


def is_bluff(rules: Ruleset, table: Table, seat: int, card: int) -> bool:
    """Return whether another card makes this wild draw card illegal under the color in force (SPEC 3.6)."""
    active = table.faces[table.side]
    return convicting(rules, [active[other] for other in table.hands[seat] if other != card], table.color)


def convicting(rules: Ruleset, faces: Iterable[int], color: int) -> bool:
    """Return whether one of these faces convicts its holder under this color (SPEC 3.6)."""
    convicts = rules.convicts
    for face in faces:  # noqa: SIM110  a generator doubles the cost of the commonest decision of a wild draw card
        if convicts(face, color):
            return True
    return False


def playable_cards(rules: Ruleset, table: Table, seat: int) -> list[int]:
    """Return the cards of the seat's hand that it may play."""
    active, fits, hand = table.faces[table.side], rules.playable(table), table.hands[seat]
    cards = []
    for card in hand:
        if fits[active[card]]:
            cards.append(card)  # noqa: PERF401  a hand is short: a comprehension takes half as long again
    if rules.enforcement.refused or len(hand) == 1:
        return [card for card in cards if may_play(rules, table, seat, card)]
    return cards


def color_or_wild_convicts(face: int, color: int) -> bool:
    """A card of the color, or another wild, convicts (C16, `wild_matches_color` on)."""
    return COLOR_OF[face] == color or IS_WILD[face]


def color_convicts(face: int, color: int) -> bool:
    """Only a card of the color convicts (`wild_matches_color` off)."""
    return COLOR_OF[face] == color


def color_ends_draw(face: int, color: int) -> bool:
    """Only a card of the named color ends Draw Color (C17)."""
    return COLOR_OF[face] == color


def color_or_wild_ends_draw(face: int, color: int) -> bool:
    """A drawn wild ends Draw Color too (`wild_satisfies_draw_color`)."""
    return COLOR_OF[face] == color or IS_WILD[face]
