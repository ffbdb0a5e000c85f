"""A script for the wheel (SPEC 7.5): for tests, demonstrations and analysis."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.lacking import no_wheel
from engine.option import Option
from engine.policies.wheel import SECTORS
from engine.takes import Script

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, value: tuple[str, ...]) -> Ruleset:
    return replace(rules, wheel_script=tuple(value))


OPTION: Final = Option(
    name="wheel",
    summary="Where the first spins of the match stop, one sector each: everybody knows it, so it is for trying things"
    " out. Spins after them are left to chance.",
    source="7.5",
    takes=Script(tuple(SECTORS), 200),
    default=(),
    patch=_patch,
    refused=no_wheel,
)
