"""A script for the launcher (SPEC 7.4): for tests, demonstrations and analysis."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.lacking import no_launcher
from engine.option import Option
from engine.takes import Wholes

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def _patch(rules: Ruleset, value: tuple[int, ...]) -> Ruleset:
    return replace(rules, launcher_script=tuple(value))


OPTION: Final = Option(
    name="launcher",
    summary="What the first presses of the match fire, one number each: everybody knows it, so it is for trying things"
    " out. Presses after them are left to chance.",
    source="7.4",
    takes=Wholes(0, 112, 200),
    default=(),
    patch=_patch,
    refused=no_launcher,
)
