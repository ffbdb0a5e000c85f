"""What laying a card that does not fit costs (SPEC 8.3, X-108)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.errors import CardNotPlayable, NoAnswer, NoTwin, WouldBeBluff
from engine.option import Option
from engine.policies.mistakes import misplay
from engine.takes import Whole

if TYPE_CHECKING:
    from engine.ruleset import Ruleset

_MISPLAYS: Final = (CardNotPlayable, NoAnswer, NoTwin, WouldBeBluff)


def _patch(rules: Ruleset, value: int) -> Ruleset:
    return replace(rules, punished={**rules.punished, **dict.fromkeys(_MISPLAYS, misplay(value))})


OPTION: Final = Option(
    name="misplay_penalty",
    summary="Cards that a seat draws, losing its turn, for laying a card that does not fit; 0: the card is refused.",
    source="8.3; X-108",
    takes=Whole(0, 10),
    default=0,
    patch=_patch,
    kind="house_rule",
)
