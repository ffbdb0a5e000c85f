"""The wilds of the editions of UNO Flip!: cards that count the hands, duels, and their decks (SPEC 1.5, 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.cards import (
    DARK,
    DARK_WILD,
    FACE_CODES,
    FACES,
    HOPPER,
    MEGATRON,
    NO_FACE,
    NUMBER_OF,
    OPTIMUS,
    SIDE_OF,
    SUPER_HERO,
    SYMBOL_OF,
    VILLAIN,
    WAFFLE,
    WILD,
)
from engine.editions.flip import FLIP_DECK, FLIP_POINTS
from engine.events import ColorAsked, DuelFought, HandRevealed
from engine.rules import discards
from engine.rules.drawing import take_until
from engine.ruleset import Deck

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from engine.ruleset import Count, Effect, Resolution, Ruleset
    from engine.state import Table


def most_cards(table: Table, player: int, laid: int) -> list[int]:
    """Return the seats with most cards, in the order of play from the player, who comes last (R-EDITION-TIE)."""
    return _sharing(table, player, laid, max)


def fewest_cards(table: Table, player: int, laid: int) -> list[int]:
    """Return the seats with fewest cards, but at least one, in the order of play from the player, who comes last."""
    return _sharing(table, player, laid, min)


def _sharing(table: Table, player: int, laid: int, extreme: Callable[[Iterable[int]], int]) -> list[int]:
    seats = [table.seat_after(player, steps, table.direction) for steps in range(1, table.active_seats + 1)]
    sizes = {seat: len(table.hands[seat]) - laid * (seat == player) for seat in seats}
    wanted = extreme([size for size in sizes.values() if size])
    return [seat for seat, size in sizes.items() if size == wanted]


def among(count: Count) -> Callable[[Ruleset, Table, int, int], bool]:
    """Permit the player to choose among the tied seats while they still hold the card (`edition_tie`)."""

    def permits(_rules: Ruleset, table: Table, seat: int, target: int) -> bool:
        return target in count(table, seat, 1)

    return permits


def chosen(resolution: Resolution) -> int:
    """Return the seat that the card just laid falls upon: its player's choice, else the first of the tied ones.

    A chosen seat that then drew for a missed call may no longer be among them.
    """
    table = resolution.table
    count = resolution.rules.cards[SYMBOL_OF[table.top]].count
    assert count is not None  # noqa: S101  its effect is under way
    tied = count(table, resolution.seat, 0)
    return table.target if table.target in tied else tied[0]


def grants_discard(resolution: Resolution) -> None:
    """Let the seat discard."""
    discards.grant_discard(resolution, chosen(resolution))


def draws(count: int) -> Effect:
    """Make the seat draw this number of cards."""

    def effect(resolution: Resolution) -> None:
        resolution.rules.penalize(resolution, chosen(resolution), count, "effect")

    return effect


def draws_and_names_color(count: int) -> Effect:
    """Make the seat draw this number of cards, then name the color."""

    def effect(resolution: Resolution) -> None:
        seat = chosen(resolution)
        resolution.rules.penalize(resolution, seat, count, "effect")
        resolution.ask(ColorAsked(seat, "effect", resolution.seat))

    return effect


def draws_until_waffle(resolution: Resolution) -> None:
    """Make the seat draw until a card has the waffle icon (R-WAFFLE)."""
    take_until(resolution, chosen(resolution), resolution.rules.waffles.__contains__, "effect")


_FOR_LOSING: Final = 2


def highest_discards(resolution: Resolution) -> None:
    """Show the highest number of both; the higher one, in a tie the player, may discard (Optimus Prime)."""
    table, player, target = resolution.table, resolution.seat, _opponent(resolution)
    own, other = (max(_numbers(table, seat), key=_strength, default=NO_FACE) for seat in (player, target))
    winner = target if _value(other) > _value(own) else player
    resolution.emit(DuelFought(player, target, (own, other), winner))
    discards.grant_discard(resolution, winner)


def lowest_draws(resolution: Resolution) -> None:
    """Show both hands; the lower lowest number, in a tie the opponent, draws; the other names the color."""
    table, player, target = resolution.table, resolution.seat, _opponent(resolution)
    for seat in (player, target):
        resolution.emit(HandRevealed(seat, tuple(sorted(table.hand_faces(seat)))))
    own, other = (min(_numbers(table, seat), key=_value, default=NO_FACE) for seat in (player, target))
    winner, loser = (target, player) if _value(own) < _value(other) else (player, target)
    resolution.emit(DuelFought(player, target, (own, other), winner))
    resolution.rules.penalize(resolution, loser, _FOR_LOSING, "effect")
    resolution.ask(ColorAsked(winner, "effect", player))


def _opponent(resolution: Resolution) -> int:
    target = resolution.table.target
    assert target is not None  # noqa: S101  the card cannot be laid without one
    return target


def _numbers(table: Table, seat: int) -> list[int]:
    """Return the sorted number cards of a hand: the one shown of several equal ones tells nothing of their order."""
    return sorted(face for face in table.hand_faces(seat) if NUMBER_OF[face] >= 0)


def _strength(face: int) -> tuple[int, int]:
    return NUMBER_OF[face], -face


def _value(face: int) -> int:
    """A hand without numbers counts 0 (R-DUEL-ZERO)."""
    return 0 if face == NO_FACE else NUMBER_OF[face]


PLAIN_WILDS: Final = {
    SUPER_HERO: WILD, HOPPER: WILD, OPTIMUS: WILD, VILLAIN: DARK_WILD, WAFFLE: DARK_WILD, MEGATRON: DARK_WILD,
}  # fmt: skip
"""The plain wild that each unique one replaces."""
_UNIQUE_POINTS: Final = 40

EDITION_POINTS: Final = tuple(
    _UNIQUE_POINTS if face in {FACE_CODES[unique] for unique in PLAIN_WILDS} else points
    for face, points in enumerate(FLIP_POINTS)
)
"""Points by face code."""


def with_unique_wilds(light: str, dark: str) -> Deck:
    """Return the deck of UNO Flip! with these wilds in place of `W` and `w`."""
    unique = {FACE_CODES[WILD]: FACE_CODES[light], FACE_CODES[DARK_WILD]: FACE_CODES[dark]}
    return Deck(*(tuple(unique.get(face, face) for face in faces) for faces in FLIP_DECK))


def with_plain_wilds(deck: Deck, count: int) -> Deck:
    """Return the deck with the first `count` unique wilds of each side replaced by plain ones."""
    return Deck(*(_with_plain(faces, count) for faces in deck))


def _with_plain(faces: tuple[int, ...], count: int) -> tuple[int, ...]:
    plain = {FACE_CODES[unique]: FACE_CODES[wild] for unique, wild in PLAIN_WILDS.items()}
    places = [place for place, face in enumerate(faces) if face in plain][:count]
    return tuple(plain[face] if place in places else face for place, face in enumerate(faces))


def waffle_faces(numbers: Sequence[int]) -> frozenset[int]:
    """Return the dark faces of these numbers, which bear the waffle icon (R-WAFFLE)."""
    return frozenset(face for face in range(len(FACES)) if SIDE_OF[face] == DARK and NUMBER_OF[face] in numbers)
