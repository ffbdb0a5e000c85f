"""The seat that a card is aimed at (SPEC 6, 7, 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import SYMBOL_OF
from engine.errors import BadTarget

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.ruleset import Ruleset
    from engine.state import Table


def any_other(_rules: Ruleset, table: Table, seat: int, target: int) -> bool:
    """Permit every other seat that plays."""
    return target != seat and target not in table.out


def opponent(rules: Ruleset, table: Table, seat: int, target: int) -> bool:
    """Permit every other seat that plays and is not a teammate."""
    return any_other(rules, table, seat, target) and not (rules.teams and rules.teams[seat] == rules.teams[target])


def is_aimed(rules: Ruleset, table: Table, seat: int, face: int) -> bool:
    """Return whether this card needs a target: a last card only if it still has an effect (SPEC 3.10)."""
    card = rules.cards[SYMBOL_OF[face]]
    return bool(card.target and (len(table.hands[seat]) > 1 or card.last_effects))


def permitted_targets(rules: Ruleset, table: Table, seat: int, face: int) -> list[int]:
    """Return the seats that this card of the seat may be aimed at; empty if it is not aimed."""
    rule = rules.cards[SYMBOL_OF[face]].target
    return [target for target in range(table.seats) if rule and rule.permits(rules, table, seat, target)]


def next_seat_of(table: Table, seat: int, seats: Iterable[int]) -> int:
    """Return the first of these seats after this one, in the direction of play; the seat itself comes last."""
    return min(seats, key=lambda other: ((other - seat) * table.direction - 1) % table.seats)


def only_target(rules: Ruleset, table: Table, seat: int) -> int | None:
    """Return the seat that the card just laid is aimed at if there is no other choice; else None."""
    permitted = permitted_targets(rules, table, seat, table.top)
    return permitted[0] if len(permitted) == 1 else None


def find_target(rules: Ruleset, table: Table, seat: int, face: int, named: int | None) -> int | None:
    """Return the seat that a card still in hand is aimed at when `named` is said with it; None if it is not aimed.

    A card that needs a target has its only one if none is named. Raises BadTarget.
    """
    rule = rules.cards[SYMBOL_OF[face]].target
    if rule is None:
        raise BadTarget
    permitted = permitted_targets(rules, table, seat, face)
    if named is None and rule.needed and len(permitted) == 1:
        return permitted[0]
    if named not in permitted and (named is not None or rule.needed):
        raise BadTarget
    return named
