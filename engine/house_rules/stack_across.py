"""Draw cards of one kind answered with those of another: +2 on +4 and back (SPEC 8.3, R-STACK-ACROSS)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.cards import SYMBOL_OF
from engine.option import Option
from engine.option_types import Switch
from engine.rules.matching import same_color_or_symbol
from engine.state import Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.ruleset import Ruleset
    from engine.state import Table


def _patch(rules: Ruleset, _value: bool) -> Ruleset:  # noqa: FBT001  asked for true only
    playable = rules.playable
    is_stacked = [symbol in rules.stacked for symbol in SYMBOL_OF]

    def fits(table: Table) -> Sequence[bool]:
        answers = playable(table)
        if table.phase is not Phase.PENALTY:
            return answers
        matching = same_color_or_symbol(table)
        return [
            answer or (stacked and matches)
            for answer, stacked, matches in zip(answers, is_stacked, matching, strict=True)
        ]

    return replace(rules, playable=fits)


def _why_not(rules: Ruleset, _value: bool) -> str | None:  # noqa: FBT001  asked for true only
    if not rules.stacked:
        return "stacking is off"
    sides = ({SYMBOL_OF[face] for face in side} for side in (rules.deck.light, rules.deck.dark))
    most = max(len(rules.stacked & side) for side in sides)
    return None if most > 1 else "no side of this deck has two kinds of draw cards that are answered"


STACK_ACROSS: Final[Option] = Option(
    name="stack_across",
    summary="A stacked draw card may also be answered with one of another kind that fits the color in force.",
    source="8.3; X-HR",
    takes=Switch(),
    default=False,
    patch=_patch,
    reads=("stack",),
    unavailable_because=_why_not,
    omit_default=True,
    kind="house_rule",
)
