"""The wheel: spinning it, the effects of its sectors, and their answers (SPEC 7.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.cards import COLOR_CODES, COLOR_OF, COLORS, FACES, NUMBER_OF, WILD_COLOR
from engine.chance import MiscKind
from engine.commands import Shout, Spin, Wheel
from engine.errors import BadChoice
from engine.events import HandRevealed, RaceOpened, RaceWon, SpinAsked, WarFought, WheelChoiceAsked, WheelSpun
from engine.rules import discards, hands
from engine.rules.drawing import take_until
from engine.rules.hands import dearest, find_card
from engine.rules.rounds import end_round
from engine.rules.turns import pass_turn
from engine.rules.uno import close_windows, lapse
from engine.ruleset import Handler, Resolution, Ruleset
from engine.state import NO_CALL, SAFE, Phase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from engine.ruleset import Effect
    from engine.state import Table


_KEPT: Final = 2
"""Cards that Almost UNO leaves in the hand."""


def excess(table: Table, seat: int) -> int:
    """Return the number of cards that Almost UNO takes from the seat; no cards if it is not above 0."""
    return len(table.hands[seat]) - _KEPT


def ask_spin(resolution: Resolution) -> None:
    """Make the next seat spin in place of its turn."""
    resolution.ask(SpinAsked(resolution.table.seat_after(resolution.seat, 1, resolution.table.direction)))


def stop(resolution: Resolution) -> str:
    """Return the sector at which this spin stops: by the script while it lasts, then by the committed chance."""
    rules, spins = resolution.rules, resolution.table.spins
    if spins < len(rules.wheel_script):
        return rules.wheel_script[spins]
    sectors = tuple(rules.sectors)
    return sectors[resolution.tape.misc(MiscKind.WHEEL, spins).below(len(sectors))]


def _race(resolution: Resolution) -> None:
    resolution.ask(RaceOpened(resolution.seat))


def _discard_alike(sector: str) -> Effect:
    """Make the spinner name what it discards, if it holds a card that can be named."""

    def effect(resolution: Resolution) -> None:
        if choices(resolution.table, resolution.seat, sector):
            resolution.ask(WheelChoiceAsked(resolution.seat, sector))

    return effect


def choices(table: Table, seat: int, sector: str) -> dict[str, list[int]]:
    """Return the cards that the seat would discard, by what it may name at this sector."""
    active, names = table.faces[table.side], CHOICES[sector]
    found: dict[str, list[int]] = {}
    for card in table.hands[seat]:
        if name := names[active[card]]:
            found.setdefault(name, []).append(card)
    return found


def _draw_until(color: int) -> Effect:
    def effect(resolution: Resolution) -> None:
        take_until(resolution, resolution.seat, lambda face: resolution.rules.ends_wheel_draw(face, color), "effect")

    return effect


def _war(resolution: Resolution) -> None:
    """All seats show their highest number, tied seats their next one; the single highest discards that card."""
    table = resolution.table
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
    resolution.emit(WarFought(tuple(faces), winner))
    if winner is not None:
        lay_aside(resolution, winner, [rows[winner][place - 1]], called=False)


def _numbers(hand: Iterable[int], active: Sequence[int]) -> list[int]:
    cards = [card for card in hand if NUMBER_OF[active[card]] >= 0]
    return sorted(cards, key=lambda card: (-NUMBER_OF[active[card]], active[card]))


def lay_aside(resolution: Resolution, seat: int, cards: Sequence[int], *, called: bool) -> None:
    """Discard these cards under the Spin card; with its last one the seat goes out, and nothing follows."""
    discards.discard(resolution, seat, cards, called=called)
    if not resolution.table.hands[seat]:
        end_round(resolution, seat)
        resolution.halted = True


def _show_hand(resolution: Resolution) -> None:
    resolution.emit(HandRevealed(resolution.seat, tuple(sorted(resolution.table.hand_faces(resolution.seat)))))


def _trade_hands(resolution: Resolution) -> None:
    """Pass all hands to the left, whatever the direction of play.

    A call made before the spin counts for the hand that the spinner gets. One made for a card that the spinner holds
    goes with it.
    """
    table, seat = resolution.table, resolution.seat
    hands.pass_on(resolution, 1, called=table.uno[seat] is SAFE and len(table.hands[seat]) > 1)


def _almost_uno(resolution: Resolution) -> None:
    count = excess(resolution.table, resolution.seat)
    if count > 0:
        discards.assign(resolution, resolution.seat, count, after=resolution.seat)


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
"""The sectors and their effects, clockwise (X-SPIN2)."""
CHOICES: Final = {
    DISCARD_COLOR: tuple("" if color == WILD_COLOR else COLORS[color] for color in COLOR_OF),
    DISCARD_NUMBER: tuple("" if number < 0 else str(number) for number in NUMBER_OF),
}
"""The spinner's choices, by face code and the sectors that ask for one; empty if the face cannot be named."""


