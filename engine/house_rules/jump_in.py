"""Jump-In (SPEC 8.3, X-HR)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.cards import COLOR_OF, FACE_CODES, FACES, MATCHED_BY
from engine.commands import Jump, Play
from engine.errors import CannotGoOut, NoTwin, WrongPhase
from engine.option import Option
from engine.option_types import Switch
from engine.rules import plays
from engine.rules.hands import find_card
from engine.rules.matching import may_finish
from engine.rules.uno import lapse
from engine.ruleset import Handler, Resolution, Ruleset
from engine.state import Phase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.errors import RuleViolation
    from engine.state import Table


class JumpHandler(Handler[Jump, int]):
    """A card is laid out of turn."""

    phases: tuple[Phase, ...] = (Phase.TURN,)
    by_actor = False

    def judge(self, rules: Ruleset, table: Table, seat: int, command: Jump) -> int:
        """Return the card id that the command means; refusals come in the order of a play's."""
        if seat == table.turn:
            raise WrongPhase(phase=table.phase.word)  # it can play in its turn
        card = find_card(table, seat, command.card, command.handle)
        refusal = self.refuses(rules, table, seat, card)
        if refusal is not None:
            raise refusal
        plays.check_arguments(rules, table, seat, _as_play(command), table.faces[table.side][card])
        return card

    def refuses(self, rules: Ruleset, table: Table, seat: int, card: int) -> RuleViolation | None:
        """Refuse cards that are not like the one on top, and those that may not be the last."""
        face = table.faces[table.side][card]
        if not self.is_twin(table, face):
            return NoTwin(card=FACES[face])
        return None if may_finish(rules, table, seat, face) else CannotGoOut(card=FACES[face])

    def perform(self, resolution: Resolution, command: Jump, card: int) -> None:
        """Play as if the seat had been on turn; the seat on turn loses its turn and its call."""
        lapse(resolution, resolution.table.turn)
        resolution.rules.handlers[Play].perform(resolution, _as_play(command), card)

    def candidates(self, rules: Ruleset, table: Table, seat: int) -> Iterator[Jump]:
        """Yield the plays of cards that are like the one on top."""
        for play in rules.handlers[Play].candidates(rules, table, seat):
            if self.is_twin(table, FACE_CODES[play.card]):
                yield Jump(play.card, play.uno, None, play.target, play.dump)

    def is_open_to(self, rules: Ruleset, table: Table, seat: int) -> bool:
        """Try every card, so that the steps do not tell whether one of them is a twin."""
        return seat != table.turn and True in [self.fits(rules, table, seat, face) for face in table.hand_faces(seat)]

    def fits(self, rules: Ruleset, table: Table, seat: int, face: int) -> bool:
        """Return whether this face of the hand may be laid out of turn, whatever it is aimed at."""
        return self.is_twin(table, face) & may_finish(rules, table, seat, face)

    def is_twin(self, table: Table, face: int) -> bool:
        """Return whether the face has the color in force and the symbol of the top card; never true for a wild."""
        symbol = MATCHED_BY[table.top]
        return COLOR_OF[face] == table.color and bool(symbol) and MATCHED_BY[face] == symbol


def _as_play(command: Jump) -> Play:
    return Play(command.card, None, command.uno, command.handle, command.target, command.dump)


def _patch_jump_in(rules: Ruleset, _value: bool) -> Ruleset:  # noqa: FBT001  asked for true only
    return replace(rules, handlers={**rules.handlers, Jump: JumpHandler()})


JUMP_IN: Final[Option] = Option(
    name="jump_in",
    summary="A card of the color and value of the top card may be laid out of turn; play goes on after its player.",
    source="8.3; X-HR",
    takes=Switch(),
    default=False,
    patch=_patch_jump_in,
    kind="house_rule",
)
