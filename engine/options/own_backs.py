"""What a holder knows of the backs of his cards (SPEC 4)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.lacking import no_second_side
from engine.option import Option
from engine.takes import Choice

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, value: str) -> Ruleset:
    return replace(rules, own_backs=value)


OPTION: Final = Option(
    name="own_backs",
    summary="Whether a seat is told the backs of its own cards: never, once when they are dealt, or always.",
    source="4",
    takes=Choice(("hidden", "table", "visible")),
    default="hidden",
    patch=_patch,
    refused=no_second_side,
)