_SPIN: Final = Spin()


class SpinHandler(Handler[Spin, None]):
    """The wheel is spun."""

    phases: tuple[Phase, ...] = (Phase.SPIN,)

    def perform(self, resolution: Resolution, _command: Spin, _judged: None) -> None:
        close_windows(resolution, "spin")
        sector = stop(resolution)
        resolution.emit(WheelSpun(resolution.seat, sector))
        resolution.rules.sectors[sector](resolution)
        if not resolution.halted:
            lapse(resolution)
            pass_turn(resolution)

    def candidates(self, _rules: Ruleset, _table: Table, _seat: int) -> Iterable[Spin]:
        return (_SPIN,)

    def time_out(self, _rules: Ruleset, _table: Table, _seat: int) -> Spin:
        return _SPIN


class WheelHandler(Handler[Wheel, list[int]]):
    """The spinner names what it discards."""

    phases: tuple[Phase, ...] = (Phase.WHEEL_CHOICE,)

    def judge(self, _rules: Ruleset, table: Table, seat: int, command: Wheel) -> list[int]:
        """Return the ids of the cards that are discarded."""
        cards = _choices(table, seat).get(command.choice)
        if cards is None:
            raise BadChoice
        return cards

    def perform(self, resolution: Resolution, command: Wheel, cards: list[int]) -> None:
        _discard(resolution, cards, called=command.uno)

    def candidates(self, _rules: Ruleset, table: Table, seat: int) -> Iterator[Wheel]:
        for choice, cards in _choices(table, seat).items():
            for uno in _calls(table, seat, len(cards)):
                yield Wheel(choice, uno)

    def time_out(self, rules: Ruleset, table: Table, seat: int) -> Wheel:
        """Name what takes the highest value out of the hand, ties in code order of the first card."""
        active, points = table.faces[table.side], rules.points
        offered = {name: [active[card] for card in cards] for name, cards in _choices(table, seat).items()}
        return Wheel(min(offered, key=lambda name: (-sum(points[face] for face in offered[name]), min(offered[name]))))


class ShoutHandler(Handler[Shout, int]):
    """A seat shouts first and discards a card."""

    phases: tuple[Phase, ...] = (Phase.RACE,)
    by_actor = False

    def judge(self, _rules: Ruleset, table: Table, seat: int, command: Shout) -> int:
        """Return the id of the card that is discarded. Raises CardNotInHand."""
        return find_card(table, seat, command.discard, command.handle)

    def perform(self, resolution: Resolution, command: Shout, card: int) -> None:
        resolution.emit(RaceWon(resolution.seat))
        if resolution.seat != resolution.table.turn:
            lapse(resolution, resolution.table.turn)
        _discard(resolution, [card], called=command.uno)

    def candidates(self, _rules: Ruleset, table: Table, seat: int) -> Iterator[Shout]:
        for face in dict.fromkeys(table.hand_faces(seat)):
            for uno in _calls(table, seat, 1):
                yield Shout(FACES[face], uno)

    def time_out(self, rules: Ruleset, table: Table, seat: int) -> Shout:
        """Let the spinner win and discard its dearest card."""
        return Shout(FACES[dearest(rules, table.hand_faces(seat))[0]])


def _choices(table: Table, seat: int) -> dict[str, list[int]]:
    pending = table.pending
    assert isinstance(pending, WheelChoiceAsked)  # noqa: S101  the phase says so
    return choices(table, seat, pending.sector)


def _discard(resolution: Resolution, cards: list[int], *, called: bool) -> None:
    """Discard the cards; play goes on after the seat unless it has gone out."""
    lay_aside(resolution, resolution.seat, cards, called=called)
    if not resolution.halted:
        pass_turn(resolution)


def _calls(table: Table, seat: int, discarded: int) -> tuple[bool, ...]:
    """Return the values of `uno` to offer: the call only where it counts."""
    counts = len(table.hands[seat]) - discarded == 1 and table.uno[seat] is NO_CALL
    return (False, True) if counts else (False,)
