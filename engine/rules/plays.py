"""Laying a card (SPEC 3.5)."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final

from engine.cards import COLOR_CODES, COLOR_OF, COLORS, COLORS_OF_SIDE, FACE_CODES, FACES, IS_WILD, NO_COLOR, SYMBOL_OF
from engine.commands import Play
from engine.errors import BadColor, CannotGoOut, CardNotPlayable, NoAnswer, OnlyDrawnCard, WouldBeBluff
from engine.events import CardPlayed, ColorAsked, DrawnCardOffered, EvidenceSealed, TargetChosen
from engine.rules.drawing import must_play_drawn
from engine.rules.hands import dearest, find_card
from engine.rules.matching import convicting, may_finish, may_play, playable_cards
from engine.rules.seat_events import UNO_CALLED
from engine.rules.targets import find_target, is_aimed, next_seat_of, permitted_targets
from engine.rules.turns import finish_play
from engine.rules.uno import close_windows, settle_call
from engine.ruleset import Handler, Resolution, Ruleset
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


class PlayHandler(Handler[Play, int]):
    """A card is laid."""

    phases: tuple[Phase, ...] = (Phase.TURN, Phase.DRAWN, Phase.PENALTY)

    def judge(self, rules: Ruleset, table: Table, seat: int, command: Play) -> int:
        """Return the card id that the command means. Raises the refusals of SPEC 3.3, in its order."""
        card = _named_card(table, seat, command)
        refusal = self.refuses(rules, table, seat, card)
        if refusal is not None:
            raise refusal
        check_arguments(rules, table, seat, command, table.faces[table.side][card])
        return card

    def refuses(self, rules: Ruleset, table: Table, seat: int, card: int) -> RuleViolation | None:
        """Refuse what is not the drawn card after a draw (SPEC 3.7), and what does not fit."""
        if table.phase is DRAWN and card != _offered(table).card:
            return OnlyDrawnCard()
        if may_play(rules, table, seat, card):
            return None
        face = table.faces[table.side][card]
        return _why_not(rules, table, seat, face)(card=FACES[face])

    def perform(self, resolution: Resolution, command: Play, card: int) -> None:
        """Lay the card, settle UNO, ask for a missing color, carry out the effect."""
        table, seat = resolution.table, resolution.seat
        if table.exposed:
            close_windows(resolution, "play")
        hand, side = table.hands[seat], table.side
        face, back = table.faces[side][card], table.faces[1 - side][card]
        symbol, color, evidence, target = SYMBOL_OF[face], COLOR_OF[face], None, None
        special = symbol in resolution.rules.special
        if special:
            resolution.play = command
            target = _target(resolution, face, command.target)
        if IS_WILD[face]:
            color = NO_COLOR if command.color is None else COLOR_CODES[command.color]
            evidence = _evidence(resolution, card, face) if len(hand) > 1 else None
        resolution.emit(_new(CardPlayed, (seat, card, face, color, hand[card], back)))
        if target is not None:
            resolution.emit(TargetChosen(seat, target))
        if evidence:
            resolution.emit(evidence)
        if special and resolution.rules.cards[symbol].changes_hand:
            if command.uno and hand:
                resolution.emit(UNO_CALLED[seat])  # heard now; its worth is known only after the effect
        elif len(hand) == 1:
            settle_call(resolution, seat, called=command.uno)
        if color == NO_COLOR and _must_name_color(resolution.rules, symbol, last=not hand):
            resolution.emit(ColorAsked(seat, "wild", None))
        else:
            finish_play(resolution, face)

    def time_out(self, rules: Ruleset, table: Table, seat: int) -> Play | None:
        """Play where the rules make the seat play: the drawn card, or the dearest one that it may."""
        active = table.faces[table.side]
        if table.phase is DRAWN and must_play_drawn(rules, table, seat):
            face = active[_offered(table).card]
        elif table.phase is Phase.TURN and not rules.may_draw(rules, table, seat):
            face = dearest(rules, [active[card] for card in playable_cards(rules, table, seat)])[0]
        else:
            return None
        rule = rules.cards[SYMBOL_OF[face]].target
        is_to_aim = rule is not None and rule.needed and is_aimed(rules, table, seat, face)
        targets = permitted_targets(rules, table, seat, face) if is_to_aim else []
        return Play(FACES[face], target=next_seat_of(table, seat, targets) if targets else None)

    def candidates(self, rules: Ruleset, table: Table, seat: int) -> Iterator[Play]:
        """Yield a play of every face held: with every color for a wild, every target, and the call where it counts."""
        hand = table.hands[seat]
        active = table.faces[table.side]
        last = len(hand) == 1
        calls = (False, True) if len(hand) == 2 and table.uno[seat] is NO_CALL else (False,)  # noqa: PLR2004
        for face in {active[card] for card in hand}:
            card = rules.cards[SYMBOL_OF[face]]
            asked = IS_WILD[face] and not last and not card.color_in_effect
            colors = _COLORS[table.side] if asked else _NO_COLOR
            if (card.target or card.drops_color or card.changes_hand) and (not last or card.last_effects):
                yield from _aimed(rules, table, seat, face, colors, calls)
            else:
                for color in colors:
                    for uno in calls:
                        yield PLAYS[face, color, uno]


def _aimed(
    rules: Ruleset, table: Table, seat: int, face: int, colors: tuple[Color | None, ...], calls: tuple[bool, ...]
) -> Iterator[Play]:
    """Yield the plays of a card that is aimed at a seat or drops a color, with both calls if it changes the hand."""
    card = rules.cards[SYMBOL_OF[face]]
    targets = [None, *permitted_targets(rules, table, seat, face)] if card.target else [None]
    dropped = _COLORS[table.side] if card.drops_color else _NO_COLOR
    calls = (False, True) if card.changes_hand and len(table.hands[seat]) > 1 else calls
    for color, uno, target, dump in product(colors, calls, targets, dropped):
        yield PLAYS[face, color, uno]._replace(target=target, dump=dump)


def _why_not(rules: Ruleset, table: Table, seat: int, face: int) -> type[RuleViolation]:
    if rules.playable(table)[face]:
        return WouldBeBluff if may_finish(rules, table, seat, face) else CannotGoOut
    return NoAnswer if table.phase is Phase.PENALTY else CardNotPlayable


def check_arguments(rules: Ruleset, table: Table, seat: int, command: Play, face: int) -> None:
    """Check color, target and dropped color of a play. Raises BadColor or BadTarget."""
    card = rules.cards[SYMBOL_OF[face]]
    if command.color is not None and not (
        IS_WILD[face] and not card.color_in_effect and COLOR_CODES.get(command.color) in COLORS_OF_SIDE[table.side]
    ):
        raise BadColor
    if command.dump is not None and not (card.drops_color and _holds(table, seat, face, command.dump)):
        raise BadColor
    if command.target is not None or is_aimed(rules, table, seat, face):
        find_target(rules, table, seat, face, command.target)


def _holds(table: Table, seat: int, face: int, color: str) -> bool:
    """Return whether the seat holds a card of this color besides the face that it plays."""
    held = [COLOR_OF[other] for other in table.hand_faces(seat)]
    held.remove(COLOR_OF[face])
    return COLOR_CODES.get(color) in held


def _offered(table: Table) -> DrawnCardOffered:
    pending = table.pending
    assert isinstance(pending, DrawnCardOffered)  # noqa: S101  the phase says so
    return pending


def _named_card(table: Table, seat: int, command: Play) -> int:
    """Return the id of the card that the command means: of equal faces the one just drawn (SPEC 3.7)."""
    if table.phase is DRAWN:
        card = _offered(table).card
        face, handle = table.faces[table.side][card], table.hands[seat][card]
        if face == FACE_CODES.get(command.card) and command.handle in (None, handle):
            return card
    return find_card(table, seat, command.card, command.handle)


def _target(resolution: Resolution, face: int, named: int | None) -> int | None:
    rules, table, seat = resolution.rules, resolution.table, resolution.seat
    return find_target(rules, table, seat, face, named) if is_aimed(rules, table, seat, face) else None


def _must_name_color(rules: Ruleset, symbol: str, *, last: bool) -> bool:
    """Return whether the player of a wild must name its color after playing it without one (SPEC 3.4)."""
    card = rules.cards[symbol]
    return card.color_when_last if last else not card.color_in_effect


def _evidence(resolution: Resolution, card: int, face: int) -> EvidenceSealed | None:
    """Return the finding of a challenge of this wild; None if it cannot be challenged."""
    table, rules, seat = resolution.table, resolution.rules, resolution.seat
    if not rules.cards[SYMBOL_OF[face]].penalty or not rules.enforcement.challenged:
        return None
    active = table.faces[table.side]
    others = [active[other] for other in table.hands[seat] if other != card]
    return EvidenceSealed(seat, convicting(rules, others, table.color), tuple(sorted(others)))
