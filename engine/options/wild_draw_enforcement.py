"""Wild draw cards against the color rule (SPEC 3.6)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.option import Option
from engine.ruleset import Enforcement
from engine.takes import Choice

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, value: str) -> Ruleset:
    return replace(rules, enforcement=Enforcement(refused=value == "strict", challenged=False))


def _refused(rules: Ruleset, _value: str) -> str | None:
    return None if rules.deck.shows(*rules.penalties) else "no wild of this deck can be illegal"


OPTION: Final = Option(
    name="wild_draw_enforcement",
    summary="Whether an illegal wild draw card is a bluff that can be challenged, is refused, or is always allowed.",
    source="8.1; X-108",
    takes=Choice(("bluff", "strict", "none")),
    default="bluff",
    patch=_patch,
    refused=_refused,
)
