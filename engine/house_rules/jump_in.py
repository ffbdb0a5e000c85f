"""Jump-In (SPEC 8.3, X-HR)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.commands import Jump
from engine.handlers import jumps
from engine.option import Option
from engine.takes import Switch

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, _value: bool) -> Ruleset:  # noqa: FBT001  asked for true only
    return replace(rules, handlers={**rules.handlers, Jump: jumps.HANDLER})


OPTION: Final = Option(
    name="jump_in",
    summary="A card of the color and value of the top card may be laid out of turn; play goes on after its player.",
    source="8.3; X-HR",
    takes=Switch(),
    default=False,
    patch=_patch,
    kind="house_rule",
)
