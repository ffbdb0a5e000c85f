"""Laying a card (SPEC 3.5)."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final

from engine.cards import COLOR_CODES, COLOR_OF, COLORS, COLORS_OF_SIDE, FACE_CODES, FACES, IS_WILD, NO_COLOR, SYMBOL_OF
from engine.commands import Play
from engine.errors import (
    BadColor,
    CannotGoOut,
    CardNotInHand,
    CardNotPlayable,
    NoAnswer,
    OnlyDrawnCard,
    WouldBeBluff,
)
from engine.events import CardPlayed, ColorAsked, DrawnCardOffered, EvidenceSealed, TargetChosen
from engine.policies.matching import convicting, may_finish, may_play
from engine.policies.seat_events import UNO_CALLED
from engine.policies.targets import find_target, is_aimed, permitted_targets
from engine.policies.turns import finish_play
from engine.policies.uno_calls import close_windows, settle_call
from engine.ruleset import Draft, Handler, Ruleset
from engine.state import DRAWN, NO_CALL, Phase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.commands import Color
    from engine.errors import RuleViolation
    from engine.state import Table

PLAYS: Final = {
    (face, color, uno): Play(FACES[face], color, uno)
    for face, color, uno in product(range(len(FACES)), (None, *COLORS), (False, True))
}
"""Every play as a value: listing them is the hottest loop of a playout."""
_new: Final = tuple.__new__
"""Makes the commonest event in half the time of a NamedTuple's own constructor, which is a Python function."""
_COLORS: Final[tuple[tuple[Color | None, ...], ...]] = ((None, "R", "Y", "G", "B"), (None, "p", "t", "o", "v"))
_NO_COLOR: Final = (None,)


def candidates(rules: Ruleset, table: Table, seat: int) -> Iterator[Play]:
    """A play of every face held: with every color for a wild, every target, and the call where it counts."""
    hand = table.hands[seat]
    active = table.faces[table.side]
    last = len(hand) == 1
    calls = (False, True) if len(hand) == 2 and table.uno[seat] is NO_CALL else (False,)  # noqa: PLR2004
    for face in {active[card] for card in hand}:
        symbol = SYMBOL_OF[face]
        asked = IS_WILD[face] and not last and symbol not in rules.colored_by_others
        colors = _COLORS[table.side] if asked else _NO_COLOR
        moves = symbol in rules.targets or symbol in rules.dumps or symbol in rules.late_calls
        if moves and (not last or symbol in rules.last_effects):
            yield from _aimed(rules, table, seat, face, colors, calls)
        else:
            for color in colors:
                for uno in calls:
                    yield PLAYS[face, color, uno]


def _aimed(
    rules: Ruleset, table: Table, seat: int, face: int, colors: tuple[Color | None, ...], calls: tuple[bool, ...]
) -> Iterator[Play]:
    """Plays of a card that is aimed at a seat or drops a color, with the call where the hand is known only later."""
    symbol = SYMBOL_OF[face]
    targets = [None, *permitted_targets(rules, table, seat, face)] if symbol in rules.targets else [None]
    dumps = _COLORS[table.side] if symbol in rules.dumps else _NO_COLOR
    calls = (False, True) if symbol in rules.late_calls and len(table.hands[seat]) > 1 else calls
    for color, uno, target, dump in product(colors, calls, targets, dumps):
        yield PLAYS[face, color, uno]._replace(target=target, dump=dump)


def judge(rules: Ruleset, table: Table, seat: int, command: Play) -> int:
    """The card id that the command means; raises the refusal of SPEC 3.3, in its order."""
    if table.phase is DRAWN:
        card = _drawn_card(table, seat, command)
    else:
        card = find_card(table, seat, command.card, command.handle)
    face = table.faces[table.side][card]
    if not may_play(rules, table, seat, card):
        raise _why_not(rules, table, seat, face)(card=command.card)
    check_arguments(rules, table, seat, command, face)
    return card


def _why_not(rules: Ruleset, table: Table, seat: int, face: int) -> type[RuleViolation]:
    """Why this face cannot be played now."""
    if rules.playable(table)[face]:
        return WouldBeBluff if may_finish(rules, table, seat, face) else CannotGoOut
    return NoAnswer if table.phase is Phase.PENALTY else CardNotPlayable


