"""Cards that leave a hand without being played: they go under the top card, without effect (R-EDITION-UNDER)."""

from __future__ import annotations

from itertools import combinations, islice
from typing import TYPE_CHECKING

from engine.cards import COLOR_CODES, COLOR_OF, COLORS, COLORS_OF_SIDE, FACES, SPINS, SYMBOL_OF
from engine.commands import MOST_DISCARDS_LISTED, Discard
from engine.errors import BadColor, WrongCount, WrongCountOfWheel
from engine.events import CardsDiscarded, ColorNamed, EffectAssigned
from engine.rules.hands import dearest, find_cards, most_frequent_color
from engine.rules.rounds import end_round
from engine.rules.turns import pass_turn_after
from engine.rules.uno import lapse, settle_call
from engine.ruleset import Handler, Resolution, Ruleset
from engine.state import NO_CALL, Phase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.errors import RuleViolation
    from engine.ruleset import DiscardGrant
    from engine.state import Table


def one(_held: int) -> int:
    """Grant one card."""
    return 1


def two(_held: int) -> int:
    """Grant two cards."""
    return 2


def half(held: int) -> int:
    """Grant half of the hand, rounded up."""
    return (held + 1) // 2


def discard_size(rules: Ruleset, grant: DiscardGrant, held: int) -> int:
    """Return how many of its `held` cards the grant lets a seat discard: not the last one (R-EDITION-LAST)."""
    return min(grant.number(held), held - rules.discard_leaves)


def grant_discard(resolution: Resolution, seat: int) -> None:
    """Let the seat discard for the card just laid; a seat that keeps all its cards still names the color if it must."""
    table, rules = resolution.table, resolution.rules
    grant = rules.cards[SYMBOL_OF[table.top]].discard
    assert grant is not None  # noqa: S101  its effect is under way
    number = discard_size(rules, grant, len(table.hands[seat]))
    if number or grant.names_color:
        assign(resolution, seat, number, after=resolution.seat, names_color=grant.names_color)


def assign(resolution: Resolution, seat: int, count: int, *, after: int, names_color: bool = False) -> None:
    """Make the seat discard this number of cards of its choice; then play goes on with the seat after `after`."""
    resolution.ask(EffectAssigned(seat, count, names_color, after))


def discard_color(resolution: Resolution) -> None:
    """Put all cards of the color in force from the player's hand under the card just laid (Discard All, SPEC 7.4).

    A call made with the card is heard before; it lapses if more than one card is left.
    """
    table, seat = resolution.table, resolution.seat
    active = table.faces[table.side]
    if cards := [card for card in table.hands[seat] if COLOR_OF[active[card]] == table.color]:
        discard(resolution, seat, cards, called=False)
    elif len(table.hands[seat]) == 1:
        settle_call(resolution, seat, called=False)
    lapse(resolution)


def discard(resolution: Resolution, seat: int, cards: Sequence[int], *, called: bool) -> None:
    """Lay these cards of the seat's hand under the top; with one card left it has called UNO or is exposed."""
    table = resolution.table
    hand = table.hands[seat]
    active, inactive = table.faces[table.side], table.faces[1 - table.side]
    cards = sorted(cards, key=active.__getitem__)
    resolution.emit(
        CardsDiscarded(
            seat,
            tuple([active[card] for card in cards]),
            tuple(cards),
            tuple([hand[card] for card in cards]),
            tuple([inactive[card] for card in cards]),
        )
    )
    if len(hand) == 1:
        settle_call(resolution, seat, called=called)


class DiscardHandler(Handler[Discard, list[int]]):
    """Cards of choice are discarded, as an effect demands."""

    phases: tuple[Phase, ...] = (Phase.EFFECT,)

    def judge(self, _rules: Ruleset, table: Table, seat: int, command: Discard) -> list[int]:
        """Return the ids of the cards. Raises CardNotInHand, WrongCount or BadColor."""
        effect = assigned(table)
        cards = find_cards(table, seat, command.cards, command.handles)
        if len(cards) != effect.number:
            raise _wrong_count(table, effect)
        if effect.names_color != (command.color is not None) or (
            command.color is not None and COLOR_CODES.get(command.color) not in COLORS_OF_SIDE[table.side]
        ):
            raise BadColor
        return cards

    def refuses(self, _rules: Ruleset, table: Table, _seat: int, _card: int) -> RuleViolation | None:
        """Refuse every card where only a color is to be named."""
        effect = assigned(table)
        return None if effect.number else _wrong_count(table, effect)

    def perform(self, resolution: Resolution, command: Discard, cards: list[int]) -> None:
        """Lay the cards under the top, name the color; the round ends with the last card, else play goes on."""
        effect = assigned(resolution.table)
        if cards:
            discard(resolution, resolution.seat, cards, called=command.uno)
        if command.color is not None:
            resolution.emit(ColorNamed(resolution.seat, COLOR_CODES[command.color]))
        if resolution.table.hands[resolution.seat]:
            pass_turn_after(resolution, effect.after)
        else:
            end_round(resolution, resolution.seat)

    def time_out(self, rules: Ruleset, table: Table, seat: int) -> Discard:
        """Discard the dearest cards and, if it is due, name the most frequent color of the rest."""
        effect = assigned(table)
        faces = dearest(rules, table.hand_faces(seat))
        color = most_frequent_color(table, faces[effect.number :]) if effect.names_color else None
        return Discard(tuple([FACES[face] for face in faces[: effect.number]]), color)

    def candidates(self, rules: Ruleset, table: Table, seat: int) -> Iterator[Discard]:
        """Yield the ways to discard, by face: with every color if one is named, and with the call where it counts."""
        effect = assigned(table)
        faces = dearest(rules, table.hand_faces(seat))
        choices = dict.fromkeys(islice(combinations(faces, effect.number), MOST_DISCARDS_LISTED))
        colors = [COLORS[color] for color in COLORS_OF_SIDE[table.side]] if effect.names_color else [None]
        calls = (
            (False, True)
            if effect.number and len(faces) - effect.number == 1 and table.uno[seat] is NO_CALL
            else (False,)
        )
        for chosen in choices:
            for color in colors:
                for uno in calls:
                    yield Discard(tuple([FACES[face] for face in chosen]), color, uno)  # type: ignore[arg-type]  # COLORS is the text of the literal


def _wrong_count(table: Table, effect: EffectAssigned) -> WrongCount:
    kind = WrongCountOfWheel if SYMBOL_OF[table.top] in SPINS else WrongCount
    return kind(count=effect.number)


def assigned(table: Table) -> EffectAssigned:
    """Return the discard that is due."""
    pending = table.pending
    assert isinstance(pending, EffectAssigned)  # noqa: S101  the phase says so
    return pending
