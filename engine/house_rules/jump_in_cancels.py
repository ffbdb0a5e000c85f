"""Jump-In that cancels: the card laid out of turn acts in place of the one below it (SPEC 8.3, R-JUMP-CANCEL)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.cards import DEMANDS, FACE_CODES, FACES, IS_WILD, REVERSE, SYMBOL_OF
from engine.commands import Jump
from engine.errors import NoTwin
from engine.events import PenaltyStacked
from engine.house_rules.jump_in import JumpHandler
from engine.house_rules.stacking import make_next_take
from engine.option import Option
from engine.option_types import Switch
from engine.rules.effects import skip
from engine.rules.turns import next_seat
from engine.ruleset import Handler, Resolution, Ruleset, change_cards
from engine.state import Phase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.errors import RuleViolation
    from engine.ruleset import Effect
    from engine.state import Table


class CancellingJumpHandler(Handler[Jump, int]):
    """A card is laid out of turn, also while the next seat owes cards for the draw card below."""

    phases: tuple[Phase, ...] = (Phase.TURN, Phase.PENALTY)
    by_actor = False

    def __init__(self, jump: JumpHandler) -> None:
        self.jump = jump

    def judge(self, rules: Ruleset, table: Table, seat: int, command: Jump) -> int:
        face = FACE_CODES.get(command.card)
        if face is not None and not _interrupts(rules, table, face):
            raise NoTwin(card=command.card)
        return self.jump.judge(rules, table, seat, command)

    def refuses(self, rules: Ruleset, table: Table, seat: int, card: int) -> RuleViolation | None:
        face = table.faces[table.side][card]
        if not _interrupts(rules, table, face):
            return NoTwin(card=FACES[face])
        return self.jump.refuses(rules, table, seat, card)

    def perform(self, resolution: Resolution, command: Jump, card: int) -> None:
        rules = resolution.rules
        resolution.rules = _acting_alone(rules)
        self.jump.perform(resolution, command, card)
        resolution.rules = rules

    def candidates(self, rules: Ruleset, table: Table, seat: int) -> Iterator[Jump]:
        for jump in self.jump.candidates(rules, table, seat):
            if _interrupts(rules, table, FACE_CODES[jump.card]):
                yield jump

    def is_open_to(self, rules: Ruleset, table: Table, seat: int) -> bool:
        if table.phase is Phase.TURN:
            return self.jump.is_open_to(rules, table, seat)
        return seat != table.turn and True in [
            self.jump.fits(rules, table, seat, face) & _interrupts(rules, table, face)
            for face in table.hand_faces(seat)
        ]


def _interrupts(rules: Ruleset, table: Table, face: int) -> bool:
    """Return whether the card may interrupt this phase: a stacked sum is begun anew by a draw card of a color.

    A wild does not begin it anew: its color is named later, and its challenge concerns only itself.
    """
    return table.phase is Phase.TURN or (SYMBOL_OF[face] in rules.stacked and not IS_WILD[face])


def _acting_alone(rules: Ruleset) -> Ruleset:
    """Return the rules for a card laid on a like card that has had no effect."""
    rules = change_cards(rules, (REVERSE,), effects=(_keep_direction,))
    for symbol in rules.stacked:
        rules = change_cards(rules, (symbol,), effects=(_demand(symbol),), last_effects=(_take_alone(symbol),))
    return rules


def _keep_direction(resolution: Resolution) -> None:
    """Keep the direction: the Reverse below has already turned it, and only one of the two counts."""
    if resolution.table.active_seats == 2:  # noqa: PLR2004  the two-player rule
        skip(resolution)


def _demand(symbol: str) -> Effect:
    def effect(resolution: Resolution) -> None:
        resolution.ask(PenaltyStacked(next_seat(resolution), resolution.seat, resolution.table.top, DEMANDS[symbol]))

    return effect


def _take_alone(symbol: str) -> Effect:
    def effect(resolution: Resolution) -> None:
        make_next_take(resolution, DEMANDS[symbol])

    return effect


def _patch(rules: Ruleset, _value: bool) -> Ruleset:  # noqa: FBT001  asked for true only
    jump = rules.handlers.get(Jump)
    if not isinstance(jump, JumpHandler):
        return rules
    return replace(rules, handlers={**rules.handlers, Jump: CancellingJumpHandler(jump)})


def _why_not(rules: Ruleset, _value: bool) -> str | None:  # noqa: FBT001  asked for true only
    return None if Jump in rules.handlers else "jump-in is off"


JUMP_IN_CANCELS: Final[Option] = Option(
    name="jump_in_cancels",
    summary="A card laid out of turn acts in place of its like: of two Reverses, and of a stacked sum, one counts.",
    source="8.3; X-HR",
    takes=Switch(),
    default=False,
    patch=_patch,
    reads=("jump_in", "jump_in_wilds", "stack"),
    unavailable_because=_why_not,
    omit_default=True,
    kind="house_rule",
)
