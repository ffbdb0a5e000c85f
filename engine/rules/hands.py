"""Hands: cards found in them, and hands that move from seat to seat (SPEC 7.2, 7.4, 7.5, 8.2, 8.3)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from engine.cards import COLOR_OF, COLORS, COLORS_OF_SIDE, FACE_CODES, FACES
from engine.chance import MiscKind
from engine.errors import CardNotInHand
from engine.events import HandsMoved
from engine.rules.uno import settle_hands
from engine.state import SAFE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from engine.commands import Color as ColorText
    from engine.ruleset import Resolution, Ruleset
    from engine.state import Table


def dearest(rules: Ruleset, faces: Iterable[int]) -> list[int]:
    """Return the faces by value, the highest first, ties in code order."""
    return sorted(faces, key=lambda face: (-rules.points[face], face))


def most_frequent_color(table: Table, faces: Iterable[int]) -> ColorText:
    """Return the color of most of the faces; ties and no color at all in the order R Y G B or p t o v."""
    counts = Counter(COLOR_OF[face] for face in faces)
    return COLORS[max(COLORS_OF_SIDE[table.side], key=lambda color: (counts[color], -color))]  # type: ignore[return-value]  # COLORS is the text of the literal


def swap(resolution: Resolution) -> None:
    """Swap the hands of the player and of the seat that the card is aimed at; do nothing if it is not aimed."""
    seat, other = resolution.seat, resolution.table.target
    if other is not None:
        move(resolution, {seat: other, other: seat}, called=resolution.table.uno[seat] is SAFE)


def pass_on(resolution: Resolution, direction: int, *, called: bool) -> None:
    """Pass every hand one seat on in this direction. `called`: the acting seat called UNO for the hand it gets."""
    table = resolution.table
    move(resolution, {seat: table.seat_after(seat, 1, -direction) for seat in table.playing_seats()}, called=called)


def shuffle(resolution: Resolution) -> None:
    """Shuffle all hands together and deal them one by one from the player's left (docs/protocol/protocol.md)."""
    table = resolution.table
    called = table.uno[resolution.seat] is SAFE
    order = [table.seat_after(resolution.seat, steps, 1) for steps in range(1, table.active_seats + 1)]
    stream = resolution.tape.misc(MiscKind.SHUFFLED_HANDS, table.version)
    cards = stream.shuffle(sorted(card for seat in order for card in table.hands[seat]))
    held = {seat: cards[place :: len(order)] for place, seat in enumerate(order)}
    _emit(resolution, (), [held.get(seat, list(hand)) for seat, hand in enumerate(table.hands)])
    settle_hands(resolution, order, called=called)


def move(resolution: Resolution, sources: Mapping[int, int], *, called: bool) -> None:
    """Give each of these seats the hand of another one: {seat: source seat}."""
    hands = resolution.table.hands
    whose = [sources.get(seat, seat) for seat in range(len(hands))]
    _emit(resolution, tuple(whose), [list(hands[source]) for source in whose])
    settle_hands(resolution, sources, called=called)


def _emit(resolution: Resolution, sources: tuple[int, ...], held: Sequence[list[int]]) -> None:
    table = resolution.table
    active, inactive = table.faces[table.side], table.faces[1 - table.side]
    cards, faces = in_secret_order(resolution, held, active.__getitem__)
    backs = [tuple(map(inactive.__getitem__, hand)) for hand in cards]
    resolution.emit(
        HandsMoved(
            sources,
            tuple(cards),
            tuple(faces),
            tuple([tuple(sorted(hand)) for hand in backs]),
            tuple(backs) if resolution.rules.own_backs == "visible" else (),
        )
    )


def find_card(table: Table, seat: int, text: str, handle: int | None) -> int:
    """Return the id of a card of the hand by face and, if given, handle; of equal faces the one held longest (R-BACKS).

    Raises CardNotInHand.
    """
    face = FACE_CODES.get(text)
    active = table.faces[table.side]
    for card, held_as in table.hands[seat].items():
        if active[card] == face and (handle is None or handle == held_as):
            return card
    raise CardNotInHand


def find_cards(table: Table, seat: int, faces: tuple[str, ...], handles: tuple[int, ...] | None) -> list[int]:
    """Return the ids of different cards of the hand with these faces and, if given, handles. Raises CardNotInHand."""
    if handles is not None and len(handles) != len(faces):
        raise CardNotInHand
    active = table.faces[table.side]
    left = dict(table.hands[seat])
    found: list[int] = []
    for place, face in enumerate(faces):
        card = next(
            (
                held
                for held, handle in left.items()
                if FACES[active[held]] == face and (handles is None or handles[place] == handle)
            ),
            None,
        )
        if card is None:
            raise CardNotInHand
        del left[card]
        found.append(card)
    return found


def in_secret_order(
    resolution: Resolution, hands: Iterable[Iterable[int]], face: Callable[[int], int]
) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """Return the hands by their faces, equal ones in a secret order (docs/protocol/protocol.md), and these faces."""
    ordered, by_hand = [], []
    stream = None
    for held in hands:
        hand = sorted(held, key=face)
        faces = tuple(map(face, hand))
        if len(set(faces)) < len(faces):
            stream = stream or resolution.tape.misc(MiscKind.HANDS, resolution.table.version)
            for first, last in _runs(faces):
                hand[first:last] = stream.shuffle(hand[first:last])
        ordered.append(tuple(hand))
        by_hand.append(faces)
    return ordered, by_hand


def _runs(faces: tuple[int, ...]) -> list[tuple[int, int]]:
    starts = [place for place, face in enumerate(faces) if not place or face != faces[place - 1]]
    return [(first, last) for first, last in pairwise([*starts, len(faces)]) if last - first > 1]
