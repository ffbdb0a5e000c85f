"""Hands that move from seat to seat (SPEC 7.2, 7.4, 7.5, 8.2, 8.3): whoever gets one card has to call UNO."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.chance import MiscKind
from engine.events import HandsMoved
from engine.policies.orders import in_secret_order
from engine.policies.uno_calls import settle_hands
from engine.state import SAFE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.ruleset import Draft


def swap(draft: Draft) -> None:
    """The player and the seat that the card is aimed at change hands; nothing happens if it is aimed at nobody."""
    seat, other = draft.seat, draft.table.target
    if other is not None:
        move(draft, {seat: other, other: seat}, called=draft.table.uno[seat] is SAFE)


def pass_on(draft: Draft, direction: int, *, called: bool) -> None:
    """Every hand goes one seat on in this direction. `called`: the acting seat called UNO for what it gets."""
    table = draft.table
    move(draft, {seat: table.seat_after(seat, 1, -direction) for seat in table.playing_seats()}, called=called)


def shuffle(draft: Draft) -> None:
    """All hands are shuffled together and dealt one by one from the player's left (docs/protocol.md)."""
    table = draft.table
    called = table.uno[draft.seat] is SAFE
    order = [table.seat_after(draft.seat, steps, 1) for steps in range(1, table.active_seats + 1)]
    stream = draft.tape.misc(MiscKind.SHUFFLED_HANDS, table.version)
    cards = stream.shuffle(sorted(card for seat in order for card in table.hands[seat]))
    held = {seat: cards[place :: len(order)] for place, seat in enumerate(order)}
    _emit(draft, (), [held.get(seat, list(hand)) for seat, hand in enumerate(table.hands)])
    settle_hands(draft, order, called=called)


def move(draft: Draft, sources: Mapping[int, int], *, called: bool) -> None:
    """Each of these seats gets the hand of another one: {seat: whose hand}."""
    hands = draft.table.hands
    whose = [sources.get(seat, seat) for seat in range(len(hands))]
    _emit(draft, tuple(whose), [list(hands[source]) for source in whose])
    settle_hands(draft, sources, called=called)


def _emit(draft: Draft, sources: tuple[int, ...], held: Sequence[list[int]]) -> None:
    table = draft.table
    active, inactive = table.faces[table.side], table.faces[1 - table.side]
    cards, faces = in_secret_order(draft, held, active.__getitem__)
    backs = [tuple(map(inactive.__getitem__, hand)) for hand in cards]
    draft.emit(
        HandsMoved(
            sources,
            tuple(cards),
            tuple(faces),
            tuple([tuple(sorted(hand)) for hand in backs]),
            tuple(backs) if draft.rules.own_backs == "visible" else (),
        )
    )