def check_arguments(rules: Ruleset, table: Table, seat: int, command: Play, face: int) -> None:
    """What is said with the card: raises BadColor or BadTarget."""
    symbol = SYMBOL_OF[face]
    if command.color is not None and not (
        IS_WILD[face]
        and symbol not in rules.colored_by_others
        and COLOR_CODES.get(command.color) in COLORS_OF_SIDE[table.side]
    ):
        raise BadColor
    if command.dump is not None and not (symbol in rules.dumps and _holds(table, seat, face, command.dump)):
        raise BadColor
    if command.target is not None or is_aimed(rules, table, seat, face):
        find_target(rules, table, seat, face, command.target)


def _holds(table: Table, seat: int, face: int, color: str) -> bool:
    """Does the seat hold a card of this color besides the face that it lays."""
    held = [COLOR_OF[other] for other in table.hand_faces(seat)]
    held.remove(COLOR_OF[face])
    return COLOR_CODES.get(color) in held


def _drawn_card(table: Table, seat: int, command: Play) -> int:
    """The card just drawn, if it is the one meant: no other may be played (SPEC 3.7)."""
    pending = table.pending
    assert isinstance(pending, DrawnCardOffered)  # noqa: S101  the phase says so
    active, hand = table.faces[table.side], table.hands[seat]
    if active[pending.card] == FACE_CODES.get(command.card) and command.handle in (None, hand[pending.card]):
        return pending.card
    find_card(table, seat, command.card, command.handle)
    raise OnlyDrawnCard


def find_card(table: Table, seat: int, text: str, handle: int | None) -> int:
    """The id of a card of the seat's hand by face and, if given, handle; of equal faces the one held longest (R-BACKS).

    Raises CardNotInHand.
    """
    face = FACE_CODES.get(text)
    active = table.faces[table.side]
    for card, held_as in table.hands[seat].items():
        if active[card] == face and (handle is None or handle == held_as):
            return card
    raise CardNotInHand


def perform(draft: Draft, command: Play, card: int) -> None:
    """Lay the card, settle UNO, ask for a missing color, carry out the effect."""
    table, seat = draft.table, draft.seat
    if table.exposed:
        close_windows(draft, "play")
    hand, side = table.hands[seat], table.side
    face, back = table.faces[side][card], table.faces[1 - side][card]
    symbol, color, evidence, target = SYMBOL_OF[face], COLOR_OF[face], None, None
    special = symbol in draft.rules.special
    if special:
        draft.play = command
        target = _target(draft, face, command.target)
    if IS_WILD[face]:
        color = NO_COLOR if command.color is None else COLOR_CODES[command.color]
        evidence = _evidence(draft, card, face) if len(hand) > 1 else None
    draft.emit(_new(CardPlayed, (seat, card, face, color, hand[card], back)))
    if target is not None:
        draft.emit(TargetChosen(seat, target))
    if evidence:
        draft.emit(evidence)
    if special and symbol in draft.rules.late_calls:
        if command.uno and hand:
            draft.emit(UNO_CALLED[seat])  # heard now; what it is worth is known after the effect
    elif len(hand) == 1:
        settle_call(draft, seat, called=command.uno)
    if color == NO_COLOR and _must_name_color(draft.rules, symbol, last=not hand):
        draft.emit(ColorAsked(seat, "wild", None))
    else:
        finish_play(draft, face)


def _target(draft: Draft, face: int, named: int | None) -> int | None:
    """The seat that the card, still in hand, is aimed at."""
    rules, table, seat = draft.rules, draft.table, draft.seat
    return find_target(rules, table, seat, face, named) if is_aimed(rules, table, seat, face) else None


def _must_name_color(rules: Ruleset, symbol: str, *, last: bool) -> bool:
    """Is the color of a wild, laid without one, for its player to name (SPEC 3.4)."""
    return symbol in rules.steered_by_color if last else symbol not in rules.colored_by_others


def _evidence(draft: Draft, card: int, face: int) -> EvidenceSealed | None:
    """What a challenge of this wild would find; None if it cannot be challenged."""
    table, rules, seat = draft.table, draft.rules, draft.seat
    if SYMBOL_OF[face] not in rules.penalties or not rules.enforcement.challenged:
        return None
    active = table.faces[table.side]
    others = [active[other] for other in table.hands[seat] if other != card]
    return EvidenceSealed(seat, convicting(rules, others, table.color), tuple(sorted(others)))


HANDLER: Final[Handler] = Handler((Phase.TURN, Phase.DRAWN, Phase.PENALTY), judge, perform, candidates)
