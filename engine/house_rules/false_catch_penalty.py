"""What denouncing a seat that has missed no call costs (SPEC 3.9, 8.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.errors import NothingToCatch
from engine.option import Option
from engine.policies.mistakes import false_catch
from engine.takes import Whole

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, value: int) -> Ruleset:
    return replace(rules, punished={**rules.punished, NothingToCatch: false_catch(value)})


OPTION: Final = Option(
    name="false_catch_penalty",
    summary="Cards that a seat draws for catching another one that has missed no call; 0: the catch is refused.",
    source="3.9, 8.3",
    takes=Whole(0, 10),
    default=0,
    patch=_patch,
    kind="house_rule",
)
