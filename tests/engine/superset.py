"""Far more commands than a table accepts: every word of the players, sensible or not."""

from __future__ import annotations

from itertools import combinations, islice, product
from typing import TYPE_CHECKING, Any

import engine
from engine.cards import COLORS, COLORS_OF_SIDE, FACE_CODES, FACES
from engine.events import EffectAssigned

if TYPE_CHECKING:
    from collections.abc import Iterator

_SOME_FACES = ("R1", "YF", "G+1", "BR", "W", "W2", "p1", "tF", "o+5", "vE", "w", "wc", "R0", "x", "", "Z9")
_NO_CARD: list[Any] = [None, *COLORS, "", "red"]
_CALLS = (False, True)


def every_command(table: engine.Table) -> Iterator[engine.Command]:
    """Yield commands that a seat might think of, including all legal ones."""
    held = {FACES[face] for hand in range(table.seats) for face in table.hand_faces(hand)} if table.round else set()
    seats = [None, *range(-1, table.seats + 2)]
    yield from _plays(table, held)
    yield from _aimed(table, held, seats[1:])
    for card, uno in product(held, _CALLS):
        yield engine.Jump(card, uno)
        yield engine.Shout(card, uno)
        yield from (engine.Give(card, to, uno) for to in seats)
    yield from (engine.NameColor(color) for color in _NO_CARD[1:])  # without a color it is no command
    yield from (engine.Catch(other) for other in range(-1, table.seats + 2))
    yield from (engine.Wheel(choice, uno) for choice in (*COLORS, *"0123456789", "", "x") for uno in _CALLS)
    yield from _discards(table)
    yield from (
        engine.Draw(), engine.Pass(), engine.Accept(), engine.Challenge(), engine.CallUno(), engine.NextRound(),
        engine.Take(), engine.Ask(), engine.Decline(), engine.Doubt(), engine.Press(), engine.Spin(),
    )  # fmt: skip


def _plays(table: engine.Table, held: set[str]) -> Iterator[engine.Play]:
    handles = [None, 0, *(handle for hand in table.hands for handle in hand.values())]
    for card, color, uno in product((*held, *_SOME_FACES), _NO_CARD, _CALLS):
        yield engine.Play(card, color, uno)
    for card, handle, uno in product(held, handles, _CALLS):
        yield engine.Play(card, None, uno, handle)


def _aimed(table: engine.Table, held: set[str], seats: list[int | None]) -> Iterator[engine.Command]:
    """Yield cards that need or take a seat or a color to drop, and one that does neither."""
    rules = engine.rules_of(table.spec)
    colors = _colors(table)
    for card, color, uno, target in product(held, colors, _CALLS, seats):
        rule = rules.rule_of(card)
        if rule.target:
            yield engine.Play(card, color, uno, target=target)
            yield engine.Jump(card, uno, target=target)
        if rule.drops_color and color:
            yield engine.Play(card, uno=uno, dump=color)
            yield engine.Jump(card, uno, dump=color)
    for card in sorted(held)[:1]:
        yield engine.Play(card, target=1, dump="R")


def _colors(table: engine.Table) -> list[Any]:
    return [None, *(COLORS[color] for color in COLORS_OF_SIDE[table.side])]


def _discards(table: engine.Table) -> Iterator[engine.Discard]:
    """Yield no cards, too few, too many, those of others, and every choice of the right number (of a small hand)."""
    yield from (engine.Discard(), engine.Discard(("R1",)), engine.Discard((), "R"), engine.Discard(("Z9",)))
    if not isinstance(table.pending, EffectAssigned):
        return
    hand = [FACES[face] for face in table.hand_faces(table.pending.seat)]
    for number in {table.pending.number - 1, table.pending.number, table.pending.number + 1}:
        if 0 <= number <= len(hand):
            for cards in set(islice(combinations(hand, number), 2_000)):
                for color, uno in product(_colors(table), _CALLS):
                    yield engine.Discard(cards, color, uno)


def canonical(table: engine.Table, seat: int, command: engine.Command) -> engine.Command:
    """Return the form in which the list of legal commands names an accepted command.

    It omits a handle, a call that has no effect, and a color or target that a last card does not need; cards that are
    discarded together have one order.
    """
    rules = engine.rules_of(table.spec)
    size = len(table.hands[seat])
    no_call = table.uno[seat].value == "none"
    if isinstance(command, engine.Discard):
        cards = sorted(command.cards, key=lambda text: (-rules.points[FACE_CODES[text]], FACE_CODES[text]))
        counts = no_call and command.cards and size - len(command.cards) == 1
        return command._replace(cards=tuple(cards), uno=bool(command.uno and counts))
    if isinstance(command, engine.Wheel):
        hand = [FACES[face] for face in table.hand_faces(seat)]
        left = [text for text in hand if text[0] not in COLORS or command.choice not in (text[0], text[1:].rstrip("*"))]
        return command._replace(uno=command.uno and no_call and len(left) == 1)
    if isinstance(command, engine.Give | engine.Shout):
        return command._replace(handle=None, uno=command.uno and no_call and size == 2)
    if not isinstance(command, engine.Play | engine.Jump):
        return command
    rule = rules.rule_of(command.card)
    moves = size > 1 and rule.changes_hand
    aimed = size > 1 or rule.last_effects
    counts = moves or (no_call and size == 2)
    plain = command._replace(handle=None, uno=command.uno and counts, target=command.target if aimed else None)
    if isinstance(plain, engine.Jump):
        return plain
    steered = size > 1 or rule.color_when_last
    return plain._replace(color=command.color if steered else None)
