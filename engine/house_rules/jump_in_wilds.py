"""Jump-In with wilds: the same wild as the one on top may be laid out of turn (SPEC 8.3, R-JUMP-WILD)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.cards import IS_WILD
from engine.commands import Jump
from engine.house_rules.jump_in import JumpHandler
from engine.option import Option
from engine.option_types import Switch

if TYPE_CHECKING:
    from engine.ruleset import Ruleset
    from engine.state import Table


class WildJumpHandler(JumpHandler):
    """A colored card or a wild is laid out of turn; the seat names the color of a wild afterwards."""

    def is_twin(self, table: Table, face: int) -> bool:
        is_top = face == table.top
        return super().is_twin(table, face) or (IS_WILD[face] and is_top)


def _patch(rules: Ruleset, _value: bool) -> Ruleset:  # noqa: FBT001  asked for true only
    if Jump not in rules.handlers:
        return rules
    return replace(rules, handlers={**rules.handlers, Jump: WildJumpHandler()})


def _why_not(rules: Ruleset, _value: bool) -> str | None:  # noqa: FBT001  asked for true only
    return None if Jump in rules.handlers else "jump-in is off"


JUMP_IN_WILDS: Final[Option] = Option(
    name="jump_in_wilds",
    summary="A wild may be laid out of turn on the same wild; its player names the color.",
    source="8.3; X-HR",
    takes=Switch(),
    default=False,
    patch=_patch,
    reads=("jump_in",),
    unavailable_because=_why_not,
    omit_default=True,
    kind="house_rule",
)
