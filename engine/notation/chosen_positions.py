"""Positions chosen by a player, as text (SPEC 0.1): for a match that begins with one and does not count."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from engine.branch import branch_position, position_flaw
from engine.cards import PLAIN_BACK
from engine.errors import Reason
from engine.notation import parse_position
from engine.state import Phase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.events import PositionSet
    from engine.ruleset import Deck, Ruleset
    from engine.state import Table

NOWHERE: Final = "00000000-0000-0000-0000-000000000000"
"""The origin of a position that comes from no match."""


class NotDealable(Exception):
    """No match can begin in this position. Has the reason."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def chosen_position(text: str, rules: Ruleset, seats: int) -> PositionSet:
    """Return the position that `text` describes, with open parts filled in from the rest of the deck.

    The cards that it does not name lie under the draw pile, in an order that follows from the text. Raises BadNotation,
    NotDealable.
    """
    table = parse_position(text, rules)
    if table.phase is not Phase.TURN or table.turn is None:
        raise NotDealable("a seat must be about to begin its turn")
    if table.seats != seats:
        raise NotDealable(Reason("it has {found} seats, the table {seats}", found=table.seats, seats=seats))
    if not all(table.hands) or not table.discard:
        raise NotDealable("every hand and the discard pile need a card")
    _complete(table, rules.deck, text)
    position = branch_position(table, NOWHERE)
    flaw = position_flaw(position, seats, rules.deck)
    if flaw is not None:
        raise NotDealable(flaw)
    return position


def _complete(table: Table, deck: Deck, text: str) -> None:
    """Give the cards of the table their ids in the deck, and put the others under the draw pile."""
    named = list(zip(*table.faces, strict=True))
    if len(named) > len(deck.light):
        raise NotDealable("it has more cards than the deck")
    ids = _ids(named, deck, text)
    dark = _dark(named, ids, deck, text)
    table.faces = (deck.light, dark)
    table.hands = [{ids[card]: handle for card, handle in hand.items()} for hand in table.hands]
    table.discard = [ids[card] for card in table.discard]
    rest = _mixed(set(range(len(deck.light))) - set(ids), text)
    table.draw = [*rest, *[ids[card] for card in table.draw]]


def _ids(named: list[tuple[int, int]], deck: Deck, text: str) -> list[int]:
    """Return an id for each card, cards with a light face first. Raises NotDealable if the deck lacks a card."""
    free = _mixed(range(len(deck.light)), text)
    found: dict[int, int] = {}
    for place in sorted(range(len(named)), key=lambda place: named[place][0] == PLAIN_BACK):
        light = named[place][0]
        card = next((card for card in free if light in (PLAIN_BACK, deck.light[card])), None)
        if card is None:
            raise NotDealable("it has a card more often than the deck")
        free.remove(card)
        found[place] = card
    return [found[place] for place in range(len(named))]


def _dark(named: list[tuple[int, int]], ids: list[int], deck: Deck, text: str) -> tuple[int, ...]:
    """Return the dark faces by id: the named ones, and the others mixed. Raises NotDealable as `_ids`."""
    wanted = {card: dark for card, (_, dark) in zip(ids, named, strict=True) if dark != PLAIN_BACK}
    left = Counter(deck.dark)
    left.subtract(wanted.values())
    if min(left.values()) < 0:
        raise NotDealable("it has a card more often than the deck")
    faces = list(left.elements())
    others = iter([faces[place] for place in _mixed(range(len(faces)), text)])
    return tuple([wanted[card] if card in wanted else next(others) for card in range(len(deck.dark))])


def _mixed(cards: Iterable[int], text: str) -> list[int]:
    """Return the cards in an order that follows from the text alone."""
    return sorted(cards, key=lambda card: sha256(f"{text}/{card}".encode()).digest())
