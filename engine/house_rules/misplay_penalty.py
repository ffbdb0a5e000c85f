"""What laying a card that does not fit costs (SPEC 8.3, X-108)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.errors import CardNotPlayable
from engine.option import Option, Whole
from engine.policies.mistakes import misplay

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, value: int) -> Ruleset:
    return replace(rules, punished={**rules.punished, CardNotPlayable: misplay(value)})


OPTION: Final = Option(
    name="misplay_penalty",
    summary="Cards that a seat draws, losing its turn, for laying a card that does not fit; 0: the card is refused.",
    source="8.3; X-108",
    takes=Whole(0, 10),
    default=0,
    patch=_patch,
    kind="house_rule",
)
