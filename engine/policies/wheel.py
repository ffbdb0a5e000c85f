"""The wheel: who spins it and what its sectors do (SPEC 7.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.cards import COLOR_CODES, COLOR_OF, COLORS, NUMBER_OF, WILD_COLOR
from engine.chance import MiscKind
from engine.events import HandRevealed, RaceOpened, SpinAsked, WarFought, WheelChoiceAsked
from engine.policies import gifts, hands
from engine.policies.drawing import take_until
from engine.policies.rounds import end_round
from engine.state import SAFE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from engine.ruleset import Draft, Effect
    from engine.state import Table

_KEPT: Final = 2
"""Cards that Almost UNO leaves."""


def excess(table: Table, seat: int) -> int:
    """How many cards Almost UNO takes from the seat; none if not above 0."""
    return len(table.hands[seat]) - _KEPT


def ask_spin(draft: Draft) -> None:
    """The next seat must spin in place of its turn."""
    draft.emit(SpinAsked(draft.table.seat_after(draft.seat, 1, draft.table.direction)))
    draft.halted = True


def stop(draft: Draft) -> str:
    """The sector at which this spin stops: by the script while it lasts, then by the committed chance."""
    rules, spins = draft.rules, draft.table.spins
    if spins < len(rules.wheel_script):
        return rules.wheel_script[spins]
    sectors = tuple(rules.sectors)
    return sectors[draft.tape.misc(MiscKind.WHEEL, spins).below(len(sectors))]


def _race(draft: Draft) -> None:
    draft.emit(RaceOpened(draft.seat))
    draft.halted = True


def _discard_alike(sector: str) -> Effect:
    """The spinner names what it discards, if it holds anything that can be named."""

    def effect(draft: Draft) -> None:
        if choices(draft.table, draft.seat, sector):
            draft.emit(WheelChoiceAsked(draft.seat, sector))
            draft.halted = True

    return effect


def choices(table: Table, seat: int, sector: str) -> dict[str, list[int]]:
    """The cards that the seat would discard, by what it may name at this sector."""
    active, names = table.faces[table.side], CHOICES[sector]
    found: dict[str, list[int]] = {}
    for card in table.hands[seat]:
        if name := names[active[card]]:
            found.setdefault(name, []).append(card)
    return found


def _draw_until(color: int) -> Effect:
    """The spinner draws until a card has this color."""

    def effect(draft: Draft) -> None:
        take_until(draft, draft.seat, lambda face: draft.rules.ends_wheel_draw(face, color), "effect")

    return effect


def _war(draft: Draft) -> None:
    """The seats that play show their highest number, the tied ones their next; the unique highest discards its card."""
    table = draft.table
    active = table.faces[table.side]
    rows = [_numbers(hand, active) for hand in table.hands]
    shown = [0] * table.seats
    tied = table.playing_seats()
    place = 0
    while compared := [seat for seat in tied if len(rows[seat]) > place]:
        place += 1
        for seat in compared:
            shown[seat] = place
        highest = max(NUMBER_OF[active[rows[seat][place - 1]]] for seat in compared)
        tied = [seat for seat in compared if NUMBER_OF[active[rows[seat][place - 1]]] == highest]
        if len(tied) == 1:
            break
    winner = tied[0] if compared else None
    faces = [tuple([active[card] for card in row[:count]]) for row, count in zip(rows, shown, strict=True)]
    draft.emit(WarFought(tuple(faces), winner))
    if winner is not None:
        lay_aside(draft, winner, [rows[winner][place - 1]], called=False)


def _numbers(hand: Iterable[int], active: Sequence[int]) -> list[int]:
    """The number cards of a hand, the highest first."""
    cards = [card for card in hand if NUMBER_OF[active[card]] >= 0]
    return sorted(cards, key=lambda card: (-NUMBER_OF[active[card]], active[card]))


def lay_aside(draft: Draft, seat: int, cards: Sequence[int], *, called: bool) -> None:
    """Discard these cards under the Spin card; with its last one the seat goes out, and nothing follows."""
    gifts.discard(draft, seat, cards, called=called)
    if not draft.table.hands[seat]:
        end_round(draft, seat)
        draft.halted = True


def _show_hand(draft: Draft) -> None:
    draft.emit(HandRevealed(draft.seat, tuple(sorted(draft.table.hand_faces(draft.seat)))))


def _trade_hands(draft: Draft) -> None:
    """To the left, whatever the direction of play; a call made before the spin is for what the spinner gets.

    One made for a card that the spinner holds goes with it.
    """
    table, seat = draft.table, draft.seat
    hands.pass_on(draft, 1, called=table.uno[seat] is SAFE and len(table.hands[seat]) > 1)


def _almost_uno(draft: Draft) -> None:
    """The spinner discards down to two cards of its choice."""
    count = excess(draft.table, draft.seat)
    if count > 0:
        gifts.assign(draft, draft.seat, count, after=draft.seat)


DISCARD_COLOR: Final = "DISCARD_COLOR"
DISCARD_NUMBER: Final = "DISCARD_NUMBER"
SECTORS: Final[Mapping[str, Effect]] = {
    "UNO_SPIN": _race,
    DISCARD_COLOR: _discard_alike(DISCARD_COLOR),
    "DRAW_BLUE": _draw_until(COLOR_CODES["B"]),
    "DRAW_RED": _draw_until(COLOR_CODES["R"]),
    "WAR": _war,
    DISCARD_NUMBER: _discard_alike(DISCARD_NUMBER),
    "SHOW_HAND": _show_hand,
    "TRADE_HANDS": _trade_hands,
    "ALMOST_UNO": _almost_uno,
}
"""What the sectors do, clockwise (X-SPIN2)."""
CHOICES: Final = {
    DISCARD_COLOR: tuple("" if color == WILD_COLOR else COLORS[color] for color in COLOR_OF),
    DISCARD_NUMBER: tuple("" if number < 0 else str(number) for number in NUMBER_OF),
}
"""What the spinner may name, by face code and the sectors that ask for it; empty if the face cannot be named."""
