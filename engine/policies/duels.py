"""Duels between the player of a card and the seat that it is aimed at (SPEC 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.cards import NO_FACE, NUMBER_OF
from engine.events import ColorAsked, DuelFought, HandRevealed
from engine.policies import gifts

if TYPE_CHECKING:
    from engine.ruleset import Draft
    from engine.state import Table

_FOR_LOSING: Final = 2


def highest_discards(draft: Draft) -> None:
    """Each shows its highest number; the higher one, in a tie the player, may discard (Optimus Prime)."""
    table, player, target = draft.table, draft.seat, _opponent(draft)
    own, other = (max(_numbers(table, seat), key=_strength, default=NO_FACE) for seat in (player, target))
    winner = target if _value(other) > _value(own) else player
    draft.emit(DuelFought(player, target, (own, other), winner))
    gifts.assign_gift(draft, winner)


def lowest_draws(draft: Draft) -> None:
    """Both show their hands; the lower lowest number, in a tie the opponent, draws; the other names the color."""
    table, player, target = draft.table, draft.seat, _opponent(draft)
    for seat in (player, target):
        draft.emit(HandRevealed(seat, tuple(sorted(table.hand_faces(seat)))))
    own, other = (min(_numbers(table, seat), key=_value, default=NO_FACE) for seat in (player, target))
    winner, loser = (target, player) if _value(own) < _value(other) else (player, target)
    draft.emit(DuelFought(player, target, (own, other), winner))
    draft.rules.hit(draft, loser, _FOR_LOSING, "effect")
    draft.emit(ColorAsked(winner, "effect", player))
    draft.halted = True


def _opponent(draft: Draft) -> int:
    target = draft.table.target
    assert target is not None  # noqa: S101  the card cannot be laid without one
    return target


def _numbers(table: Table, seat: int) -> list[int]:
    """The number cards of a hand, sorted, so that which of equal ones is shown tells nothing of their order."""
    return sorted(face for face in table.hand_faces(seat) if NUMBER_OF[face] >= 0)


def _strength(face: int) -> tuple[int, int]:
    return NUMBER_OF[face], -face


def _value(face: int) -> int:
    """What a shown card counts; a hand without numbers counts 0 (R-DUEL-ZERO)."""
    return 0 if face == NO_FACE else NUMBER_OF[face]
