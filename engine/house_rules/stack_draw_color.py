"""Wild Draw Color in stacks: it has no number and adds its drawing to the sum (SPEC 8.3, R-STACK-DRAW-COLOR)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.cards import DEMANDS, FACE_CODES, WILD_DRAW_COLOR
from engine.house_rules.stacking import add, next_takes_sum
from engine.option import Option
from engine.option_types import Switch
from engine.requirements import no_wild_draw_color
from engine.ruleset import change_cards
from engine.state import Phase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.ruleset import Ruleset
    from engine.state import Table

_NUMBER: Final = DEMANDS[WILD_DRAW_COLOR]
_FACE: Final = FACE_CODES[WILD_DRAW_COLOR]


def _patch(rules: Ruleset, _value: bool) -> Ruleset:  # noqa: FBT001  asked for true only
    stacked = change_cards(rules, (WILD_DRAW_COLOR,), effects=(add(_NUMBER),), last_effects=(next_takes_sum(_NUMBER),))
    return replace(stacked, stacked=rules.stacked | {WILD_DRAW_COLOR}, playable=_fits(rules.playable))


def _fits(playable: Callable[[Table], Sequence[bool]]) -> Callable[[Table], Sequence[bool]]:
    def fits(table: Table) -> Sequence[bool]:
        answers = playable(table)
        if table.phase is not Phase.PENALTY:
            return answers
        return [answer or face == _FACE for face, answer in enumerate(answers)]

    return fits


def _why_not(rules: Ruleset, value: bool) -> str | None:  # noqa: FBT001  asked for true only
    if not rules.stacked - {WILD_DRAW_COLOR}:
        return "stacking is off"
    return no_wild_draw_color(rules, value)


STACK_DRAW_COLOR: Final[Option] = Option(
    name="stack_draw_color",
    summary="Wild Draw Color is stacked: it answers a draw card, and the seat that takes the sum draws for it, too.",
    source="8.3; X-HR",
    takes=Switch(),
    default=False,
    patch=_patch,
    reads=("stack", "stack_across", "deflect"),
    unavailable_because=_why_not,
    omit_default=True,
    kind="house_rule",
)
